import { holds, same, suite } from "../support/harness.js";
import { load } from "../support/environment.js";

const test = suite("the pages' files");
const pages = ["messenger/index.html", "messenger/share.html", "messenger/prove.html",
  "messenger/not-found.html", "messenger/away.html", "drive/files.html"];

for (const page of pages) {
  test(`${page} has nothing inline and nothing from elsewhere`, async () => {
    const html = (await load(`Web/${page}`)) ?? "";
    holds(html.length > 500);
    const bad = /\sstyle=|<style|\son\w+=|<script(?![^>]*\ssrc=)|="https?:/g;
    same([...html.matchAll(bad)].map(([it]) => it), []);
    for (const [, address] of html.matchAll(/(?:src|href)="(\/(?:ui|messenger|drive)\/[^"]+)"/g)) {
      holds(await load(`Web${address}`), address);
    }
  });
}

test("the first picture stands in the page: its form, its list, its words", async () => {
  const html = (await load("Web/messenger/index.html")) ?? "";
  for (const id of ["first", "name", "handle", "conversations", "search", "connection", "pane"]) {
    holds(html.includes(`id="${id}"`), id);
  }
});
