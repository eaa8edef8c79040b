import "../support/node-crypto.js";
import { readFile } from "node:fs/promises";
import { Session } from "node:inspector";
import { fileURLToPath } from "node:url";
import { run } from "../support/harness.js";
import { report } from "../support/report.js";
import { files, unreached } from "./branches.js";

// node run-coverage.js: replays the recorded transcripts and looks which branches of the rules none of
// them reaches, as V8 counts them. Fails where one is missing from the list of branches.js, or where the list
// has one that is reached by now.
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

const begin = performance.now();
await import("./transcripts.tests.js");
const outcome = await run();
/** @type {import("node:inspector").Profiler.ScriptCoverage[]} */
let counted = [];
session.post("Profiler.takePreciseCoverage", (_, { result }) => (counted = result));

const root = new URL("../../../Web/grove/", import.meta.url);
const listed = new Set(unreached.flatMap(({ file, lines }) => lines.map((line) => `${file}: ${line}`)));
const met = new Set();
let branches = 0;
let excused = 0;
for (const file of files) {
  const script = counted.find(({ url }) => url === new URL(file, root).href);
  if (!script) outcome.failures.push(`${file}: no transcript loads it`);
  const text = await readFile(fileURLToPath(new URL(file, root)), "utf8");
  const blocks = script?.functions.flatMap(({ ranges }) => ranges) ?? [];
  branches += blocks.length;
  for (const { startOffset, endOffset } of outermost(blocks.filter(({ count }) => count === 0))) {
    const code = text.slice(startOffset, endOffset).trimStart();
    // What V8 calls a branch may be no more than the end of one.
    if (/^[})\];,\s]*$/.test(code)) continue;
    const number = text.slice(0, endOffset - code.length).split("\n").length;
    const line = `${file}: ${text.split("\n")[number - 1].trim()}`;
    met.add(line);
    if (listed.has(line)) excused += 1;
    else outcome.failures.push(`Web/grove/${file}:${number}: no transcript reaches: ${code.slice(0, 60)}`);
  }
}
for (const one of listed) {
  if (!met.has(one)) outcome.failures.push(`branches.js: this is reached, or is no line any more: ${one}`);
}
const missed = outcome.failures.length;
console.log(`  ${branches} functions and branches of ${files.length} files, ${excused} excused, ${missed} failures`);
process.exit(report("coverage", outcome, performance.now() - begin));

/** Without those that stand in another. */
function outermost(ranges) {
  return ranges.filter((one) => !ranges.some((other) => other !== one &&
    other.startOffset <= one.startOffset && one.endOffset <= other.endOffset));
}
