import { same, suite } from "../support/harness.js";
import { filesAddress } from "../../../Web/recipes/app.js";
import { fileOf, offeredTerms, selectedTerms } from "../../../Web/recipes/sharing/file-shares.js";
import { openWithMessenger } from "../../../Web/recipes/sharing/access.js";
import { headingOf, knownOf } from "../../../Web/recipes/sharing/action-question.js";
import { askedAbout } from "../../../Web/recipes/sharing/people-asked-about.js";
import { titleOf } from "../../../Web/recipes/sharing/action-question.js";
import { nounOf, rememberNoun } from "../../../Web/recipes/sharing/nouns.js";
import { shareHandlers } from "../../../Web/recipes/sharing/share-handlers.js";
import { Problem } from "../../../Web/recipes/server/problem.js";
import { readShareOptions, setOption } from "../../../Web/grove/rules/sharing/share-options.js";

const test = suite("recipes: files of a drive");

const plans = { collaborationID: "c", link: "https://docs.example/d/c", path: "/Plans", name: "Plans", isFolder: true, who: "link",
  access: "readOnly", epoch: "7" };

/** A drive with one folder in it, which is shared or not. */
function drive({ isShared = true } = {}) {
  /** @type {unknown[][]} */
  const asked = [];
  const refuse = async () => { throw new Problem("not_found"); };
  return { asked, server: /** @type {any} */ ({
    fileShare: async (/** @type {string} */ id) => isShared && id === "c" ? plans : refuse(),
    shareFile: async (/** @type {unknown[]} */ ...given) => {
      asked.push(given);
      return plans;
    },
    collaboration: refuse, document: refuse, prepareCollaboration: refuse,
  }) };
}

test("what a person chooses for a file is what is asked of the server", () => {
  for (const who of /** @type {const} */ (["invited", "link"])) {
    for (const access of /** @type {const} */ (["readWrite", "readOnly"])) {
      same(selectedTerms(readShareOptions(offeredTerms({ who, access }))), { who, access });
    }
  }
  const footers = (now) => offeredTerms(now).groups.map(({ footer }) => footer);
  same([footers(), footers({ who: "link", access: "readOnly" })],
    [["", ""], ["", "This holds for everybody who has it, not only for those you share it with now."]]);
  const chosen = setOption(readShareOptions(offeredTerms()), "link", true);
  same(chosen.ok && selectedTerms(chosen.value), { who: "link", access: "readWrite" });
  same(selectedTerms(undefined, { who: "link", access: "readOnly" }), { who: "link", access: "readOnly" });
});

test("a path is a file, whatever else is known, and a recipe's identifier asks nobody about files", async () => {
  const { server } = drive();
  same(await fileOf(server, { localIdentifier: "/a.txt" }), { path: "/a.txt" });
  same(await fileOf(server, { localIdentifier: "/old name", collaborationID: "c" }), { path: "/Plans", share: plans });
  same(await fileOf(server, { collaborationID: "c" }), { path: "/Plans", share: plans });
  same(await fileOf(server, { localIdentifier: "/a.txt", collaborationID: "ended" }), { path: "/a.txt" });
  const asking = /** @type {any} */ ({ fileShare: () => { throw new Error("asked"); } });
  same(await fileOf(asking, { localIdentifier: "d1", collaborationID: "c" }), undefined);
  same(await fileOf(asking, { localIdentifier: "d1" }), undefined);
});

test("a file is shared under the action's identifier; one that messengers know by its link keeps its terms", async () => {
  const { server, asked } = drive();
  const handlers = shareHandlers(server);
  const answer = { link: plans.link, collaborationID: "c", epoch: "7" };
  const start = (/** @type {object} */ metadata) => handlers.start(/** @type {any} */ ({ actionID: "a1", metadata, timeLimit: 30 }));
  same(await start({ localIdentifier: "/a.txt" }), answer);
  same(await start({ localIdentifier: "c", collaborationID: "c" }), answer);
  same(asked, [["a1", "/a.txt", { who: "invited", access: "readWrite" }], ["a1", "/Plans", { who: "link", access: "readOnly" }]]);
});

test("its owner is asked about a file by its own name, and about what nobody finds without one", async () => {
  const ask = (/** @type {object} */ question, isShared = true) => titleOf(drive({ isShared }).server, /** @type {any} */ (question));
  same(await ask({ collaborationID: "c", title: "Something else" }), { title: "Plans", noun: "folder" });
  same(await ask({ localIdentifier: "/a/b.txt" }), { title: "a/b.txt", noun: "file" });
  same(await ask({ collaborationID: "c" }, false), { title: "Something that cannot be found here", noun: "document" });
});

