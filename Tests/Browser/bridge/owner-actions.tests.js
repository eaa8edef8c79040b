import { OwnerActions } from "../../../Web/grove/bridge/owner-actions.js";
import { same, suite } from "../support/harness.js";
import { app, change, messenger, moment, until } from "./support/windows.js";

const test = suite("the bridge, what an app's owner is asked");

test("what follows from an answer is asked again after its time", async () => {
  const [asked, answered] = [[], []];
  const handlers = { start: async () => ({ link: `${app}/d/1`, collaborationID: "doc-1" }), updateParticipants: async () => {} };
  const actions = new OwnerActions({ messengerOrigin: messenger, handlers: () => handlers, agreed: 300, isGone: () => false,
    confirm: async ({ type }) => { asked.push(type); return true; }, answer: (type) => answered.push(type) });
  const hear = async (members) => {
    actions.hear({ collab: 1, timeLimit: 5, ...change(), ...members });
    await until(() => answered.length === Number(members.id));
  };
  await hear({ id: "1", type: "start" });
  await hear({ id: "2", type: "participants" });
  await hear({ id: "3", type: "participants", collaborationID: "other", added: [], removed: ["a"] });
  same(asked, ["start"], "inviting to it and taking back what was added are agreed");
  await moment(350);
  await hear({ id: "4", type: "participants" });
  await hear({ id: "5", type: "participants", collaborationID: "other", added: [], removed: ["never"] });
  same(asked, ["start", "participants", "participants"]);
});

test("other devices of people in many documents are one question, and what else is asked is one each", async () => {
  const [asked, answered] = [[], []];
  let say = (_) => {};
  const actions = new OwnerActions({ messengerOrigin: messenger, handlers: () => ({ updateParticipants: async () => {} }), isGone: () => false,
    confirm: (question) => new Promise((resolve) => { asked.push(question); say = resolve; }),
    answer: (_, { ok }, id) => answered.push([id, ok]) });
  const renewed = (id) => ({ collab: 1, id, type: "participants", ...change({ collaborationID: `doc-${id}`, added: [], removed: [],
    replaced: [{ old: `o${id}`, new: `n${id}` }] }) });
  const one = renewed("1");
  actions.hear(one);
  actions.hear(renewed("2"));
  await moment(100);
  actions.hear({ ...one, id: "3" });
  actions.hear({ collab: 1, id: "4", type: "participants", ...change() });
  actions.hear(renewed("5"));
  await until(() => asked.length === 1);
  same([asked[0], ...asked[0].others].map(({ collaborationID, renewedRoots }) => [collaborationID, renewedRoots]),
    [["doc-1", ["o1"]], ["doc-2", ["o2"]], ["doc-1", ["o1"]], ["doc-5", ["o5"]]]);
  // One is taken back meanwhile: the answer is for the others.
  actions.hear({ collab: 1, id: "2", type: "withdrawn" });
  actions.hear(renewed("6"));
  say(true);
  await until(() => asked.length === 2);
  same(answered, [["2", false], ["1", true], ["3", true]]);
  same([asked[1].added, asked[1].others], [1, []]);
  say(false);
  await until(() => asked.length === 3);
  same(asked[2].collaborationID, "doc-6", "what came after the question is another one");
  same(answered.slice(3), [["4", false], ["5", true]]);
  say(false);
  await until(() => answered.length === 6);
});

test("what the messenger has said to come is waited for, however long an identity takes", async () => {
  const [asked, answered] = [[], []];
  const actions = new OwnerActions({ messengerOrigin: messenger, handlers: () => ({ updateParticipants: async () => {} }), isGone: () => false,
    confirm: async (question) => asked.push(question) > 0, answer: (_, { ok }, id) => answered.push([id, ok]) });
  actions.hear({ collab: 1, id: "a", type: "awaited", count: 3 });
  for (const id of ["1", "2", "3"]) {
    actions.hear({ collab: 1, id, type: "participants", ...change({ added: [], replaced: [{ old: id, new: "n" }], collaborationID: id }) });
    await moment(id === "3" ? 0 : 700);
    same(asked.length, 0);
  }
  await until(() => answered.length === 3);
  same([asked.length, asked[0].others.length, answered.every(([, ok]) => ok)], [1, 2, true]);
  // What was said and never came is waited for once.
  actions.hear({ collab: 1, id: "b", type: "awaited", count: 2 });
  actions.hear({ collab: 1, id: "4", type: "participants", ...change({ added: [], replaced: [{ old: "4", new: "n" }] }) });
  await until(() => answered.length === 4);
  same(asked.length, 2);
});

test("one plan for many documents is one question where the messenger has said that they come, and no other is", async () => {
  const [asked, answered] = [[], []];
  const actions = new OwnerActions({ messengerOrigin: messenger, handlers: () => ({ updateParticipants: async () => {} }), isGone: () => false,
    confirm: async (question) => asked.push(question) > 0, answer: (_, { ok }, id) => answered.push([id, ok]) });
  const add = (id, members) => actions.hear(
    { collab: 1, id, type: "participants", ...change({ added: ["r"], collaborationID: `doc-${id}`, ...members }) });
  actions.hear({ collab: 1, id: "a", type: "awaited", count: 4 });
  add("1");
  add("2", { added: [], removed: ["x"] });
  add("3");
  await moment(50);
  add("4");
  add("5");
  await until(() => answered.length === 5);
  same(asked.map((one) => [one, ...one.others].map(({ collaborationID, removed }) => `${collaborationID} ${removed}`)),
    [["doc-1 0", "doc-3 0", "doc-4 0"], ["doc-2 1"], ["doc-5 0"]], "who loses something is asked about alone");
});

test("one question about many documents goes when all of them are taken back", async () => {
  const [asked, over, answered] = [[], [], []];
  const actions = new OwnerActions({ messengerOrigin: messenger, handlers: () => ({ updateParticipants: async () => {} }), isGone: () => false,
    confirm: (question, signal) => {
      asked.push(question);
      signal.addEventListener("abort", () => over.push(signal.reason));
      return new Promise(() => {});
    }, answer: (_, { isUnchanged }, id) => answered.push([id, isUnchanged]) });
  for (const id of ["1", "2"]) {
    actions.hear({ collab: 1, id, type: "participants", ...change({ added: [], replaced: [{ old: id, new: "n" }] }) });
  }
  await until(() => asked.length === 1);
  actions.hear({ collab: 1, id: "1", type: "withdrawn" });
  await moment(50);
  same(over, []);
  actions.hear({ collab: 1, id: "2", type: "withdrawn" });
  await until(() => over.length === 1);
  same([over, answered, asked.length], [["withdrawn"], [["1", true], ["2", true]], 1]);
});
