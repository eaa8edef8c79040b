import { same, suite } from "../support/harness.js";
import { AppServer } from "../../../Web/recipes/server/app-server.js";
import { notOpened, openWithMessenger, takingOver } from "../../../Web/recipes/sharing/access.js";
import { endingWords, forgetEnding, isEnding, rememberAccess, rememberEnding, rememberedEnding } from "../../../Web/recipes/sharing/endings.js";
import { enterWithMessenger } from "../../../Web/recipes/sharing/entry.js";
import { openRedirected } from "../../../Web/recipes/sharing/redirected-opening.js";
import { shareHandlers } from "../../../Web/recipes/sharing/share-handlers.js";
import { Problem } from "../../../Web/recipes/server/problem.js";

const test = suite("recipes: access");

/** A server that answers proofs as told, and a messenger that proves with one root after the other. */
function world(answers, { roots = ["r1", "r2", "r3"] } = {}) {
  const asked = [];
  const server = /** @type {any} */ ({
    pushKey: async () => undefined,
    challenge: async () => ({ challenge: `c${asked.length}`, account: "bob@docs.example" }),
    prove: async () => {
      const answer = answers.shift();
      if (typeof answer === "string") throw new Problem(answer);
      return answer;
    },
  });
  const messenger = /** @type {any} */ ({
    prove: async (request) => {
      asked.push(structuredClone(request));
      const root = roots.find((one) => !request.refused.includes(one));
      return root ? { ok: true, proof: "{}", root }
        : { ok: false, reason: "refused", code: "no_invitation", sentence: "" };
    },
  });
  return { server, messenger, asked };
}
const granted = { documentID: "d", root: "r1" };

test("an invitation that counts gives access with one proof", async () => {
  const { server, messenger, asked } = world([granted]);
  same(await openWithMessenger(server, messenger, "c"), { ok: true, value: granted });
  same(asked, [{ collaborationID: "c", challenge: "c0", account: "bob@docs.example", refused: [] }]);
});

test("the messenger hears how somebody is called whose account's label nobody chose", async () => {
  const made = `invited-${"0a".repeat(16)}`;
  for (const [account, me, expected] of [[made, { account: made, displayName: "Ben" }, { accountName: "Ben" }],
    [made, { account: "other", displayName: "Eve" }, {}], ["ben@docs.example", undefined, {}], ["new:AAAA", undefined, {}]]) {
    const server = new AppServer();
    server.me = async () => me ?? (() => { throw new Error("nobody asks"); })();
    same(await server.accountName(account), expected, account);
  }
  const { server, messenger, asked } = world([granted]);
  server.accountName = async () => ({ accountName: "Ben" });
  await openWithMessenger(server, messenger, "c");
  same(asked.map(({ accountName }) => accountName), ["Ben"]);
});

test("a root the server does not know any more is named, and the next invitation is tried", async () => {
  const { server, messenger, asked } = world(["not_verified", granted]);
  same((await openWithMessenger(server, messenger, "c")).ok, true);
  same(asked.map(({ refused, challenge }) => [refused, challenge]), [[[], "c0"], [["r1"], "c1"]]);
});

test("a challenge that came too late is asked for anew", async () => {
  const { server, messenger, asked } = world(["challenge_stale", "challenge_expired", granted]);
  same((await openWithMessenger(server, messenger, "c")).ok, true);
  same(asked.map(({ refused }) => refused.length), [0, 0, 0]);
});

test("whose invitations are all refused has been taken out", async () => {
  const { server, messenger } = world(["not_verified", "not_verified", "not_verified"]);
  const opened = await openWithMessenger(server, messenger, "c");
  same(opened.ok === false && opened.reason, "taken_away");
});

test("whose messenger was told what became of it reads that", async () => {
  for (const ending of ["stopped", "removed", "deleted"]) {
    const { server, messenger } = world(["not_verified"], { roots: ["r1"] });
    const prove = messenger.prove;
    messenger.prove = async (request) => {
      const answer = await prove(request);
      return answer.ok ? answer : { ...answer, ending };
    };
    const opened = await openWithMessenger(server, messenger, "c");
    same(opened.ok === false && [opened.reason, opened.ending], ["taken_away", ending]);
  }
});

test("no two endings read alike, and none of them is called by a word nobody knows", async () => {
  for (const noun of /** @type {const} */ (["recipe", "file", "folder", "document"])) {
    const words = Object.values(endingWords(noun)).map(({ heading, sentence }) => `${heading} ${sentence}`);
    same([new Set(words).size, words.every((one) => one.includes(noun))], [7, true]);
  }
  same([isEnding("stopped"), isEnding("toString"), isEnding(undefined)], [true, false, false]);
});

