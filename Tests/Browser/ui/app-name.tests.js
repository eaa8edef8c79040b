import { shownAppName } from "../../../Web/messenger/app-name.js";
import { same, suite } from "../support/harness.js";

const test = suite("how an app is called");

const audience = "https://recipes.example:8443";
const shown = (/** @type {string | undefined} */ name) => shownAppName(audience, name);

test("an app is called as it calls itself", () => {
  same(shown("Recipes"), "Recipes");
  same(shown("دستور‌ها"), "دستور‌ها");
  same(shown("👩‍🍳 Küche"), "👩‍🍳 Küche");
});

test("a name that tells no more than the host is none", () => {
  for (const name of [undefined, "", " ", "recipes.example:8443", "recipes.example", " recipes.example\n"]) {
    same(shown(name), undefined);
  }
});

test("a name that cannot be seen is none", () => {
  for (const name of ["\u200b\u200d", "\u202e", "\u3164", "\u2060", "\ufeff \u00a0"]) same(shown(name), undefined);
});

test("a name turns no text around, stands on one line, and ends", () => {
  same(shown("Bank \u202e\u2067elpmaxe\u061c"), "Bank elpmaxe");
  same(shown("Bank\n\n\u0000 \u2028 Recipes"), "Bank Recipes");
  same(shown(`Bank${" ".repeat(200)}Recipes`), "Bank Recipes");
  same([...shown("🍞".repeat(200)) ?? ""].length, 64);
  same(shown("Bank\u202e recipes.example"), "Bank recipes.example");
  same(shown("\u202erecipes.example"), undefined);
});
