import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// node check-served.js RELAY APP: whether these two origins serve what this checkout's sources are joined to, byte for
// byte and in every form, and whether the source maps they serve hold exactly these sources.

const checkout = fileURLToPath(new URL("../../", import.meta.url));
const [relay, app] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "grove-served-"));
let passed = 0;
let failed = 0;

/** @param {string} what @param {() => Promise<unknown>} check throws where it does not hold */
async function holds(what, check) {
  try {
    await check();
    passed += 1;
  } catch (error) {
    failed += 1;
    console.log(`not ok ${what}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {boolean} condition @param {string} otherwise */
function must(condition, otherwise) {
  if (!condition) throw new Error(otherwise);
}

/** @param {string} address @param {string} accepted what encodings are @returns {Promise<Response>} */
async function asked(address, accepted) {
  const answer = await fetch(address, { headers: { "Accept-Encoding": accepted } });
  must(answer.status === 200, `${address} answers ${answer.status}`);
  return answer;
}

/** @param {string} address @param {Buffer} made the file as it was built here */
async function sameInEveryForm(address, made) {
  for (const coding of ["br", "gzip", "identity"]) {
    const answer = await asked(address, coding);
    must(made.equals(Buffer.from(await answer.arrayBuffer())), `served as ${coding} it is something else`);
    const isMap = address.endsWith(".map");
    const expected = coding === "identity" || (isMap && coding === "br") ? null : coding;
    must(answer.headers.get("content-encoding") === expected, `not served as ${coding}`);
  }
}

/** @param {string} map @param {string} joined the script or style sheet that names it */
async function holdsTheSources(map, joined) {
  must(/[#@] sourceMappingURL=[\w.-]+\.map/.test(joined), "names no source map");
  const { sources, sourcesContent } = JSON.parse(map);
  must(sources.length > 0 && sources.length === sourcesContent.length, "a map without sources");
  for (const [place, source] of sources.entries()) {
    const path = source.replace(/^(?:\.\.\/)+/, "");
    const file = path.startsWith("packages/") ? `/usr/share/nodejs/${path.slice("packages/".length)}`
      : checkout + path;
    must(sourcesContent[place] === await readFile(file, "utf8"), `${source} is not ${file}`);
  }
}

execFileSync(`${checkout}script/pages`, [folder], { stdio: ["ignore", "ignore", "inherit"] });
for (const [home, origin] of [["messenger", relay], ["recipes", app], ["drive", app]]) {
  const made = (await readdir(join(folder, home), { recursive: true })).filter((name) => name.includes("."));
  for (const name of made.sort()) {
    if (/\.(?:br|gz)$/.test(name)) continue;
    const bytes = await readFile(join(folder, home, name));
    const address = `${origin}/${name.replace(/^index\.html$/, "").replace(/\.html$/, "")}`;
    await holds(`${home}/${name}`, () => sameInEveryForm(address, bytes));
    if (!/\.(?:js|css)$/.test(name)) continue;
    await holds(`${home}/${name}.map`, async () =>
      holdsTheSources(await (await asked(`${address}.map`, "identity")).text(), bytes.toString()));
  }
}
await rm(folder, { recursive: true });
console.log(`served: ${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