test("what somebody could open before, and cannot any more, is not offered to be asked for as if they had never been in it", () => {
  const of = (account, id) => rememberedEnding(account, id, "recipe")?.heading;
  same(of("ann", "c1"), undefined);
  rememberAccess("ann", ["c1", "c2"]);
  same([of("ann", "c1"), of("ann", "c2"), of("bob", "c1"), of("ann", "c3")],
    ["You cannot open this any more", "You cannot open this any more", undefined, undefined]);
  // What was seen says more; opened again, nothing of it is left.
  rememberEnding("ann", "c1", "stopped");
  same(of("ann", "c1"), "This recipe is not shared any more");
  forgetEnding("ann", "c1");
  same(of("ann", "c1"), "You cannot open this any more");
  // Of hundreds the latest are kept.
  rememberAccess("ann", Array.from({ length: 600 }, (_, index) => `d${index}`));
  same([of("ann", "c1"), of("ann", "d99"), of("ann", "d100"), of("ann", "d599")],
    [undefined, undefined, "You cannot open this any more", "You cannot open this any more"]);
});

test("an invitation that another account has used is said to be so", async () => {
  const { server, messenger } = world(["already_bound"]);
  const opened = await openWithMessenger(server, messenger, "c");
  same(opened.ok === false && opened.reason, "already_bound");
});

test("what another account has only inherited is taken over by a proof of its own, and only where that was asked for", async () => {
  const { server, messenger } = world(["bound_by_replacement"]);
  const taken = [];
  server.takeOver = async (...given) => {
    taken.push(given);
    return granted;
  };
  const opened = await openWithMessenger(server, messenger, "c");
  same(opened.ok === false && opened.reason, "bound_by_replacement");
  same(taken, []);
  same(await openWithMessenger(takingOver(server), messenger, "c"), { ok: true, value: granted });
  same(taken, [["c", {}, taken[0][2]]]);
  // In the same tab: what was kept says so.
  const back = { collaborationID: "c", proof: "{}", kept: { messengerOrigin: "https://m.example", anew: true } };
  same(await openRedirected(server, /** @type {any} */ (back), "recipe"), { ok: true, me: undefined });
  same(taken.length, 2);
});

test("a server that refuses every challenge is not asked for ever", async () => {
  const { server, messenger, asked } = world(Array(50).fill("challenge_stale"));
  same((await openWithMessenger(server, messenger, "c")).ok, false);
  same(asked.length, 5);
});

test("a start is asked of the server under the action's identifier, so a retry is the same", async () => {
  const asked = [];
  const handlers = shareHandlers(/** @type {any} */ ({
    prepareCollaboration: async (...given) => {
      asked.push(given);
      return { link: "https://docs.example/d/c", collaborationID: "c", epoch: "7", created: true };
    },
  }));
  const metadata = { localIdentifier: "d1" };
  same(await handlers.start({ actionID: "a1", metadata, timeLimit: 30 }),
    { link: "https://docs.example/d/c", collaborationID: "c", epoch: "7" });
  same(asked, [["d1", "a1", { access: "readWrite", allowsComments: true, allowsMentions: true }]]);
});

test("a start that was taken back already is taken back; a server that is away fails in words", async () => {
  const gone = shareHandlers(/** @type {any} */ ({
    endCollaboration: async () => { throw new Problem("gone"); },
  }));
  const cancelled = { actionID: "a", collaborationID: "c", metadata: {}, timeLimit: 30 };
  same(await gone.shareCancelled(cancelled), undefined);
  const away = shareHandlers(/** @type {any} */ ({
    endCollaboration: async () => { throw new Problem("unreachable"); },
  }));
  const failure = await away.shareCancelled(cancelled).catch((error) => error.message);
  same(failure, "The server cannot be reached. Check your connection.");
});

test("nobody need be taken out of what is gone, and whoever is not its owner is not told that it is done", async () => {
  const change = { actionID: "a", collaborationID: "c", added: [], removed: ["r"], replaced: [], timeLimit: 30 };
  const answered = (/** @type {string} */ code, /** @type {object} */ more = {}) => shareHandlers(/** @type {any} */ ({
    updateIdentities: async () => { throw new Problem(code); },
  })).updateParticipants({ ...change, ...more }).catch((error) => error.constructor.name);
  same(await answered("gone"), {});
  same(await answered("gone", { added: ["n"] }), "ActionFailure");
  same(await answered("gone", { replaced: [{ old: "r", new: "n" }] }), "ActionFailure");
  // To all but its owner a document is not there.
  same(await answered("not_found"), "ActionFailure");
});