test("nobody is told of a recipe where it may be a file, and the right word is kept", async () => {
  same([nounOf({}), nounOf({ drive: true }), nounOf({ drive: true }, "x")], ["recipe", "document", "document"]);
  rememberNoun("tests-of-nouns", "folder");
  same([nounOf({ drive: true }, "tests-of-nouns"), nounOf({}, "tests-of-nouns")], ["folder", "folder"]);
  const messenger = /** @type {any} */ ({ prove: async () => ({ ok: false, reason: "refused", code: "no_invitation", sentence: "" }) });
  const server = /** @type {any} */ ({ challenge: async () => ({ challenge: "", account: "" }) });
  const opened = await openWithMessenger(server, messenger, "c", "file");
  same(opened.ok === false && opened.sentence, "You were not invited to this file.");
});

test("a path becomes the address of the page of drives", () => {
  same(["", "/a b", "/Shared/50 %/#1?"].map(filesAddress), ["/files#/", "/files#/a%20b", "/files#/Shared/50%20%25/%231%3F"]);
});

test("the app's owner reads whose devices a question is about, as the app calls them", async () => {
  const participants = async () => ({ owner: "ann@docs", participants: [{ root: "a", account: "ann@docs", displayName: "Ann" },
    { root: "b", account: "ben@docs", displayName: "Ben" }, { root: "c" }] });
  const asked = (/** @type {string[]} */ renewedRoots, /** @type {string[]} */ removedRoots = []) =>
    askedAbout(/** @type {any} */ ({ participants }), /** @type {any} */ ({ collaborationID: "c", renewedRoots, removedRoots }));
  same(await asked(["b"]), { renewed: "Ben", removed: "", losing: 0, kept: "" });
  same(await asked(["a"], ["b", "c"]),
    { renewed: "you", removed: "Ben and somebody who has not opened it since they were invited", losing: 2, kept: "" });
  same(await asked(["c", "x"]), { renewed: "2 people who have not opened it since they were invited", isUnnamed: true,
    removed: "", losing: 0, kept: "" });
  same(await asked([]), { renewed: "", removed: "", kept: "" });
});

test("in a question about several documents nobody is nameless who is known in one of them", async () => {
  const names = { soup: "Cem", stew: undefined, pie: undefined };
  const server = /** @type {any} */ ({ document: async () => undefined, collaboration: async () => undefined,
    participants: async (/** @type {"soup" | "stew" | "pie"} */ id) => ({ owner: "ann@docs", participants: [
      { root: id, ...(names[id] && { account: "cem@docs", displayName: names[id] }) }] }) });
  const question = (/** @type {string} */ id) => ({ type: "participants", collaborationID: id, localIdentifier: "",
    added: 0, removed: 0, replaced: 1, removedRoots: [], renewedRoots: [id], only: false, others: [] });
  const heading = async (/** @type {string[]} */ [first, ...others]) => {
    const asked = /** @type {any} */ ({ ...question(first), others: others.map(question) });
    const known = await knownOf(server, asked);
    return [headingOf(asked, known), ...known.documents.map(({ renewed }) => renewed)];
  };
  const nameless = "somebody who has not opened it since they were invited";
  same(await heading(["soup", "stew"]), ["Let people’s devices into 2 documents?", "Cem", nameless]);
  // May be two people.
  same(await heading(["stew", "pie"]), ["Let people’s devices into 2 documents?", nameless, nameless]);
});

test("the app's owner is asked about people and not about their invitations", async () => {
  const participants = async () => ({ owner: "ann@docs", participants: [
    { root: "b", account: "ben@docs", displayName: "Ben", person: "was" }, { root: "c", person: "was" }, { root: "d", person: "c" }, { root: "e" }] });
  const asked = (/** @type {string[]} */ removedRoots, only = false) =>
    askedAbout(/** @type {any} */ ({ participants }), /** @type {any} */ ({ collaborationID: "c", renewedRoots: [], removedRoots, only }));
  same(await asked(["b", "c"]), { renewed: "", removed: "Ben", losing: 1, kept: "" });
  same(await asked(["d"]), { renewed: "", removed: "Ben", losing: 1, kept: "" });
  same(await asked(["c", "e"], true), { renewed: "", removed: "somebody who has not opened it since they were invited", losing: 1, kept: "Ben" });
  same([(await asked(["gone"], true)).isNobody, (await asked(["gone", "e"], true)).isNobody], [true, undefined], "nothing would change");
  same([(await asked(["gone"])).isNobody, (await asked(["was"])).isNobody], [undefined, undefined], "who has gone may be somebody who is in it");
  // A document that is over is in nobody's hands, as only its owner is told.
  const over = (/** @type {string} */ code, /** @type {string[]} */ renewedRoots = []) => askedAbout(/** @type {any} */ ({
    participants: async () => { throw new Problem(code); } }), /** @type {any} */ ({ collaborationID: "c", renewedRoots, removedRoots: ["b"] }))
    .then(({ isNobody }) => isNobody, ({ code: refusal }) => refusal);
  same([await over("gone"), await over("gone", ["n"]), await over("not_found")], [true, "gone", "not_found"]);
  same(await asked(["gone", "e"]), { renewed: "", removed: "somebody who has not opened it since they were invited", losing: 1, kept: "" });
});
