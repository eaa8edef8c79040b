import { same, suite } from "../support/harness.js";
import { load } from "../support/environment.js";
import { addressOf, placeOf } from "../../../Web/drive/app.js";
import { kindOf, listingOf, sizeText, sorted } from "../../../Web/drive/model/entries.js";
import { addressOfFile, freeName, isFixed, nameProblem, parentOf, pathAt } from "../../../Web/drive/model/paths.js";
import { largestLook, previewOf } from "../../../Web/drive/model/previews.js";
import { kindAndSize } from "../../../Web/drive/sharing/file-card.js";
import { Shares } from "../../../Web/drive/sharing/shares.js";
import { problemOf } from "../../../Web/drive/server/drive-problem.js";

const test = suite("drive: names, sizes, places");

/**
 * What both languages say of a file.
 * @type {{ kinds: { name: string, isFolder: boolean, kind: string }[], sizes: { bytes: number, text: string }[] }}
 */
const words = JSON.parse(await load("Tests/Vectors/file-words.json"));

test("a path becomes an address and comes back, whatever is in it", () => {
  for (const path of ["", "/a", "/a/b c", "/50 %/#1?/ä€😀"]) {
    same(pathAt(addressOfFile(path)), path);
    same(placeOf({ hash: addressOf(path).slice("/files".length) }), { kind: "folder", path });
  }
  same(addressOfFile("/50 %/#1?"), "/drive/50%20%25/%231%3F");
  same(pathAt("/drive/a/"), "/a");
  same(parentOf("/a/b"), "/a");
});

test("what others share keeps its place and name, and what lies in it does not", () => {
  same(["/Shared", "/Shared/a"].map(isFixed), [true, true]);
  same(["", "/a", "/shared", "/Shared/a/b", "/a/Shared"].map(isFixed), [false, false, false, false, false]);
});

test("what is no address of a folder shows the drive itself", () => {
  for (const hash of ["", "#", "#main", "#/%E0%A4%A", "#recipe=abc"]) same(placeOf({ hash }), { kind: "folder", path: "" });
  same(placeOf({ hash: "#bin" }), { kind: "bin" });
});

test("a name that nothing can have is known before the server is asked", () => {
  for (const name of ["", ".", "..", "a/b", "a\\b", "a\u0000", "\u0085", "é".repeat(128)]) {
    same(nameProblem(name) !== undefined, true);
  }
  // Composed it has room.
  for (const name of ["a", " ", "...", "é".repeat(127), "e\u0301".repeat(127), "CON", "a:b"]) same(nameProblem(name), undefined);
});

test("a free name is as near as can be, whatever the case of those that are taken", () => {
  same(freeName("plan.txt", ["plan.txt"]), "plan 2.txt");
  same(freeName("plan.txt", ["plan.txt", "Plan 2.TXT"]), "plan 3.txt");
  same(freeName(".profile", [".profile"]), ".profile 2");
  same(freeName("Makefile", []), "Makefile 2");
  const long = freeName(`${"😀".repeat(62)}abc.txt`, []);
  same(new TextEncoder().encode(long).length <= 255 && long.endsWith(" 2.txt"), true);
});

test("sizes are told as file managers tell them", () => {
  same(words.sizes.map(({ bytes }) => ({ bytes, text: sizeText(bytes) })), words.sizes);
});

test("folders stand first, and numbers are counted", () => {
  const entry = (/** @type {string} */ name, isFolder = false) => ({ path: `/${name}`, name, isFolder, size: 0, modifiedAt: 0 });
  same(sorted([entry("b10"), entry("B9"), entry("z", true), entry("a")]).map(({ name }) => name), ["z", "a", "B9", "b10"]);
});

test("kinds go by the ending of a name", () => {
  same(words.kinds.map(({ name, isFolder }) => ({ name, isFolder, kind: kindOf({ name, isFolder }) })), words.kinds);
});

test("a listing tells of the folder apart from what it holds", () => {
  const found = [
    { address: "/drive/a/", isFolder: true, properties: new Map([["quota-used-bytes", "5"], ["quota-available-bytes", "7"]]) },
    { address: "/drive/a/x%20y", isFolder: false, properties: new Map([["getcontentlength", "3"],
      ["getlastmodified", "Sun, 06 Nov 1994 08:49:37 GMT"], ["getetag", "\"t\""]]) },
  ];
  same(listingOf(found, pathAt, "/a"), {
    entries: [{ path: "/a/x y", name: "x y", isFolder: false, size: 3, modifiedAt: 784_111_777_000, tag: "\"t\"" }],
    used: 5, free: 7,
  });
});

