import { encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";

/** @param {string} text */
export async function hashOf(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return encodeBase64URL(new Uint8Array(digest).subarray(0, 18));
}

/** As much of a browser's caches as is used, in memory. */
export class MemoryCaches {
  /** @type {Map<string, Map<string, Response>>} */
  all = new Map();
  /** How many more can be stored. */
  room = Infinity;

  async keys() {
    return [...this.all.keys()];
  }
  /** @param {string} name */
  async delete(name) {
    return this.all.delete(name);
  }
  /** @param {string} name */
  async open(name) {
    const found = this.all.get(name) ?? new Map();
    this.all.set(name, found);
    return {
      /** @param {string} key */
      match: async (key) => found.get(key)?.clone(),
      /** @param {string} key @param {Response} answer */
      put: async (key, answer) => {
        this.room -= 1;
        if (this.room < 0) throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
        found.set(key, answer);
      },
    };
  }
}

/** A relay's pages, and who asks for them. */
export class ServedPages {
  /** @type {Record<string, string>} */
  files = { "/": '<script src="/a/main.js">', "/a/main.js": "1", "/a/b.js": "2", "/a/c.js": "3" };
  /** @type {string[]} */
  asked = [];
  /** @type {Map<string, string>} what the browser remembers of the network */
  remembered = new Map();
  /** Locks that pages hold. */
  held = new Set();
  caches = new MemoryCaches();

  async list() {
    const hashes = await Promise.all(Object.entries(this.files).map(async ([address, text]) =>
      [address, await hashOf(text)]));
    const version = await hashOf(JSON.stringify(hashes));
    return { version, files: Object.fromEntries(hashes) };
  }

  /** @returns {any} */
  get around() {
    return {
      caches: this.caches,
      /** @param {string} address @param {RequestInit} init */
      fetch: async (address, { cache }) => {
        if (address === "/messenger-files.json") return Response.json(await this.list());
        const text = cache === "force-cache" && this.remembered.get(address) || this.files[address];
        if (text !== this.remembered.get(address)) this.asked.push(address);
        const type = address.includes(".") ? "text/javascript" : "text/html; charset=utf-8";
        return new Response(text, { status: text ? 200 : 503, headers: { "Content-Type": type } });
      },
      locks: {
        /** @param {string} name @param {any} _ @param {(lock: any) => any} work */
        request: async (name, _, work) => work(this.held.has(name) ? null : {}),
      },
    };
  }

  /** What is kept: of each set its files. */
  get kept() {
    return [...this.caches.all.values()].map((set) => [...set.keys()]
      .map((key) => key.replace(/^\/kept\/[\w-]+/, "")).sort().join(" "));
  }
}
