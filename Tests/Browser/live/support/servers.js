import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const grove = process.env.GROVE ?? "";

/** Both servers, as one process in a folder of its own, on free ports of this machine. */
export class Servers {
  #process;

  /** @param {string} [relayOrigin] the relay's public one, where something stands in front of it */
  static async start(relayOrigin) {
    const servers = new Servers();
    servers.folder = await mkdtemp(join(tmpdir(), "grove-live-"));
    servers.options = relayOrigin ? ["--relay-origin", relayOrigin] : [];
    const port = await freePort();
    servers.relayAddress = `http://127.0.0.1:${port}`;
    await servers.#launch(port, "0");
    return servers;
  }

  /** @param {string} relayPort @param {string} appPort */
  async #launch(relayPort, appPort) {
    const options = ["--relay-port", relayPort, "--app-port", appPort, "--operations-address", "off",
      ...this.options];
    this.#process = spawn(
      grove, ["serve", "--json", "--data", join(this.folder, "data"), "--log-level", "warning", ...options],
      { stdio: ["ignore", "pipe", "inherit"] });
    const lines = createInterface({ input: this.#process.stdout });
    const missing = new Set(["relay", "collaboration"]);
    for await (const line of lines) {
      const { server, origin } = JSON.parse(line);
      if (server === "relay") this.relay = origin;
      else this.app = origin;
      missing.delete(server);
      if (missing.size === 0) return;
    }
    throw new Error("the servers do not start");
  }

  /** As if the power went. */
  async kill() {
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await ended;
  }

  /** At the same addresses. */
  async restart() {
    await this.#launch(new URL(this.relayAddress).port, new URL(this.app).port);
  }

  async stop() {
    await this.kill().catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/** A Swift device in a process of its own, driven by lines. */
export class SwiftDevice {
  #process;
  #lines;

  /** @param {Servers} servers @param {string} name of its folder */
  constructor(servers, name) {
    const folder = join(servers.folder, name);
    this.#process = spawn(
      grove, ["device", "--data", folder, "--relay", servers.relay, "--app", servers.app],
      { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /**
   * @param {string} verb
   * @param {Record<string, string>} [given]
   * @returns {Promise<{ code?: string, values: Record<string, string>, rows: any[] }>}
   */
  async ask(verb, given = {}) {
    this.#process.stdin.write(`${JSON.stringify({ verb, arguments: given })}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`the Swift device ended at ${verb}`);
    return JSON.parse(value);
  }

  /** The same, refusing refusals. */
  async must(verb, given) {
    const reply = await this.ask(verb, given);
    if (reply.code) throw new Error(`${verb}: ${reply.code} ${reply.detail ?? ""}`);
    return reply;
  }

  async stop() {
    this.#process.stdin.end();
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), 3000);
    await once(this.#process, "exit");
    clearTimeout(timer);
  }
}
