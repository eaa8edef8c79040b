import { enteredAccount } from "../../../Web/grove/identity/entry-labels.js";
import { decodeProofJSON } from "../../../Web/grove/identity/proof-encoding.js";
import { encodeProofRequest } from "../../../Web/grove/identity/proof-request-data.js";
import { utf8 } from "../../../Web/grove/encoding/bytes.js";
import { holds, same, suite } from "../support/harness.js";
import { id } from "../support/people.js";
import { Company, invitation, origin, place } from "./support/devices.js";

const test = suite("invitations, highlights and proofs");

const take = async (from, to, changes, options = {}) => {
  const one = await invitation(from, to, changes);
  await to.take(from, one, { messageID: id(Number(one.epoch)), ...options });
  return one;
};

const request = (account, changes = {}) => ({
  origin, collaborationID: "doc-1",
  data: encodeProofRequest({ account, challenge: new Uint8Array(68) }), ...changes,
});
const yes = async () => true;

test("an invitation that holds is a highlight, and no seed is stored", async () => {
  const { devices: [alice, bob] } = await Company.of("Alice", "Bob");
  const { identity } = await take(alice, bob);
  const [{ title, link, audience, canProve, sender }] = await bob.sharing.highlights();
  same([title, link, audience, canProve, sender], ["Baking", `${origin}/d/1`, origin, true, alice.person.id]);
  same((await bob.sharing.highlightForLink(`${origin}/d/1#x`)).title, "Baking");
  same(await bob.sharing.highlightForLink(`${origin}/d/2`), undefined);
  same(await bob.sharing.highlights("https://other.example"), []);
  const here = globalThis.location?.origin ?? "https://msg.example";
  same(await bob.sharing.addressFor(link), `${link}#collab-messenger=${here}`);
  same(await bob.sharing.addressFor("https://x.example/#a"), "https://x.example/#a");
  const seed = identity.seed.exportBytes().join();
  for (const [name, value] of await bob.store.list("")) {
    holds(!JSON.stringify(value, (_, one) => (one instanceof Uint8Array ? one.join() : typeof one === "bigint" ? `${one}` : one))
      .includes(seed), name);
  }
});

test("one that does not hold is a plain link with a warning, and no proof is made for it", async () => {
  const { devices: [alice, bob] } = await Company.of("Alice", "Bob");
  const cases = [
    [{ identityMap: [] }, "map_mismatch"],
    [{ link: "https://evil.example/d/1" }, "audience_mismatch"],
    [{ identity: { ...(await invitation(alice, alice)).identity, statement: bob.person.chain.newest.reference } }, "root_mismatch"],
  ];
  for (const [changes] of cases) await take(alice, bob, changes);
  await take(alice, bob, {}, { isFromRemovedDevice: true });
  const warned = await bob.sharing.warnedLinks((await bob.lines())[0].conversationID);
  same(warned.map(({ reason }) => reason), [...cases.map(([, reason]) => reason), "removed_device"]);
  same(warned[1].sentence, "Its link does not lead where it says.");
  same(await bob.sharing.highlights(), []);
  same((await bob.lines()).map(({ content }) => content.warning), warned.map(({ reason }) => reason));
  same((await bob.sharing.proof(request("bob@docs"), yes)).refusal, "no_invitation");
});

test("one made for a device list this device does not know waits until that is fetched, sealed", async () => {
  const { devices: [alice, bob] } = await Company.of("Alice", "Bob");
  const one = await invitation(alice, bob);
  one.identity = { ...one.identity, statement: { seq: 9n, hash: id(9, 32) } };
  await bob.take(alice, one);
  same([await bob.sharing.highlights(), await bob.lines()], [[], []]);
  same((await bob.store.list("sharing/pending/")).size, 1);
  await bob.sharing.round();
  for (let turn = 0; turn < 100 && (await bob.lines()).length === 0; turn += 1) await new Promise((done) => setTimeout(done, 5));
  same((await bob.store.list("sharing/pending/")).size, 0);
  same((await bob.lines()).map(({ content }) => content.warning ?? content.change), ["device_list_alarm", "alarm"]);
  same((await bob.store.list("alarm/")).size, 1);
});