test("an address that came with a proof of another account is kept for whoever signs in to that one", async () => {
  const { server, messenger } = world(["already_bound"]);
  const { prove } = messenger;
  messenger.prove = async (request) => ({ ...await prove(request), notices: { endpoint: "e" } });
  const opened = await openWithMessenger(server, messenger, "c1");
  same(opened.ok === false && [opened.reason, opened.came?.notices], ["already_bound", { endpoint: "e" }]);
});

test("where the messenger hands over an address, the server is told it, and access does not depend on that", async () => {
  for (const put of [async () => {}, async () => { throw new Problem("unavailable"); }]) {
    const { server, messenger, asked } = world([granted]);
    const told = [];
    server.pushKey = async () => "key";
    server.putNoticeAddress = async (...given) => told.push(given) && put();
    const { prove } = messenger;
    messenger.prove = async (request) => ({ ...await prove(request), notices: { endpoint: "e" } });
    same(await openWithMessenger(server, messenger, "c1"), { ok: true, value: granted });
    same([asked[0].pushKey, told], ["key", [["c1", { endpoint: "e" }]]]);
  }
});

test("what the messenger shows beside the proof goes to the server with it, and a new account is asked for by a wish", async () => {
  const { messenger } = world([]);
  const prove = messenger.prove;
  const born = [{ collaborationID: "d", proof: "{}" }];
  messenger.prove = async (request) => ({ ...await prove(request), born });
  const bodies = [];
  const server = /** @type {any} */ ({
    entryChallenge: async () => ({ entry: "e", challenge: "c", account: "new:1" }),
    enter: async (id, body) => {
      bodies.push(body);
      if (!body.anew) throw new Problem("bound_by_replacement");
      return { session: { account: "invited-2", displayName: "Ben" }, access: granted };
    },
  });
  const refused = await enterWithMessenger(server, messenger, "c");
  same(refused.ok === false && refused.reason, "bound_by_replacement");
  same((await enterWithMessenger(server, messenger, "c", { anew: true })).ok, true);
  same(bodies.map((body) => body.born), [[{ collaborationID: "d", proof: "e30" }], [{ collaborationID: "d", proof: "e30" }]]);
});

test("after a refusal in the messenger the page says what is so, as of the person's own doing", async () => {
  for (const answer of [{ reason: "cancelled" }, { reason: "refused", code: "account_not_confirmed" }]) {
    const { server, messenger } = world([]);
    messenger.prove = async () => ({ ok: false, sentence: "The messenger cannot do this here.", ...answer });
    const opened = await openWithMessenger(server, messenger, "c");
    same(opened.ok === false && [opened.reason, opened.sentence], ["declined", notOpened]);
  }
  const empty = await openRedirected(/** @type {any} */ ({}), { collaborationID: "c", kept: {} }, "recipe");
  same(empty !== "leaving" && empty.ok === false && [empty.reason, empty.sentence], ["declined", notOpened]);
});

test("who is not signed in enters by the proof, under the name that the messenger gives", async () => {
  const { messenger, asked } = world([]);
  const prove = messenger.prove;
  messenger.prove = async (request) => ({ ...await prove(request), name: "Ben", notices: { endpoint: "e" } });
  const [entered, answers] = [[], ["challenge_expired", { session: { account: "invited-1", displayName: "Ben" },
    access: granted }]];
  const handed = [];
  const server = /** @type {any} */ ({
    pushKey: async () => "key",
    putNoticeAddress: async (...given) => void handed.push([entered.length, ...given]),
    entryChallenge: async () => ({ entry: `e${asked.length}`, challenge: "c", account: "new:1" }),
    enter: async (id, body) => {
      entered.push([id, body]);
      const answer = answers.shift();
      if (typeof answer === "string") throw new Problem(answer);
      return answer;
    },
  });
  const me = { account: "invited-1", displayName: "Ben", hasPassword: false, isEnteredByProof: true };
  same(await enterWithMessenger(server, messenger, "c"), { ok: true, me });
  same(asked.map(({ account }) => account), ["new:1", "new:1"]);
  // After the second attempt, which got in, and not before.
  same([asked[0].pushKey, handed], ["key", [[2, "c", { endpoint: "e" }]]]);
  same(entered, [["c", { entry: "e0", proof: "e30", displayName: "Ben" }],
    ["c", { entry: "e1", proof: "e30", displayName: "Ben" }]]);
});
