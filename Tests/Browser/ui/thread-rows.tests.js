import { missingWords, threadRows, timeOf } from "../../../Web/messenger/thread/thread-rows.js";
import { same, suite } from "../support/harness.js";
import { item, me, minute, noon } from "./items.js";

const test = suite("rows of a thread");
const view = { me, now: noon + 10 * minute, isOnline: true, names: 0 };
/** @param {any[]} items */
const rows = (items) => threadRows(items, view);
/** @param {any[]} items */
const shape = (items) => rows(items).map((row) => row.kind === "day" ? "day"
  : `${row.isFirst ? "(" : ""}${row.item.sender}${row.isLast ? ")" : ""}`);

test("what one person sends within five minutes stands together", () =>
  same(shape([item("ann", noon), item("ann", noon + minute), item("ann", noon + 7 * minute),
    item("bob",
    noon + 7 * minute)]), ["day", "(ann", "ann)", "(ann)", "(bob)"]));

test("a line that is no message ends a group", () =>
  same(shape([item("ann", noon), item("ann", noon, { content: { kind: "roster", change: "photo",
    subjects: [] } }), item("ann", noon)]), ["day", "(ann)", "(ann)", "(ann)"]));

test("a new day stands between the messages of two days", () => {
  const yesterday = noon - 86_400_000;
  const labels = rows([item("ann", yesterday), item("ann", noon), item("ann", noon)])
    .flatMap((row) => row.kind === "day" ? [row.label] : []);
  same(labels, ["Yesterday", "Today"]);
});

test("a group does not reach over midnight", () => {
  const midnight = new Date(2026, 4, 20).getTime();
  same(shape([item("ann", midnight - minute), item("ann", midnight + minute)]),
    ["day", "(ann)", "day", "(ann)"]);
});

test("a sender's clock that runs fast does not show a time to come", () =>
  same(timeOf(item("ann", noon + 60 * minute, { receivedAt: noon })), noon));

test("how far they came stands below the newest own message and below each that is not there yet",
  () => {
  const sent = { delivery: { state: /** @type {const} */ ("delivered") } };
  const failed = { delivery: { state: /** @type {const} */ ("failed"),
    reason: "no_usable_device" } };
  const queued = { delivery: { state: /** @type {const} */ ("queued") } };
  const shown = rows([item(me, noon, failed), item(me, noon, sent), item(me, noon, queued),
    item(me, noon,
    sent), item("ann", noon)]).flatMap((row) => row.kind === "item" ? [row.showsDelivery] : []);
  same(shown, [true, false, true, true, false]);
});

test("a browser that was added later says why a conversation begins where it does", () => {
  const roster = (/** @type {string} */ change, /** @type {string[]} */ subjects = []) =>
    item("ann", noon, { content: /** @type {any} */ ({ kind: "roster", change, subjects }) });
  const linked = "What was written here before this browser was linked is on your other devices.";
  same(missingWords([], me, "linked"), linked);
  same(missingWords([roster("added", ["bob"])], me, "linked"), linked);
  same(missingWords([], me, "recovered"), "What was written here before you used your recovery code is not in this browser.");
  // Nothing is missing of what began while it was there.
  same([missingWords([], me, null), missingWords([roster("created")], me, "linked"),
    missingWords([roster("added", [me])], me, "linked")], ["", "", ""]);
  same(threadRows([], { ...view, missing: linked }).map(({ kind }) => kind), ["before"]);
});

test("a row looks the same until something it shows has changed", () => {
  const one = item(me, noon, { delivery: { state: "queued" } });
  const look = (/** @type {any} */ changed, more = {}) =>
    threadRows([changed], { ...view, ...more })[1].look;
  const before = look(one);
  same(look({ ...one }), before);
  for (const [name, changed] of Object.entries({
    delivery: look({ ...one, delivery: { state: "sent" } }),
      connection: look(one, { isOnline: false }),
    name: look(one, { names: 1 }),
  })) same([name, changed === before], [name, false]);
});

test("no lines are no rows", () => same(rows([]), []));
