import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "./serve.js";
import { report } from "./support/report.js";

// node run-in-browser.js NAME COMMAND ARGUMENT…: {profile} and {page} stand for a fresh folder and
// the address of the page. With GROVE_LIVE=1 the page is live/page.html, with a real relay behind it.
const [name, command, ...parameters] = process.argv.slice(2);
const limit = Number(process.env.GROVE_BROWSER_SECONDS ?? 120) * 1000;

const profile = await mkdtemp(join(tmpdir(), "grove-browser-"));
const isLive = Boolean(process.env.GROVE_LIVE);
/** @type {import("./live/support/servers.js").Servers | undefined} */
let servers;
const { address, results, close } = await serve(() => servers?.relayAddress);
if (isLive) {
  const { Servers } = await import("./live/support/servers.js");
  servers = await Servers.start(address);
}
const page = `${address}/Tests/Browser/${isLive ? "live/" : ""}page.html`;
const filled = parameters.map((one) => one.replace("{profile}", profile).replace("{page}", page));
const browser = spawn(command, filled, {
  stdio: ["ignore", "pipe", "pipe"], detached: true, env: { ...process.env, HOME: profile },
});
let said = "";
browser.stdout.on("data", (text) => (said += text));
browser.stderr.on("data", (text) => (said += text));

/** @type {Promise<any>} */
const trouble = new Promise((resolve) => {
  const timer = setTimeout(() => resolve(`no results within ${limit / 1000} s`), limit);
  timer.unref();
  browser.on("error", (error) => resolve(`cannot be started: ${error.message}`));
  browser.on("exit", (code) => setTimeout(() => resolve(`ended by itself with ${code}`), 1000));
});

const outcome = await Promise.race([results, trouble]);
close();
await servers?.stop();
try {
  // The whole group: a browser is several processes.
  process.kill(-(browser.pid ?? 0), "SIGKILL");
} catch {
  // It has ended.
}
await new Promise((resolve) => setTimeout(resolve, 200));
await rm(profile, { recursive: true, force: true, maxRetries: 5 });

if (typeof outcome === "string") {
  console.log(said.split("\n").slice(-15).join("\n"));
  console.log(`${name}: 0 passed, 1 failed: ${outcome}`);
  process.exit(1);
}
process.exit(report(name, outcome, outcome.time));