test("refusals mean one thing, in JSON or in XML", () => {
  const code = (/** @type {number} */ status, body = "") => problemOf(status, body).code;
  same([code(0), code(401), code(412), code(405), code(423), code(507, "<D:error/>"), code(502)],
    ["unreachable", "unauthenticated", "is_there", "is_there", "locked", "quota_exceeded", "unavailable"]);
  same(code(409, JSON.stringify({ code: "conflict", detail: "a name that differs only in its case is there" })), "is_there");
  same(code(409, JSON.stringify({ code: "conflict", detail: "the folder it would lie in is not there" })), "no_folder");
  same([code(422, "{\"code\":\"limit_exceeded\"}"), code(422, "{\"code\":\"invalid_arguments\"}")], ["limit_exceeded", "bad_name"]);
  same(code(207, "<D:status>HTTP/1.1 423 Locked</D:status>"), "locked");
});

test("what a file is shown as goes by its name, and its type is never its writer's", () => {
  same(previewOf("a.html", 5), { is: "text" });
  same(previewOf("a.SVG", 5), { is: "image", type: "image/svg+xml" });
  same(previewOf("a.pdf", 5), { is: "pdf", type: "application/pdf" });
  same([previewOf("a.pdf", largestLook + 1).is, previewOf("a", 1).is, previewOf("a.xhtml", 1).is, previewOf("a.heic", 1).is],
    ["none", "none", "none", "none"]);
});

test("what is shared is known by its path, and below what others share by theirs", async () => {
  const shares = new Shares(/** @type {any} */ ({
    fileShares: async () => ({ shares: [{ path: "/Plans", yours: "owner" }] }),
    filesOfOthers: async () => ({ shares: [{ path: "/Shared/Trip", yours: "readOnly" }] }),
  }));
  same(shares.at("/Plans"), undefined);
  await shares.look();
  same([shares.at("/Plans")?.yours, shares.at("/Plans/a"), shares.ofOthersAround("/Plans/a")], ["owner", undefined, undefined]);
  same(["/Shared/Trip", "/Shared/Trip/a/b"].map((path) => shares.ofOthersAround(path)?.yours), ["readOnly", "readOnly"]);
  same(["/Shared", "/Shared/Tri", ""].map((path) => shares.ofOthersAround(path)), [undefined, undefined, undefined]);
  shares.forget();
  same(shares.at("/Plans"), undefined);
});

test("what cannot be asked about sharing takes nothing away from what was known", async () => {
  let isAway = false;
  const answer = async () => {
    if (isAway) throw new Error("away");
    return { shares: [{ path: "/Plans" }] };
  };
  const shares = new Shares(/** @type {any} */ ({ fileShares: answer, filesOfOthers: async () => ({ shares: [] }) }));
  await shares.look();
  isAway = true;
  await shares.look();
  same(shares.at("/Plans")?.path, "/Plans");
});

test("what others took away is told once, and what this person left is not", async () => {
  const others = [{ path: "/Shared/a", yours: "readOnly", collaborationID: "1" }, { path: "/Shared/b", yours: "readOnly", collaborationID: "2" }];
  let mine = [{ path: "/c", yours: "owner", collaborationID: "3" }];
  /** @type {string[]} */
  const ended = [];
  const shares = new Shares(/** @type {any} */ ({
    fileShares: async () => ({ shares: mine }), filesOfOthers: async () => ({ shares: [...others] }),
  }), ({ path }) => ended.push(path));
  await shares.look();
  shares.drop(/** @type {any} */ (others.pop()));
  others.pop();
  mine = [];
  await shares.look();
  await shares.look();
  same(ended, ["/Shared/a"]);
});

test("a place in what is shared is found again whatever that is called by now, and no other that took the name", async () => {
  let others = [{ path: "/Shared/Trip", collaborationID: "1" }, { path: "/Shared/Trip 2", collaborationID: "2" }];
  const shares = new Shares(/** @type {any} */ ({
    fileShares: async () => ({ shares: [{ path: "/a", collaborationID: "3" }, { path: "/a/b", collaborationID: "4" }] }),
    filesOfOthers: async () => ({ shares: others }),
  }));
  await shares.look();
  const [inside, itself, own] = ["/Shared/Trip/x/y", "/Shared/Trip 2", "/a/b/c"].map((path) => shares.spotAt(path));
  same([inside, itself, own], [{ collaborationID: "1", inside: "/x/y" }, { collaborationID: "2", inside: "" },
    { collaborationID: "4", inside: "/c" }]);
  same(["", "/Shared", "/Shared/Tri", "/ab"].map((path) => shares.spotAt(path)), [undefined, undefined, undefined, undefined]);
  others = [{ path: "/Shared/Journey", collaborationID: "1" }, { path: "/Shared/Trip", collaborationID: "2" }];
  await shares.look();
  same([inside, itself, own].map((spot) => shares.pathOf(spot)), ["/Shared/Journey/x/y", "/Shared/Trip", "/a/b/c"]);
  others = [];
  await shares.look();
  same([shares.pathOf(inside), shares.pathOf(undefined)], [undefined, undefined]);
});

test("a card says kind and size", () => {
  same(kindAndSize({ name: "a.pdf", isFolder: false, size: 1_200_000 }), "PDF, 1.2 MB");
  same(kindAndSize({ name: "a.pdf", isFolder: true, size: 0 }), "Folder");
});
