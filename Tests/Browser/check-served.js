import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { SourceTextModule } from "node:vm";
import { servedModule } from "./serve.js";

// node --experimental-vm-modules check-served.js: every module of Web/, as the servers serve it, is a
// module still, and the same one: a compiler reads both as the same.

const web = new URL("../../Web/", import.meta.url);
const compiler = "/usr/share/nodejs/typescript/lib/typescript.js";
const ts = await readFile(compiler).then(() => createRequire(import.meta.url)(compiler), () => undefined);
if (!ts) console.log("served: the compiler is not installed, so the modules were parsed and NOT compared");

/** @param {string} text @returns {string} everything that a module means, and not how it is laid out */
function meaning(text) {
  const { SyntaxKind, NodeFlags, ScriptTarget, ScriptKind } = ts;
  const of = (/** @type {any} */ node) => {
    /** @type {unknown[]} */
    const parts = [SyntaxKind[node.kind], node.operator, node.flags & NodeFlags.BlockScoped];
    if (node.kind !== SyntaxKind.SourceFile) parts.push(node.text, node.rawText);
    ts.forEachChild(node, (/** @type {any} */ one) => void parts.push(of(one)));
    return parts;
  };
  return JSON.stringify(of(ts.createSourceFile("a.js", text, ScriptTarget.ES2022, false, ScriptKind.JS)));
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
    if (ts && meaning(served) !== meaning(written)) throw new Error("is served as another module");
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
