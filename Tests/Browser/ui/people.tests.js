import { initials, tintOf } from "../../../Web/ui/avatar.js";
import { readContact } from "../../../Web/messenger/dialogs/people-picker.js";
import { found, matches } from "../../../Web/messenger/search.js";
import { handleFrom, isHandle } from "../../../Web/messenger/welcome/handle.js";
import { holds, same, suite } from "../support/harness.js";

const test = suite("people on screens");

test("a handle made from a name is one that the relay takes", () => {
  same(["Alice Winter", "Zoë Straße", "  Jean-Luc  ", "..x.."].map(handleFrom),
    ["alice.winter", "zoe.strasse", "jean-luc", "x"]);
  same(["Łukasz Małysz", "Søren Kærgård", "Þóra Guðrún", "Đorđe", "STRAẞE", "Ħŋıœ"].map(handleFrom),
    ["lukasz.malysz", "soren.kaergard", "thora.gudrun", "dorde", "strasse", "hnioe"]);
  for (const name of ["Alice Winter", "李", "😀", "a".repeat(99)]) {
    const handle = handleFrom(name);
    holds(handle === "" || isHandle(handle), handle);
  }
});

test("a handle with anything else in it is none", () =>
  same(["", "a b", "Ann", "ä", "a".repeat(65), "a.b_c-9"].map(isHandle),
    [false, false, false, false, false, true]));

test("a contact link says which account the handle has to be", () => {
  const account = "A".repeat(43);
  same(readContact(`https://msg.example/#h=dana.o&a=${account}`),
    { handle: "dana.o", expecting: account });
  same(readContact(" @Dana "), { handle: "dana" });
  // As signing up folds them.
  same(["Øyvind", "Łukasz.Größe", "ærø"].map((one) => readContact(one).handle), ["oyvind", "lukasz.grosse", "aero"]);
  same(readContact("Øyvind Ærø"), { handle: "oyvind aero" }, "which is none: what has spaces is no handle written otherwise");
});

test("search finds the beginnings of words, without marks and capitals", () => {
  same(found(["Zoë Okafor", "zoe.o"], "oka zo"), true);
  same(found(["Zoë Okafor"], "kafor"), false);
  same(found(["anything"], "  "), true);
  same([found(["Øyvind Ærø Straße"], "oyv strass"), found(["lukasz.grosse"], "Łuk Größ")], [true, true]);
});

test("search finds what a row shows, and the last message, which it need not show", () => {
  const one = /** @type {any} */ ({ title: "Easter", members: [{ name: "Zoë Okafor", handle: "zoe.o" }],
    last: { content: { kind: "text", text: "Are you there?" } } });
  const news = { of: "Żurek wielkanocny", text: "”: Zoë edited" };
  for (const words of ["zurek", "edited", "easter", "zoe.o", "there", "wielk zoe"]) same(matches(one, news, words), true);
  same(matches(one, { text: "Draft: Plum cake" }, "plum"), true);
  same(matches(one, news, "plum"), false);
});

test("initials are two letters at most, and signs where there are no letters", () =>
  same(["Alice Winter", "charlie", "", "Ana María de la Cruz", "😀 x", "🍳 🥧"].map(initials),
    ["AW", "C", "?", "AC", "X", "🍳🥧"]));

test("whose name is not known yet has no initial of a word that stands for it", () => same(initials("Somebody"), ""));

test("a person has the same colour everywhere, because their name has it", () => {
  same(tintOf("Ann Lee"), tintOf(" ann lee"));
  for (const id of ["", "a", "é", "a".repeat(99)]) holds(tintOf(id) >= 0 && tintOf(id) < 12);
});
