import "../support/node-crypto.js";
import { run } from "../support/harness.js";
import { report } from "../support/report.js";

// GROVE=path-of-grove node run-live.js: browser devices in node, against real servers and with
// Swift devices.
if (!process.env.GROVE) {
  console.log("live: NOT RUN: GROVE names no grove binary");
  process.exit(3);
}
globalThis.CustomEvent ??= class extends Event {
  constructor(type, { detail }) {
    super(type);
    this.detail = detail;
  }
};
await import("./conversations.tests.js");
await import("./linking.tests.js");
await import("./outages.tests.js");
await import("./sharing.tests.js");
await import("./recipes.tests.js");
const begin = performance.now();
process.exit(report("live", await run(), performance.now() - begin));
