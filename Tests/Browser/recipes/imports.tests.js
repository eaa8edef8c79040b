import { inNode } from "../support/environment.js";
import { same, suite } from "../support/harness.js";

const test = suite("recipes: what the app knows");

// Files can be listed in node only.
if (inNode) {
  test("the app's pages import nothing of the messenger but the app's side of the bridge", async () => {
    const { readdir, readFile } = await import("node:fs/promises");
    const folder = new URL("../../../Web/recipes/", import.meta.url);
    const allowed = /^grove\/bridge\/(messenger-window|redirected-proof|actions-page)\.js$/;
    const strange = [];
    let found = 0;
    for (const name of await readdir(folder, { recursive: true })) {
      if (!name.endsWith(".js")) continue;
      const text = (await readFile(new URL(name, folder), "utf8")).replace(/\/\*\*[\s\S]*?\*\//g, "");
      for (const [, place] of text.matchAll(/(?:from|import) ?\(?"(?:\.\.\/)+((?:grove|messenger)\/[^"]+)"/g)) {
        found += 1;
        if (!allowed.test(place)) strange.push(`${name}: ${place}`);
      }
    }
    same(strange, []);
    same(found > 3, true);
  });
}
