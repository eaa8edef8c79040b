import { Problem } from "../../../../Web/recipes/server/problem.js";
import { toBase64URL } from "../../../../Web/recipes/log/base64url.js";

/**
 * A collaboration server in memory, for one document: the same rules of the log as the real one's,
 * as far as the page depends on them.
 */
export class MemoryLog {
  /** @type {any[]} */
  events = [];
  /** @type {{ sequence: number, bytes: Uint8Array } | undefined} */
  kept;
  /** @type {Map<string, any>} */
  present = new Map();
  /** What a request is answered with instead. @type {string | undefined} */
  failing;
  /** Requests that reach the log, though their answer does not come back. */
  losesAnswers = 0;
  requests = 0;
  /** What has come, as it was sent. @type {any[]} */
  updates = [];
  /** Where each stream began. @type {number[]} */
  streams = [];
  /** @type {Set<() => void>} */
  #wake = new Set();
  /** @type {Map<string, string>} */
  #ended = new Map();

  document = {
    documentID: "d1", title: "Baking", location: "/", owner: "alice", access: "owner",
    createdAt: "1", lastSequence: "0",
  };

  /** @param {string} account who asks @returns {any} as `AppServer` */
  as(account) {
    const check = () => {
      this.requests += 1;
      if (this.failing) throw new Problem(this.failing);
      if (this.#ended.has(account)) throw new Problem("not_found");
    };
    return {
      append: async (_, update) => {
        check();
        await turn();
        this.updates.push(update);
        const sequence = this.append(account, update);
        if (this.losesAnswers > 0) {
          this.losesAnswers -= 1;
          throw new Problem("unreachable");
        }
        return { sequence: String(sequence) };
      },
      events: async (_, after, limit) => {
        check();
        await turn();
        const events = this.events.slice(after, after + limit);
        const more = after + limit < this.events.length;
        return { events: copy(events), more, ...(more && { next: String(after + limit) }) };
      },
      snapshot: async () => {
        check();
        return this.kept ?? { sequence: 0, bytes: new Uint8Array() };
      },
      putSnapshot: async (_, sequence, bytes) => {
        check();
        if (sequence > this.events.length) throw new Problem("position_unknown");
        if (this.kept && this.kept.sequence > sequence) throw new Problem("conflict");
        this.kept = { sequence, bytes };
      },
      stream: (_, after, signal, opened) => this.#stream(account, after, signal, opened, check),
      putPresence: async (_, one) => {
        check();
        this.present.set(one.clientID, { ...one, account, displayName: account, expiresAt: "0" });
        this.wake();
      },
      endPresence: async (_, clientID) => {
        this.present.delete(clientID);
        this.wake();
      },
    };
  }

  /** @param {string} account @param {any} update @returns {number} */
  append(account, { updateID, kind, data }) {
    const known = this.events.find((event) => event.updateID === updateID);
    if (known) return Number(known.sequence);
    return this.happen({ kind, account, displayName: account, data, updateID });
  }

  /** @param {object} event @returns {number} */
  happen(event) {
    const sequence = this.events.length + 1;
    this.events.push({ at: "1", ...event, sequence: String(sequence) });
    this.wake();
    return sequence;
  }

  /** @param {string} account @param {string} text as the sample app's programs append lines */
  line(account, text) {
    const data = toBase64URL(new TextEncoder().encode(text));
    return this.append(account, { updateID: `line-${this.events.length}`, kind: "edit", data });
  }

  /** @param {string} account @param {string} reason */
  end(account, reason) {
    this.#ended.set(account, reason);
    this.wake();
  }

  /** Tells every open stream that its reader is too slow. */
  hurryReaders() {
    this.slow = (this.slow ?? 0) + 1;
    this.wake();
  }

  /** Breaks every open stream. */
  interrupt() {
    this.interruption = (this.interruption ?? 0) + 1;
    this.wake();
  }

  wake() {
    for (const wake of [...this.#wake]) wake();
  }

  async *#stream(account, after, signal, opened, check) {
    check();
    this.streams.push(after);
    opened();
    const { interruption, slow } = this;
    let told = "";
    signal.addEventListener("abort", () => this.wake(), { once: true });
    for (let position = after; ; ) {
      if (signal.aborted || interruption !== this.interruption) return;
      const reason = slow === this.slow ? this.#ended.get(account) : "too_slow";
      if (reason) return yield { name: "ended", data: JSON.stringify({ reason }) };
      for (; position < this.events.length; position += 1) {
        yield { name: "document", data: JSON.stringify(this.events[position]) };
      }
      const presence = JSON.stringify({ present: [...this.present.values()] });
      if (presence !== told) yield { name: "presence", data: (told = presence) };
      if (position < this.events.length || signal.aborted) continue;
      await new Promise((resolve) => {
        const wake = () => {
          this.#wake.delete(wake);
          resolve(undefined);
        };
        this.#wake.add(wake);
      });
    }
  }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));
const copy = (value) => JSON.parse(JSON.stringify(value));

/** As `localStorage`. */
export class MemoryTexts {
  #texts = new Map();
  get length() {
    return this.#texts.size;
  }
  key = (index) => [...this.#texts.keys()][index] ?? null;
  getItem = (name) => this.#texts.get(name) ?? null;
  setItem = (name, value) => void this.#texts.set(name, value);
  removeItem = (name) => void this.#texts.delete(name);
}

/** @param {() => unknown} condition @param {string} what */
export async function until(condition, what) {
  const end = Date.now() + 30_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