test("for an entry the person is asked once, and not for the account that their identity enters", async () => {
  const { devices: [alice, bob] } = await Company.of("Alice", "Bob");
  const one = await take(alice, bob);
  const [{ collaborationID }] = await bob.sharing.highlights();
  const candidate = (/** @type {string} */ end) => `new:AAECAwQFBgcICQoLDA0OD${end}`;
  const questions = [];
  const asking = async (question) => Boolean(questions.push(question));
  const { value } = await bob.sharing.proof(request(candidate("w")), asking);
  const account = await enteredAccount({ audience: origin, collaborationID }, value.root);
  same(questions, [{ audience: origin, account, previous: undefined, title: "Baking", isNew: true }], String(one));
  same((await bob.sharing.proof(request(candidate("A")), asking)).ok, true);
  same((await bob.sharing.proof(request(account), asking)).ok, true);
  same(questions.length, 1);
  same((await bob.sharing.proof(request(`invited-${"0".repeat(32)}`), asking)).ok, true);
  same(questions[1].previous, account, "another's account is another's");
});

test("an account that this device has signed for is shown what it was born of, also when that has ended", async () => {
  const { devices: [alice, bob] } = await Company.of("Alice", "Bob");
  const [candidate, other] = ["new:AAECAwQFBgcICQoLDA0ODw", "doc-2"];
  await take(alice, bob);
  const first = (await bob.sharing.proof(request(candidate), yes)).value;
  same(first.born, undefined, "its own is the proof itself");
  const account = await enteredAccount({ audience: origin, collaborationID: "doc-1" }, first.root);
  await take(alice, bob, { collaborationID: other, link: `${origin}/d/2` });
  // Nobody has signed for that account there: the server is told nothing of the two being one person's.
  const questions = [];
  const asking = async (question) => Boolean(questions.push(question));
  same((await bob.sharing.proof(request(candidate, { collaborationID: other }), asking)).value.born, undefined);
  same(questions.map(({ previous }) => previous), [account]);
  same((await bob.sharing.proof(request(account, { collaborationID: other }), asking)).ok, true);
  const kept = [...await bob.store.list("sharing/invitation/")];
  await bob.store.put(new Map(kept.map(([name, one]) =>
    [name, one.collaboration.collaborationID === other ? one : { ...one, isRevoked: true }])));
  questions.length = 0;
  const { value } = await bob.sharing.proof(request(candidate, { collaborationID: other }), asking);
  same(questions, [], "it is the account that was confirmed last");
  same(value.born.map(({ collaborationID }) => collaborationID), ["doc-1"]);
  const shown = decodeProofJSON(utf8(value.born[0].proof));
  same(shown.challenge, decodeProofJSON(utf8(value.json)).challenge);
  same(shown.publicKey.join(), decodeProofJSON(utf8(first.json)).publicKey.join());
});

test("who was invited twice enters by what made their account, or took its place", async () => {
  const { devices: [alice, bob] } = await Company.of("Alice", "Bob");
  const candidate = "new:AAECAwQFBgcICQoLDA0ODw";
  const entering = async (refused) => (await bob.sharing.proof(request(candidate, { refused }), yes)).value.root;
  /** As if it had come in another conversation. */
  const move = async (root, changes) => {
    const kept = [...await bob.store.list("sharing/invitation/")].filter(([, one]) => one.root === root);
    await bob.store.put(new Map(kept.map(([name, one]) => [name, { ...one, ...changes }])));
  };
  const rootOf = async () => (await bob.sharing.proof(request("bob@docs"), yes)).value.root;
  await take(alice, bob);
  const first = await entering();
  await take(alice, bob);
  const second = await rootOf();
  holds(second !== first);
  await move(second, { conversationID: id(8) });
  same(await entering(), first);
  same(await entering([first]), second);
  await move(first, { isRevoked: true });
  same(await entering(), second);
  await take(alice, bob);
  const third = await rootOf();
  await move(second, { order: 9 });
  same(await rootOf(), second);
  same(await entering(), third, "of the same conversation");
});

