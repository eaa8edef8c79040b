import "../support/node-crypto.js";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { run, suite } from "../support/harness.js";
import { report } from "../support/report.js";
import { replayed, rules } from "./players.js";

// node run-generated.js: says again what the Swift rules said in their last tests, to events that a seed of that run
// made (TranscriptTests writes them to the folder GROVE_GENERATED_TRANSCRIPTS).
const begin = performance.now();
const folder = process.env.GROVE_GENERATED_TRANSCRIPTS ?? ".build/transcripts";
const test = suite("transcripts that were made now");
let count = 0;
for (const [name, Rule] of Object.entries(rules)) {
  const { transcripts } = JSON.parse(await readFile(join(folder, `${name}.json`), "utf8"));
  count += transcripts.length;
  test(`${name}, from ${transcripts[0].name}`, () => replayed(Rule, transcripts));
}
console.log(`  ${count} transcripts in ${folder}`);
process.exit(report("generated", await run(), performance.now() - begin));
