import { rootOf } from "../../../Web/grove/message/collaboration-membership.js";
import { readHere } from "../../../Web/grove/rules/attention/reading-rules.js";
import { KnownParticipants } from "../../../Web/grove/rules/membership/known-membership.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { same, suite } from "../support/harness.js";
import { App, Company, conversationID, origin, staged } from "./support/devices.js";

const test = suite("mentions that are unread");

const place = { audience: origin, collaborationID: "doc-0" };

/** Alice has shared with Bob and Carol; Bob mentions Carol. */
async function shared() {
  const company = await Company.of("Alice", "Bob", "Carol");
  const [alice, bob, carol] = company.devices;
  alice.sharing.register(new App());
  same((await alice.sharing.send(await staged(alice))).outcome, "sent");
  await alice.flush();
  const participants = await bob.host.look((records) => KnownParticipants.of(records, place));
  const root = rootOf(participants.membershipOf(carol.person.id), carol.person.id);
  const tell = async (post) => {
    same((await bob.sharing.postNotice(place, post)).ok, true);
    await bob.flush();
  };
  const mention = () => tell({ kind: "mention", root });
  const unread = async () => ((await carol.store.get(names.reading(conversationID)))?.mentions ?? []).length;
  return { alice, bob, carol, mention, tell, unread };
}

test("a mention counts, each one, and what else happens in the document counts nothing", async () => {
  const { carol, bob, mention, tell, unread } = await shared();
  await tell({ kind: "edit" });
  await tell({ kind: "comment" });
  same(await unread(), 0);
  await mention();
  await mention();
  same(await unread(), 2);
  const { mentions: [{ account, collaboration }], mentionedAt } = await carol.store.get(names.reading(conversationID));
  same([account, collaboration, mentionedAt > 0], [bob.person.id, place, true]);
  await carol.host.change((records) =>
    readHere(records, conversationID, { accountID: carol.person.id, deviceID: carol.own.deviceID, now: 1 }));
  same(await unread(), 0);
});

test("what is put away, seen in the app or taken back is unread no more", async () => {
  const { bob, carol, mention, unread } = await shared();
  await mention();
  await mention();
  const [notice] = await carol.sharing.notices(conversationID);
  await carol.sharing.dismissNotice(notice);
  same(await unread(), 1);
  // Here no server tells when it is open.
  await carol.sharing.clearOpened(place);
  same(await unread(), 0);
  await mention();
  same(await unread(), 1);
  await bob.sharing.retractNotices(place);
  await bob.flush();
  same(await unread(), 0);
});

test("who has left the conversation, and not the document, mentions there all the same: its strip shows it", async () => {
  const { bob, carol, mention, unread } = await shared();
  await carol.host.change((records) => {
    const name = names.conversation(conversationID);
    const conversation = records.get(name);
    records.put(name, { ...conversation, members: conversation.members.filter((one) => one !== bob.person.id) });
  });
  await mention();
  same(await unread(), 1);
  same((await carol.sharing.notices(conversationID)).map(({ text }) => text), ["Bob mentioned you"]);
});

test("of more mentions than are known one by one, the newest count", async () => {
  const { bob, carol, mention, unread } = await shared();
  await mention();
  const known = await carol.store.get(names.reading(conversationID));
  const many = Array.from({ length: 256 }, (_, number) => ({ ...known.mentions[0], noticeID: `before ${number}` }));
  await carol.host.change((records) => records.put(names.reading(conversationID), { ...known, mentions: many }));
  await mention();
  same(await unread(), 256);
  const { mentions } = await carol.store.get(names.reading(conversationID));
  same([mentions[0].noticeID, mentions.at(-1).account], ["before 1", bob.person.id]);
});
