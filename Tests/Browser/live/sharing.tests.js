import { Messenger } from "../../../Web/grove/messenger/messenger.js";
import { decodeBase64URL, encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { KEMKey } from "../../../Web/grove/message/kem-key.js";
import { holds, same, suite } from "../support/harness.js";
import { person, place, until } from "./support/devices.js";
import { RecipesApp } from "./support/recipes-app.js";
import { Servers, SwiftDevice } from "./support/servers.js";

const test = suite("sharing between browser and Swift devices");

/** Alice and Bob in browsers, Charlie with Swift, each with an app account; one conversation. */
async function together(body) {
  const servers = await Servers.start();
  const charlie = new SwiftDevice(servers, "charlie");
  const people = [];
  const join = async (handle) => {
    const { messenger } = await person(servers, handle);
    people.push(messenger);
    messenger.start();
    return { messenger, sharing: messenger.sharing, app: await RecipesApp.signUp(servers, `${handle}@recipes`) };
  };
  try {
    const [alice, bob] = [await join("alice"), await join("bob")];
    alice.sharing.register(alice.app);
    await charlie.must("signUp", { handle: "charlie", name: "Charlie", from: "anybody" });
    await charlie.must("appSignUp", { account: "charlie@recipes", name: "Charlie", password: "correct horse battery" });
    const id = await alice.messenger.createConversation({ members: ["bob", "charlie"] });
    await until("Charlie is in", async () =>
      (await charlie.must("thread", { conversation: id })).rows.length > 0);
    await body({ servers, alice, bob, charlie, id, join, people });
  } finally {
    for (const messenger of people) await messenger.stop();
    await charlie.stop();
    await servers.stop();
  }
}

const others = async ({ messenger }, id) =>
  (await messenger.conversation(id)).members.filter(({ isMe }) => !isMe).map(({ accountID }) => accountID);

/** Shares a new document into a conversation. */
async function share(one, id, title = "Baking", text = "") {
  const metadata = await one.app.document(title);
  const sheet = await one.sharing.shareSheet({ metadata }, one.app);
  sheet.chooseConversation(id, await others(one, id));
  sheet.text = text;
  const draft = await one.sharing.stage(sheet);
  return one.sharing.send(draft.draftID);
}

const linkIn = (one, id) => until("the link is there", async () =>
  (await one.messenger.thread(id)).find(({ content }) => content.kind === "link" && content.audience));

test("what a browser shares opens on a Swift device, and in another browser", () => together(
  async ({ alice, bob, charlie, id }) => {
    const result = await share(alice, id, "Baking", "look at this");
    same(result.outcome, "sent");
    const { collaborationID } = result.collaboration;
    const row = await until("Charlie can open it", async () =>
      (await charlie.must("highlights")).rows.find(({ title }) => title === "Baking"));
    same(row.canProve, "yes");
    same((await charlie.must("open", { link: row.link })).values.result, "granted");
    const { content } = await linkIn(bob, id);
    same(content.optionsSummary, "Everyone can make changes");
    const questions = [];
    const confirm = async (question) => Boolean(questions.push(question));
    same(await bob.app.open(bob.sharing, collaborationID, confirm), "granted");
    same(questions, [{ audience: bob.app.origin, account: "bob@recipes", previous: undefined, title: "Baking" }]);
    same(await bob.app.open(bob.sharing, collaborationID, confirm), "already_granted");
    same(questions.length, 1, "the account is known now");
    same(await alice.app.open(alice.sharing, collaborationID), "granted");
    same((await alice.sharing.membershipOf(result.collaboration)).length, 3);
    await until("the text follows", async () =>
      (await bob.messenger.thread(id)).some((one) => one.content.text === "look at this"));
    same(await alice.sharing.drafts(), []);
  }));

test("what Swift shares opens in a browser", () => together(async ({ bob, charlie, id }) => {
  const { values: { document } } = await charlie.must("createDocument", { title: "Soup" });
  const { values } = await charlie.must("share", { document, title: "Soup", conversation: id });
  await linkIn(bob, id);
  const found = await bob.sharing.highlightForLink(`${values.link}#anything`);
  same([found.title, found.collaborationID, found.canProve], ["Soup", values.collaboration, true]);
  same(await bob.app.open(bob.sharing, values.collaboration, async () => false), "account_not_confirmed");
  same(await bob.app.open(bob.sharing, values.collaboration), "granted");
}));

test("an app that fails leaves nothing, and the draft is back with the reason", () => together(
  async ({ alice, bob, id }) => {
    alice.app.failing = "start";
    same((await share(alice, id)).sentence, "The app could not start the share: The app could not make a link.");
    const [first] = await alice.sharing.drafts();
    same([first.state, first.draft.failure.code], ["staged", "start_failed"]);
    alice.app.failing = "participants";
    const again = await alice.sharing.send(first.draft.draftID);
    same([again.outcome, again.failure.code], ["failed", "update_failed"]);
    await until("what it left is taken back", async () => (await alice.sharing.drafts())[0].state === "staged");
    same(alice.app.asked, ["start", "start", "participants", "participants", "cancelled"]);
    const gone = await alice.app.server.collaboration(alice.app.last).catch((error) => error.code);
    holds(["not_found", "gone"].includes(gone), gone);
    holds(!(await bob.messenger.thread(id)).some(({ content }) => content.kind === "link"));
    same((await alice.sharing.send(first.draft.draftID)).outcome, "sent");
    await linkIn(bob, id);
  }));

test("what one browser hands out to an app's server the person's other browser knows", () => together(
  async ({ servers, alice, bob, id, people }) => {
    const linking = await Messenger.beginLinking({ ...place(servers), confirm: async () => true });
    await bob.messenger.linkDevice(linking.text);
    const phone = await linking.done;
    people.push(phone);
    phone.start();
    const { collaboration } = await share(alice, id);
    for (const messenger of [bob.messenger, phone]) await linkIn({ messenger }, id);
    const serverKey = encodeBase64URL((await KEMKey.generate()).publicKey.bytes);
    const address = await phone.sharing.noticeAddress(collaboration, serverKey);
    await phone.sharing.settled();
    await phone.sync();
    await bob.messenger.sync();
    same(await bob.sharing.noticeAddress(collaboration, serverKey), address);
  }));

test("notices go both ways, and a mention only to the mentioned person", () => together(
  async ({ alice, bob, charlie, id }) => {
    const { collaboration } = await share(alice, id);
    const { collaborationID } = collaboration;
    const { content: { link } } = await linkIn(bob, id);
    await until("Charlie can open it", async () =>
      (await charlie.must("highlights")).rows.length > 0);
    const { values: { document } } = await charlie.must("open", { link });
    same(await bob.app.open(bob.sharing, collaborationID), "granted");
    await charlie.must("notice", { event: "edit", collaboration: collaborationID });
    const [edited] = await until("Alice is told", () => alice.sharing.notices(id).then((all) => all.length > 0 && all));
    same([edited.text, edited.attribution, edited.title, edited.link], ["Charlie edited", "Charlie's app says", "Baking", link]);
    const published = await (await fetch(`${alice.app.origin}/.well-known/collab-keys.json`)).json();
    await alice.sharing.takePublishedKeys(alice.app.origin, published);
    await alice.sharing.dismissNotice(edited);
    await charlie.must("append", { document, text: "A pinch of salt." });
    await charlie.must("notice", { event: "edit", collaboration: collaborationID });
    const fact = await until("Alice is told a fact", async () => (await alice.sharing.notices(id))[0]);
    same([fact.text, fact.attribution], ["Charlie edited", undefined]);
    await charlie.must("mention", { account: "bob@recipes", collaboration: collaborationID });
    await until("Bob is told", async () =>
      (await bob.sharing.notices(id)).some(({ text }) => text === "Charlie mentioned you"));
    holds(!(await alice.sharing.notices(id)).some(({ kind }) => kind === "mention"));
    const told = await alice.sharing.postNotice(collaboration, { kind: "renamed" });
    same(told.value.length, 2);
    await until("Charlie shows it", async () =>
      (await charlie.must("thread", { conversation: id })).rows.some(({ kind, text }) =>
        kind === "notice" && text.includes("Alice renamed it")));
    await alice.sharing.dismissNotice(fact);
    same(await alice.sharing.notices(id), []);
    await alice.sharing.retractNotices(collaboration);
    await until("Bob's banner goes", async () =>
      !(await bob.sharing.notices(id)).some(({ kind }) => kind === "renamed"));
    same((await alice.sharing.postNotice(collaboration, { kind: "deleted" })).refusal, "attestation_required");
  }));

test("who joins the conversation is offered, gains access on consent, and loses it on leaving", () => together(
  async ({ alice, bob, charlie, id, join }) => {
    const { collaboration } = await share(alice, id);
    const dana = await join("dana");
    await alice.messenger.addMembers(id, ["dana"]);
    const offer = await until("the offer is there", async () => (await alice.sharing.membershipOffers(id))[0]);
    same(offer.documents.map(({ title, gains, loses }) => [title, gains, loses]),
      [["Baking", [dana.messenger.me.accountID], []]]);
    const [{ result }] = await alice.sharing.applyMembership(offer);
    same(result.outcome, "sent");
    same(await alice.sharing.membershipOffers(id), []);
    await linkIn(dana, id);
    same(await dana.app.open(dana.sharing, collaboration.collaborationID), "granted");
    await until("Bob knows of Dana", async () =>
      (await bob.sharing.membershipOf(collaboration)).includes(dana.messenger.me.accountID));
    await alice.messenger.removeMembers(id, ["charlie"]);
    const second = await until("the second offer", async () => (await alice.sharing.membershipOffers(id))[0]);
    same(second.documents[0].loses.length, 1);
    const [removed] = await alice.sharing.applyMembership(second);
    same(removed.result.outcome, "sent");
    await charlie.ask("highlights");
    const refused = await charlie.ask("open", { link: (await alice.sharing.highlights())[0].link });
    holds(refused.code, "Charlie may not open it any more");
    await until("Bob knows", async () => (await bob.sharing.membershipOf(collaboration)).length === 3);
  }));

test("not now puts an offer off until the conversation changes again", () => together(
  async ({ alice, id, join }) => {
    await share(alice, id);
    await join("dana");
    await alice.messenger.addMembers(id, ["dana"]);
    const offer = await until("the offer is there", async () => (await alice.sharing.membershipOffers(id))[0]);
    await alice.sharing.dismissMembership(offer);
    same(await alice.sharing.membershipOffers(id), []);
    await alice.messenger.removeMembers(id, ["bob"]);
    const again = await until("it is back", async () => (await alice.sharing.membershipOffers(id))[0]);
    same([again.documents[0].gains.length, again.documents[0].loses.length], [1, 1]);
  }));

test("a share that was sent while the relay was away goes on when it is back", () => together(
  async ({ servers, alice, bob, id }) => {
    await servers.kill();
    const metadata = { localIdentifier: "x", title: "Later" };
    const sheet = await alice.sharing.shareSheet({ metadata }, alice.app);
    sheet.chooseConversation(id, await others(alice, id));
    const draft = await alice.sharing.stage(sheet);
    const result = await alice.sharing.send(draft.draftID);
    same(result.outcome, "waiting");
    same((await alice.sharing.drafts())[0].state, "queued");
    same(alice.app.asked, [], "the app has not been asked yet");
    await servers.restart();
    await alice.sharing.cancelShare(draft.draftID);
    await until("it is back", async () => (await alice.sharing.drafts())[0]?.state === "staged");
    same((await share(alice, id, "Sooner")).outcome, "sent");
    await linkIn(bob, id);
  }));

/** Another browser of the same person. */
async function linked({ messenger, app }, servers) {
  const { text, done } = await Messenger.beginLinking({ ...place(servers), confirm: async () => true });
  await messenger.linkDevice(text);
  const second = await done;
  second.start();
  return { messenger: second, sharing: second.sharing, app };
}

test("a second browser proves once access is refreshed; a lost one's proof is worthless", () => together(
  async ({ servers, alice, bob, id }) => {
    const { collaboration } = await share(alice, id);
    const { collaborationID } = collaboration;
    await linkIn(bob, id);
    same(await bob.app.open(bob.sharing, collaborationID), "granted");
    same(await alice.sharing.renewIdentities(collaboration), undefined, "nobody's devices changed");
    const second = await linked(bob, servers);
    try {
      same(await second.app.open(second.sharing, collaborationID), "no_invitation");
      same((await alice.sharing.renewIdentities(collaboration, bob.messenger.me.accountID)).outcome, "sent");
      const highlight = await until("the second browser can prove", async () =>
        (await second.sharing.highlights()).find(({ canProve }) => canProve));
      same(highlight.collaborationID, collaborationID);
      same(await second.app.open(second.sharing, collaborationID), "already_granted");
      const { data } = await second.app.server.challenge(collaborationID);
      await bob.messenger.removeDevice(second.messenger.deviceID);
      await until("the identity is renewed without being asked", async () =>
        (await alice.sharing.renewals()).length === 0 && alice.app.asked.length >= 4);
      const stolen = await second.sharing.proof(
        { origin: bob.app.origin, collaborationID, data: decodeBase64URL(data) }, async () => true);
      const refused = await bob.app.server.prove(collaborationID, JSON.parse(stolen.value.json)).catch(({ code }) => code);
      holds(["not_verified", "challenge_stale"].includes(refused), String(refused));
      await until("Bob's first browser still has access", async () =>
        (await bob.app.open(bob.sharing, collaborationID).catch(({ code }) => code)) === "already_granted");
    } finally {
      await second.messenger.stop();
    }
  }));
