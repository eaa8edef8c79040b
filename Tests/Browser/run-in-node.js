import "./support/node-crypto.js";
import "./all.js";
import { run } from "./support/harness.js";
import { report } from "./support/report.js";

const begin = performance.now();
// What a test left open, such as a page that goes on greeting, does not hold the run.
process.exit(report(`node ${process.version}`, await run(), performance.now() - begin));
