import "./support/node-crypto.js";
import "./all.js";
import { run } from "./support/harness.js";
import { report } from "./support/report.js";

const begin = performance.now();
process.exitCode = report(`node ${process.version}`, await run(), performance.now() - begin);
