import { holds, same, suite } from "../support/harness.js";
import { keep, keptSet } from "../../../Web/messenger/offline/page-cache.js";
import { ServedPages } from "./kept-things.js";

const test = suite("keeping pages");
const whole = "/ /a/b.js /a/c.js /a/main.js";

/** @param {ServedPages} pages @param {string} address @returns {Promise<string | undefined>} */
async function read(pages, address) {
  const set = await keptSet(/** @type {any} */ (pages.caches));
  return set && (await (await pages.caches.open(set)).match(set + address))?.text();
}

/** @param {ServedPages} pages @returns {Promise<string>} what went wrong */
const failure = (pages) => keep(pages.around).then(() => "", (error) => error.message || error.name);

test("a set is stored whole, its page with the addresses of the set", async () => {
  const pages = new ServedPages();
  same(await keptSet(/** @type {any} */ (pages.caches)), undefined);
  await keep(pages.around);
  same(pages.kept, [whole]);
  const { version } = await pages.list();
  same(await read(pages, "/"), `<script src="/kept/${version}/a/main.js">`);
  same(await read(pages, "/a/b.js"), "2");
});

test("who has the newest set asks for the list and nothing else", async () => {
  const pages = new ServedPages();
  await keep(pages.around);
  pages.asked.length = 0;
  await keep(pages.around);
  same([pages.asked, pages.kept], [[], [whole]]);
});

test("of a new version only what has changed is fetched, and the old set goes", async () => {
  const pages = new ServedPages();
  await keep(pages.around);
  pages.asked.length = 0;
  pages.files["/a/b.js"] = "new";
  await keep(pages.around);
  // The page is kept with other addresses in it, so it is always fetched.
  same([pages.asked.sort(), pages.kept], [["/", "/a/b.js"], [whole]]);
  same(await read(pages, "/a/b.js"), "new");
});

test("what the browser remembers from the page's visit is not fetched, unless it is old", async () => {
  const pages = new ServedPages();
  pages.remembered.set("/a/b.js", "2").set("/a/c.js", "older");
  await keep(pages.around);
  same(pages.asked.sort(), ["/", "/a/c.js", "/a/main.js"]);
  same(await read(pages, "/a/c.js"), "3");
});

test("a set that is not whole is no set, and the last one stays", async () => {
  const pages = new ServedPages();
  await keep(pages.around);
  pages.files["/a/b.js"] = "new";
  const { around } = pages;
  const list = await pages.list();
  // Changed meanwhile: the server has been started anew.
  pages.files["/a/b.js"] = "newer";
  around.fetch = ((fetch) => async (/** @type {string} */ address, /** @type {any} */ init) =>
    address === "/messenger-files.json" ? Response.json(list) : fetch(address, init))(around.fetch);
  const before = await read(pages, "/a/b.js");
  pages.asked.length = 0;
  await keep(around).then(() => holds(false, "it was kept"), () => {});
  same([await read(pages, "/a/b.js"), before], ["2", "2"]);
  await keep(pages.around);
  same(await read(pages, "/a/b.js"), "newer");
  same(pages.kept, [whole]);
});

test("what was fetched before an interruption is not fetched again", async () => {
  const pages = new ServedPages();
  pages.files["/a/b.js"] = "";
  const list = await pages.list();
  same(await failure(pages), "/a/b.js: 503");
  same(await keptSet(/** @type {any} */ (pages.caches)), undefined);
  const stored = pages.kept[0].split(" ").filter(Boolean);
  holds(stored.length > 0);
  pages.asked.length = 0;
  await failure(pages);
  holds(stored.every((address) => !pages.asked.includes(address)));
  same((await pages.list()).version, list.version);
});

test("a browser without room keeps what it has and gives back the rest", async () => {
  const pages = new ServedPages();
  pages.caches.room = 2;
  same(await failure(pages), "full");
  same(pages.kept, []);
  pages.caches.room = Infinity;
  await keep(pages.around);
  pages.files["/a/b.js"] = "new";
  pages.caches.room = 3;
  same(await failure(pages), "full");
  same(await read(pages, "/a/b.js"), "2");
});

test("a set that a page runs from stays until it has gone, and the newest is used", async () => {
  const pages = new ServedPages();
  await keep(pages.around);
  const [set] = await pages.caches.keys();
  pages.held.add(set);
  pages.files["/a/b.js"] = "new";
  await keep(pages.around);
  same([await read(pages, "/a/b.js"), pages.kept], ["new", [whole, whole]]);
  same(await (await pages.caches.open(set)).match(`${set}/a/b.js`).then((it) => it?.text()), "2");
  // Taken back: the older one is the newest again.
  pages.files["/a/b.js"] = "2";
  await keep(pages.around);
  same([await read(pages, "/a/b.js"), pages.kept], ["2", [whole]]);
  pages.files["/a/b.js"] = "newer";
  await keep(pages.around);
  pages.held.clear();
  pages.asked.length = 0;
  await keep(pages.around);
  same([pages.asked, await read(pages, "/a/b.js"), pages.kept], [[], "newer", [whole]]);
});

test("caches of others are left alone", async () => {
  const pages = new ServedPages();
  await pages.caches.open("somebody's");
  await keep(pages.around);
  pages.files["/a/b.js"] = "new";
  await keep(pages.around);
  holds((await pages.caches.keys()).includes("somebody's"));
});
