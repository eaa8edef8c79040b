import { fill, h, keep, lookOf } from "../../../Web/ui/dom.js";
import { choiceGroup, radioRows, switchRow } from "../../../Web/ui/choices.js";
import { peopleField } from "../../../Web/ui/combobox.js";
import { inNode } from "../support/environment.js";
import { holds, note, same, suite } from "../support/harness.js";

const test = inNode ? () => {} : suite("elements");
if (inNode) note("elements and long lists need a page: not tried in node");

/** @param {Node} element */
function shown(element) {
  document.body.append(element);
  return element;
}

test("text from people stays text", () => {
  const element = h("p", { title: "\"><b>" }, "<img src=x onerror=alert(1)>");
  same([element.children.length, element.textContent], [0, "<img src=x onerror=alert(1)>"]);
});

test("a list brought up to date keeps what did not change, and the focus", () => {
  const list = h("ul");
  shown(list);
  let made = 0;
  const draw = (/** @type {[string, string][]} */ values) => keep(list, values, ([key]) => key,
    ([, look]) => look, ([key, look]) => ((made += 1),
      h("li", null, h("button", { id: key }, look))));
  draw([["a", "1"], ["b", "1"], ["c", "1"]]);
  const [, b] = list.children;
  b.querySelector("button")?.focus();
  draw([["c", "1"], ["x", "1"], ["b", "1"], ["a", "2"]]);
  same([...list.children].map(({ textContent }) => textContent), ["1", "1", "1", "2"]);
  same([...list.children].indexOf(b), 2);
  same(made, 5);
  same(document.activeElement?.id, "b");
  list.remove();
});

test("a row that is drawn anew keeps the focus, and whoever reads elsewhere stays there", async () => {
  const list = h("div");
  const scroller = shown(h("div", null, list));
  // As a thread is laid out: from its end.
  Object.assign(scroller.style, { height: "100px", overflowY: "auto", display: "flex", flexDirection: "column-reverse",
    overflowAnchor: "none" });
  const draw = (/** @type {string} */ look) => keep(list, ["above", "below"], (one) => one, (one) => (one === "above" ? look : ""), (one) => {
    const row = h("div", null, h("button", { id: one }, one));
    row.style.height = "400px";
    return row;
  });
  draw("1");
  list.querySelector("button")?.focus();
  scroller.scrollTop = 0;
  draw("2");
  await Promise.resolve();
  same([document.activeElement?.id, scroller.scrollTop], ["above", 0]);
  scroller.remove();
});

test("a list can be emptied and filled again", () => {
  const list = h("ul");
  const draw = (/** @type {string[]} */ values) =>
    keep(list, values, (one) => one, () => "", (one) => h("li", null, one));
  draw(["a", "b"]);
  draw([]);
  same(list.children.length, 0);
  draw(["b"]);
  same(list.textContent, "b");
});

test("a switch is named by its words and described by the reason", () => {
  const row = switchRow({ title: "Mentions", detail: "Needs “Comments”", checked: false,
    disabled: true,
    id: "sw", onchange: () => {} });
  shown(row);
  const control = /** @type {HTMLInputElement} */ (row.querySelector("input"));
  same([control.getAttribute("role"), control.disabled, control.labels?.length],
    ["switch", true, 1]);
  same(document.getElementById(control.getAttribute("aria-describedby") ?? "")?.textContent,
    "Needs “Comments”");
  row.remove();
});

test("the values of a picker are one group of radio buttons", () => {
  /** @type {string[]} */
  const chosen = [];
  const group = choiceGroup("Who", radioRows([{ id: "a", title: "A", checked: true },
    { id: "b", title: "B",
    checked: false }], "who", (id) => chosen.push(id)));
  shown(group);
  const [a, b] = group.querySelectorAll("input");
  b.click();
  same([a.checked, b.checked, chosen], [false, true, ["b"]]);
  group.remove();
});

test("the people field offers, takes by Enter, looks up, and takes back by Backspace", async () => {
  /** @type {string[]} */
  let chosen = [];
  const field = peopleField({
    label: "To", suggest: (text) => text === "an" ? [{ id: "1", label: "Ann" }] : [],
    lookUp: async (text) => {
      if (text !== "bob") throw new Error("nobody");
      return { id: "2", label: "Bob" };
    },
    explain: () => "Nobody has this handle.", changed: (all) => (chosen = all.map(({ id }) => id)),
  });
  shown(field.element);
  const press = (/** @type {string} */ key) =>
    field.input.dispatchEvent(new KeyboardEvent("keydown",
      { key, bubbles: true, cancelable: true }));
  const type = (/** @type {string} */ text) => {
    field.input.value = text;
    field.input.dispatchEvent(new Event("input"));
  };
  type("an");
  same(field.input.getAttribute("aria-expanded"), "true");
  holds(document.getElementById(field.input.getAttribute("aria-activedescendant") ?? ""),
    "active option");
  press("Enter");
  same(chosen, ["1"]);
  same(field.input.getAttribute("aria-expanded"), "false");
  type("nobody");
  press("Enter");
  await field.settle();
  same([chosen, field.input.getAttribute("aria-invalid")], [["1"], "true"]);
  type("bob");
  await field.settle();
  same(chosen, ["1", "2"]);
  press("Backspace");
  same(chosen, ["1"]);
  field.element.remove();
});

test("who is typed while another is looked up is offered once that one has come", async () => {
  /** @type {string[]} */
  let chosen = [];
  /** @type {(one: { id: string, label: string }) => void} */
  let come = () => {};
  const field = peopleField({
    label: "To", suggest: (text) => text === "oyv" ? [{ id: "1", label: "Øyvind" }] : [],
    lookUp: (text) => text === "dora" ? new Promise((resolve) => (come = resolve)) : Promise.reject(new Error("nobody")),
    explain: () => "Nobody has this handle.", changed: (all) => (chosen = all.map(({ id }) => id)),
  });
  shown(field.element);
  field.input.focus();
  field.input.value = "dora";
  const asked = field.settle();
  field.input.value = "oyv";
  const taken = field.settle();
  come({ id: "2", label: "Dora" });
  await Promise.all([asked, taken]);
  same(chosen, ["2", "1"]);
  field.input.value = "dora";
  const again = field.settle();
  field.input.value = "oyv";
  come({ id: "2", label: "Dora" });
  await again;
  same([field.input.value, field.input.getAttribute("aria-expanded")], ["oyv", "true"]);
  field.element.remove();
});

test("what takes the place of children leaves nothing behind", () => {
  const place = h("div", null, "old");
  fill(place, null, false, ["a", [h("b", null, "b"), 0]], undefined);
  same(place.textContent, "ab0");
});

test("values with numbers of the protocol can be compared", () =>
  same(lookOf([{ photoVersion: 3n, title: "a" }]), "[{\"photoVersion\":\"3\",\"title\":\"a\"}]"));
