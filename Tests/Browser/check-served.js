import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { SourceTextModule } from "node:vm";
import { servedModule } from "./serve.js";

// node --experimental-vm-modules check-served.js: every module of Web/, as the servers serve it, is a
// module still, and the same one: a compiler that prints both without comments prints the same.

const web = new URL("../../Web/", import.meta.url);
const compiler = "/usr/share/nodejs/typescript/lib/typescript.js";
const ts = await readFile(compiler).then(() => createRequire(import.meta.url)(compiler), () => undefined);
if (!ts) console.log("served: the compiler is not installed, so the modules were parsed and NOT compared");

/** @param {string} text */
function printed(text) {
  const file = ts.createSourceFile("a.js", text, ts.ScriptTarget.ES2022, false, ts.ScriptKind.JS);
  return ts.createPrinter({ removeComments: true }).printFile(file).replace(/\s+/g, " ");
}

let passed = 0;
let failed = 0;
let before = 0;
let after = 0;
for (const name of (await readdir(web, { recursive: true })).sort()) {
  if (!name.endsWith(".js")) continue;
  const written = await readFile(new URL(name, web), "utf8");
  try {
    const served = (await servedModule(`/Web/${name}`)).toString();
    new SourceTextModule(served);
    if (ts && printed(served) !== printed(written)) throw new Error("is served as another module");
    if (served.split("\n").length > written.split("\n").length + 1) throw new Error("lines have moved");
    if (served === written && written.includes("/**")) throw new Error("is served with its comments");
    passed += 1;
    before += written.length;
    after += served.length;
  } catch (error) {
    failed += 1;
    console.log(`not ok ${name}: ${error instanceof Error ? error.message : error}`);
  }
}
console.log(`served: ${passed} passed, ${failed} failed, ${before} characters as ${after}`);
process.exitCode = failed ? 1 : 0;
