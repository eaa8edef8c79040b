import { isLedTo } from "../../../Web/grove/rules/invitations/highlight-rules.js";
import { MessengerError } from "../../../Web/grove/rules/model/messenger-error.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { same, suite } from "../support/harness.js";
import { id } from "../support/people.js";
import { App, Company, conversationID, invitation, origin, staged } from "./support/devices.js";

const test = suite("drafts that cannot be sent, and links however they are written");

/** A copy in the compose field. */
async function stagedCopy(device, recipients = [id(3, 32)]) {
  const file = { name: "cake.txt", mediaType: "text/plain", data: new Blob(["a cake"]) };
  const sheet = await device.sharing.shareSheet({ file }, { origin, name: "Recipes" });
  sheet.chooseConversation(conversationID, recipients);
  return (await device.sharing.stage(sheet)).draftID;
}

const failures = async (device) =>
  (await device.sharing.drafts()).map(({ draft, problem }) => [draft.failure, problem]);

test("a copy the relay refuses gives its draft back, with the reason", async () => {
  const { devices: [alice] } = await Company.of("Alice", "Bob");
  const draftID = await stagedCopy(alice);
  alice.sendCopy = async () => ({ delivery: { state: "failed", reason: "mailbox_full" } });
  const failure = { code: "upload_refused", reason: "mailbox_full" };
  const sentence = "The relay refused the message.";
  same(await alice.sharing.send(draftID), { outcome: "failed", failure, sentence });
  same(await failures(alice), [[failure, sentence]]);
  alice.sendCopy = async () => ({ delivery: { state: "sent" } });
  same(await alice.sharing.send(draftID), { outcome: "sent", conversationID });
  same(await failures(alice), []);
});

test("a draft names whom the relay does not know, and stays", async () => {
  const company = await Company.of("Alice", "Bob");
  const [alice] = company.devices;
  const draftID = await staged(alice);
  const stranger = id(77, 32);
  const [{ draft }] = await alice.sharing.drafts();
  const recipients = [...draft.recipients, stranger];
  await alice.sharing.updateDraft({ ...draft, conversationID: undefined, recipients });
  alice.createConversation = async () => { throw new MessengerError("contact_unknown"); };
  const failure = { code: "recipient_unknown", account: stranger };
  const sentence = "One of the recipients is not known here.";
  same(await alice.sharing.send(draftID), { outcome: "failed", failure, sentence });
  same(await failures(alice), [[failure, sentence]]);
});

test("a draft for nobody but its sender has no recipients", async () => {
  const { devices: [alice] } = await Company.of("Alice", "Bob");
  const draftID = await stagedCopy(alice, [alice.person.id]);
  same((await alice.sharing.send(draftID)).failure, { code: "no_recipients" });
});

test("a conversation that still asks to be accepted is none to share into", async () => {
  const company = await Company.of("Alice", "Bob");
  const [alice, bob] = company.devices;
  alice.sharing.register(new App());
  await alice.host.change((records) => {
    const known = records.get(names.conversation(conversationID));
    records.put(names.conversation(conversationID), { ...known, requestedBy: bob.person.id });
  });
  const draftID = await staged(alice);
  const [{ draft }] = await alice.sharing.drafts();
  await alice.sharing.updateDraft({ ...draft, conversationID: undefined });
  const asked = [];
  alice.createConversation = async ({ members }) => {
    asked.push(members);
    throw new MessengerError("relay_unreachable");
  };
  await alice.sharing.send(draftID).catch(({ code }) => asked.push(code));
  same(asked, [[bob.person.id], "relay_unreachable"]);
});

test("a link is found however its scheme, host and port are written", async () => {
  const { devices: [alice, bob] } = await Company.of("Alice", "Bob");
  await bob.take(alice, await invitation(alice, bob));
  const leads = async (link) => (await bob.sharing.highlightForLink(link)) !== undefined;
  for (const link of ["https://docs.example/d/1", "HTTPS://Docs.Example/d/1",
    "https://docs.example:443/d/1", "https://docs.example/d/1#part"]) same([link, await leads(link)], [link, true]);
  for (const link of ["https://docs.example/D/1", "https://docs.example:444/d/1", "https://docs.example/d/1?",
    "https://docs.example/d/1/", "docs.example/d/1", "https://evil.example/d/1"]) {
    same([link, await leads(link)], [link, false]);
  }
  same(await bob.sharing.addressFor("HTTPS://docs.example:443/d/1"),
    "HTTPS://docs.example:443/d/1#collab-messenger=" +
    (globalThis.location?.origin ?? "https://msg.example"));
  same([isLedTo("https://docs.example", "https://docs.example/"),
    isLedTo("https://docs.example?a", "https://docs.example/?a"), isLedTo("no link", "no link")],
  [true, true, false]);
});