test("the person sees the account and says yes once, and again whenever it changes", async () => {
  const { devices: [alice, bob] } = await Company.of("Alice", "Bob");
  await take(alice, bob);
  const questions = [];
  const asking = (answer) => async (question) => Boolean(questions.push(question)) && answer;
  same(await bob.sharing.hasConsent(origin), false);
  same((await bob.sharing.proof(request("work@docs"), asking(false))).refusal, "account_not_confirmed");
  same(await bob.sharing.hasConsent(origin), false);
  const { value } = await bob.sharing.proof(request("work@docs"), asking(true));
  same((await bob.sharing.proof(request("work@docs"), asking(true))).ok, true);
  same(questions.length, 2);
  same((await bob.sharing.proof(request("home@docs"), asking(true))).ok, true);
  same(questions[2], { audience: origin, account: "home@docs", previous: "work@docs", title: "Baking" });
  same((await bob.sharing.proof(request("home@docs", { asksAlways: true }), asking(false))).refusal, "account_not_confirmed");
  same((await bob.sharing.confirmedAccounts()).map(({ account }) => account), ["home@docs"]);
  await bob.sharing.forgetConfirmation(origin);
  same(await bob.sharing.hasConsent(origin), false);
  same(decodeProofJSON(utf8(value.json)).inclusionHashes.length, 5);
});

test("another origin, another collaboration, a device without a leaf: no proof", async () => {
  const { devices: [alice, bob] } = await Company.of("Alice", "Bob");
  await take(alice, bob);
  const refusal = async (changes) => (await bob.sharing.proof(request("bob@docs", changes), yes)).refusal;
  same(await refusal({ origin: "https://evil.example" }), "no_invitation");
  same(await refusal({ collaborationID: "doc-2" }), "no_invitation");
  const other = await Company.of("Alice", "Carol");
  const [, carol] = other.devices;
  const { baseKey } = (await Company.of("Alice")).devices[0].person.devices[0];
  carol.host.baseKey = async () => baseKey;
  await take(other.devices[0], carol);
  same((await carol.sharing.highlights())[0].canProve, false);
  same((await carol.sharing.proof(request("c@docs"), yes)).refusal, "device_not_in_identity");
});

test("the newest invitation is tried first, and the next after the server refused it", async () => {
  const { devices: [alice, bob] } = await Company.of("Alice", "Bob");
  const [first, second] = [await take(alice, bob), await take(alice, bob)];
  const root = async (refused) => {
    const answer = await bob.sharing.proof(request("bob@docs", { refused }), yes);
    return answer.ok ? answer.value.root : answer.refusal;
  };
  same(await root([]), second.identity.root);
  same(await root([second.identity.root]), first.identity.root);
  same(await root([first.identity.root, second.identity.root]), "no_invitation");
});

test("raw data is signed only where it is allowed, and never what looks like this protocol", async () => {
  const { devices: [alice, bob] } = await Company.of("Alice", "Bob");
  await take(alice, bob);
  const raw = async (text) => {
    const answer = await bob.sharing.proof(request("x", { data: utf8(text) }), yes);
    return answer.ok ? JSON.parse(answer.value.json).profile : answer.refusal;
  };
  same(await raw("anything"), "raw_proofs_off");
  await bob.sharing.setRawProofs(origin, true);
  same(await raw("anything"), 2);
  same(await raw("collab/1 identity-proof\u0000x"), "raw_proofs_off");
  same(await raw("x".repeat(1025)), "raw_proofs_off");
  await bob.sharing.setRawProofs(origin, false);
  same(await raw("anything"), "raw_proofs_off");
});

test("nobody can give somebody else's root to another account, or bring a removed root back", async () => {
  const { devices: [alice, bob, carol] } = await Company.of("Alice", "Bob", "Carol");
  const one = await invitation(alice, bob);
  const carolRoot = { account: carol.person.id, root: id(150, 32) };
  await bob.take(alice, { ...one, identityMap: [...one.identityMap, carolRoot] }, { messageID: id(90) });
  const two = await invitation(alice, bob);
  await bob.take(alice, { ...two, identityMap: [{ account: alice.person.id, root: carolRoot.root }, two.identityMap[1]] }, { messageID: id(91) });
  same((await bob.lines()).map(({ content }) => content.warning), [undefined, "contradicts_earlier"]);
  await bob.take(alice, { type: "membershipUpdate", ...place, epoch: 99n, added: [], removed: [one.identity.root] });
  same(await bob.sharing.highlights(), []);
  await bob.take(alice, one, { messageID: id(92) });
  same((await bob.lines()).at(-1).content.warning, "contradicts_earlier");
});
