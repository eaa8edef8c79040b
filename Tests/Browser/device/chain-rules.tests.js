import { hear, maximumReported } from "../../../Web/grove/rules/devices/alarm-rules.js";
import { readAccount, want } from "../../../Web/grove/rules/model/known-account.js";
import { adopt } from "../../../Web/grove/rules/devices/chain-rules.js";
import { told } from "../../../Web/grove/rules/conversations/roster-rules.js";
import { same, suite } from "../support/harness.js";
import { account, change, device, id } from "../support/people.js";
import { answerOf, desk } from "./support.js";

const test = suite("device lists a device is shown");

const [anna, eve] = [await account("anna", [await device("a 1")]), await account("eve")];
const [first] = anna.devices;
const second = await device("a 2");
const third = await device("a 3");
const longer = { ...anna, chain: await change(anna, [first, second], first.identityKey) };
const forked = { ...anna, chain: await change(anna, [first, third], first.identityKey) };
const now = 1_700_000_000_000;

async function knowing(person) {
  const one = desk();
  const heard = [];
  const ask = (answer, from = 0n) => one.change((records) => adopt(records, answer, {
    accountID: anna.id, from, now,
    hooks: { devicesChanged: (after) => heard.push(after.newest.seq) },
  }));
  await one.change((records) => told(
    records, { conversationID: id(1), members: [id(9, 32), anna.id], version: 1 },
    { accountID: id(9, 32), now }));
  if (person) await ask(answerOf(person));
  const seq = async () => (await one.look((records) => readAccount(records, anna.id)))?.chain.newest.seq;
  const alarms = async () => [...(await one.store.list("alarm/")).values()].map(({ kind }) => kind);
  const lines = async () => (await one.items()).map(({ content }) => content.change);
  return { ...one, ask, seq, alarms, lines, told: heard };
}

test("the first chain is taken, another account's is not", async () => {
  const one = await knowing();
  same(await one.ask(answerOf(eve)), "invalid");
  same(await one.ask({ ...answerOf(anna), statements: [] }), "invalid");
  same([await one.seq(), await one.alarms()], [undefined, []]);
  same((await one.ask(answerOf(anna))).name, "anna");
  same([await one.seq(), await one.lines()], [0n, []]);
});

test("a chain that goes on is taken, in part or whole, and shown in its conversations", async () => {
  const one = await knowing(anna);
  await one.ask(answerOf(longer), 0n);
  same([await one.seq(), await one.lines(), one.told], [1n, ["device_added"], [1n]]);
  const shorter = { ...anna, chain: await change(longer, [first], first.identityKey) };
  await one.ask(answerOf(shorter, 1), 1n);
  same([await one.seq(), await one.lines()], [2n, ["device_added", "device_removed"]]);
  await one.ask(answerOf(shorter, 2), 2n);
  same([await one.alarms(), one.told.length], [[], 2]);
});

test("an older list, a second history and a broken one are alarms, once each, and change nothing", async () => {
  const one = await knowing(longer);
  for (let time = 0; time < 2; time += 1) {
    same(await one.ask(answerOf(anna)), "invalid");
    same(await one.ask(answerOf(forked)), "invalid");
    same(await one.ask({ ...answerOf(longer), statements: longer.chain.records.slice(1) }), "invalid");
    same(await one.ask({ ...answerOf(longer), statements: [] }, 1n), "invalid");
  }
  same((await one.alarms()).sort(), ["fork", "invalid_chain", "rolled_back", "rolled_back"]);
  same(await one.lines(), ["alarm", "alarm", "alarm", "alarm"]);
  same(await one.seq(), 1n);
  const fork = [...(await one.store.list("alarm/fork/")).values()][0];
  same([typeof fork.knownRecord.signature, typeof fork.otherRecord.signature], ["string", "string"]);
});

test("a part that does not join what is known asks for the whole", async () => {
  const one = await knowing(anna);
  const shorter = { ...anna, chain: await change(longer, [first], first.identityKey) };
  same(await one.ask(answerOf(shorter, 2), 1n), "whole_chain_needed");
  same(await one.alarms(), []);
});

test("a handle stays with the account that had it first", async () => {
  const one = await knowing(anna);
  await one.change((records) => adopt(records, { ...answerOf(eve), handle: "anna" },
    { accountID: eve.id, from: 0n, now, hooks: {} }));
  same(await one.store.get("handle/anna"), anna.id);
});

test("what others saw is compared: fetched first, then an alarm", async () => {
  const one = await knowing(longer);
  const say = (seen, isRefreshed) => one.change((records) =>
    hear(records, { seen: [seen] }, { sender: eve.id, isRefreshed, now }));
  const { seq, hash } = longer.chain.newest.reference;
  await say({ account: anna.id, seq, hash }, true);
  await say({ account: id(5, 32), seq, hash }, true);
  same(await one.alarms(), []);
  await say({ account: anna.id, seq: 9n, hash }, false);
  same(await one.names("wanted/"), [`wanted/${anna.id}`, `wanted/${id(9, 32)}`].sort());
  await say({ account: anna.id, seq: 9n, hash }, true);
  await say({ account: anna.id, seq, hash: id(6, 32) }, true);
  same((await one.alarms()).sort(), ["hidden_statement", "reported_fork"]);
  await one.change((records) => want(records, anna.id, 1n));
  same(await one.store.get(`wanted/${anna.id}`), 9n);
});

test("one account's word raises so many alarms and no more, in one message or in many", async () => {
  const one = await knowing(longer);
  const { seq } = longer.chain.newest.reference;
  const say = (hashes) => one.change((records) => hear(records,
    { seen: hashes.map((byte) => ({ account: anna.id, seq, hash: id(byte, 32) })) },
    { sender: eve.id, isRefreshed: true, now }));
  for (let byte = 1; byte <= 10; byte += 1) await say([byte]);
  same((await one.alarms()).length, 10);
  await say(Array.from({ length: 40 }, (_, byte) => 20 + byte));
  same((await one.alarms()).length, maximumReported);
});
