import { h } from "../../../Web/ui/dom.js";
import { VirtualList } from "../../../Web/ui/virtual-list.js";
import { inNode } from "../support/environment.js";
import { holds, same, suite } from "../support/harness.js";

const test = inNode ? () => {} : suite("long lists");

/** @param {number} count a scroller over that many items, at its end */
async function list(count, opened = (/** @type {VirtualList<any>} */ sliding) => sliding.open()) {
  let items = Array.from({ length: count }, (_, at) =>
    ({ position: 3 * (at + 1), text: `line ${at}` }));
  const rows = h("div");
  const scroller = h("div", null, rows);
  Object.assign(scroller.style, { height: "400px", overflowY: "auto", display: "flex",
    flexDirection: "column-reverse", overflowAnchor: "none" });
  document.body.append(scroller);
  const sliding = new VirtualList({
    scroller, rows,
    load: async ({ before = Infinity, limit }) =>
      items.filter(({ position }) => position < before).slice(-limit),
    position: ({ position }) => position,
    arrange: (all) => all.map(({ position, text }) =>
      ({ key: String(position), look: text, text })),
    make: ({ text }) => {
      const row = h("p", null, text);
      Object.assign(row.style, { margin: "0", height: `${20 + (text.length % 3) * 11}px` });
      return row;
    },
    moved: () => {},
  });
  await opened(sliding);
  const to = async (/** @type {number} */ place) => {
    scroller.scrollTop = place;
    scroller.dispatchEvent(new Event("scroll"));
    while (sliding.isLoading) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { sliding, scroller, rows, to, text: () => rows.textContent ?? "",
    add: (/** @type {any} */ item) => (items = [...items.filter(({ position }) =>
      position !== item.position),
      item].sort((a, b) => a.position - b.position)),
    drop: (/** @type {number} */ position) => (items = items.filter((one) =>
      one.position !== position)) };
}

test("of ten thousand items a few are on the page, and the newest is among them", async () => {
  const { rows, text, scroller } = await list(10_000);
  same(rows.children.length, VirtualList.step);
  holds(text().includes("line 9999"));
  scroller.remove();
});

test("what changes while the first items are being read is not lost", async () => {
  const { sliding, add, drop, text, scroller } = await list(20, async () => {});
  const first = await sliding.parts.load({ limit: VirtualList.step });
  add({ position: 61, text: "came early" });
  drop(3);
  await sliding.refresh([61, 3]);
  sliding.openWith(first);
  await new Promise((resolve) => setTimeout(resolve, 5));
  holds(text().includes("came early"));
  holds(!text().includes("line 0"));
  scroller.remove();
});

test("upwards older items come, and what is read does not move", async () => {
  const { rows, scroller, to, sliding } = await list(2000);
  for (let step = 0; step < 300; step += 1) {
    const before = scroller.scrollTop;
    const watched = [...rows.children].find((row) => row.getBoundingClientRect().top >=
      scroller.getBoundingClientRect().top + 150);
    const top = watched?.getBoundingClientRect().top ?? 0;
    await to(before - 100);
    if (scroller.scrollTop === before) break;
    holds(watched?.isConnected);
    holds(Math.abs((watched?.getBoundingClientRect().top ?? 0) - top - 100) < 2, `step ${step}`);
    holds(rows.children.length <= VirtualList.most);
  }
  holds(sliding.items.length > 400);
  scroller.remove();
});

test("the beginning can be reached, and the way back leads through everything", async () => {
  const { scroller, to, text, sliding } = await list(500);
  for (let step = 0; step < 200 && !text().startsWith("line 0line 1"); step += 1) await to(-1e6);
  holds(text().startsWith("line 0line 1"));
  same(sliding.isAtEnd, false);
  for (let step = 0; step < 400 && !sliding.isAtEnd; step += 1) await to(scroller.scrollTop + 300);
  holds(text().endsWith("line 499"));
  scroller.remove();
});

test("at the end a new item is seen at once", async () => {
  const { add, sliding, text, scroller } = await list(100);
  add({ position: 1000, text: "new" });
  await sliding.refresh([1000]);
  holds(text().endsWith("new"));
  same(scroller.scrollTop, 0);
  scroller.remove();
});

test("above the end a new item does not move what is read", async () => {
  const { add, sliding, rows, to, scroller } = await list(100);
  await to(-400);
  const watched = rows.children[rows.children.length - 20];
  const { top } = watched.getBoundingClientRect();
  add({ position: 1000, text: "new" });
  await sliding.refresh([1000]);
  holds(Math.abs(watched.getBoundingClientRect().top - top) < 2);
  scroller.remove();
});

test("an item that changed is drawn again, one that is gone goes", async () => {
  const { add, drop, sliding, text, scroller } = await list(10);
  add({ position: 30, text: "changed" });
  drop(27);
  await sliding.refresh([27, 30]);
  holds(text().endsWith("line 7changed"));
  scroller.remove();
});

test("after a long absence many new items are read in one go, without a gap", async () => {
  const { add, sliding, to, text, rows, scroller } = await list(100);
  const positions = Array.from({ length: 3000 }, (_, at) => 1000 + at);
  for (const position of positions) add({ position, text: `new ${position}` });
  let reads = 0;
  const { load } = sliding.parts;
  sliding.parts.load = (page) => ((reads += 1), load(page));
  await sliding.refresh(positions);
  same(reads, 1);
  holds(text().endsWith("new 3999"));
  holds(rows.children.length <= VirtualList.most);
  for (let step = 0; step < 400 && !text().startsWith("line 0line 1"); step += 1) await to(-1e6);
  const all = sliding.items.map(({ position }) => position);
  same(all.length, 3100);
  same(all, [...all].sort((a, b) => a - b));
  scroller.remove();
});

test("an empty list shows nothing and takes its first item", async () => {
  const { add, sliding, text, rows, scroller } = await list(0);
  same(rows.children.length, 0);
  add({ position: 5, text: "first" });
  await sliding.refresh([5]);
  same(text(), "first");
  scroller.remove();
});
