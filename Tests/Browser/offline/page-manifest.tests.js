import { holds, same, suite } from "../support/harness.js";
import { load } from "../support/environment.js";
import { cacheName, cacheOf, keptPage, readPageList } from "../../../Web/messenger/offline/page-manifest.js";

const test = suite("a kept set of pages");
const version = "v".repeat(24);
const hash = "h".repeat(24);
const files = { "/": hash, "/ui/base.css": hash, "/messenger/main.js": hash };

test("a list names every file with its hash", () => {
  const list = readPageList({ version, files });
  same(list.version, version);
  same([...list.files.keys()], Object.keys(files));
});

test("what is no list is refused", () => {
  const bad = [undefined, null, "list", [], {}, { version }, { files }, { version, files: {} },
    { version: "short", files }, { version: `${version}/x`, files },
    { version, files: { "/messenger/main.js": hash } },
    ...["ui/a.js", "//evil.example/a.js", "/a/../b.js", "/a//b.js", "/a b", "/a?b", "https://x/"]
      .map((address) => ({ version, files: { ...files, [address]: hash } })),
    ...["", 1, null, "x", `${hash}=`].map((one) => ({ version, files: { ...files, "/a.js": one } }))];
  for (const value of bad) {
    let error;
    try {
      readPageList(value);
    } catch (thrown) {
      error = thrown;
    }
    holds(error instanceof TypeError, JSON.stringify(value));
  }
});

test("a kept page has its scripts and styles from its set, and its links where they were", () => {
  const list = readPageList({ version, files });
  same(keptPage(`<link rel="stylesheet" href="/ui/base.css"><a href="/">Start</a>
    <script type="module" src="/messenger/main.js"></script><a href="/other">Other</a>`, list),
  `<link rel="stylesheet" href="/kept/${version}/ui/base.css"><a href="/">Start</a>
    <script type="module" src="/kept/${version}/messenger/main.js"></script><a href="/other">Other</a>`);
});

test("of the messenger's page everything is rewritten", async () => {
  const html = (await load("Web/messenger/index.html")) ?? "";
  const named = [...html.matchAll(/ (?:src|href)="(\/[\w/.-]+)"/g)].map(([, address]) => address);
  holds(named.length > 5);
  const all = Object.fromEntries(["/", ...named].map((address) => [address, hash]));
  const page = keptPage(html, readPageList({ version, files: all }));
  same([...page.matchAll(/"(\/[\w/.-]+)"/g)].filter(([, it]) => !it.startsWith("/kept/")), []);
});

test("a set is known by the address of its files", () => {
  same(cacheOf(`${cacheName(version)}/messenger/main.js`), cacheName(version));
  for (const path of ["/messenger/main.js", `/kept/${version}`, "/kept/x/a.js", `/x/kept/${version}/a.js`]) {
    same(cacheOf(path), undefined);
  }
});
