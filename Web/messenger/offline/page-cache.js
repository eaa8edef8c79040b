import { encodeBase64URL } from "../../grove/encoding/base64url.js";
import { keptBelow } from "./network-first.js";
import { cacheName, keptPage, listAddress, readPageList } from "./page-manifest.js";

/**
 * What the worker's surroundings do for it.
 *
 * @typedef {object} Surroundings
 * @property {CacheStorage} caches
 * @property {(address: string, init: RequestInit) => Promise<Response>} fetch
 * @property {Pick<LockManager, "request">} locks
 *
 * @typedef {import("./page-manifest.js").PageList} PageList
 */

/** A set is whole when it has its first page, which is stored last. */
const firstPage = "/";
const atOnce = 3;
const patience = 30_000;

/**
 * The name of the cache that holds the newest whole set.
 *
 * @param {CacheStorage} caches
 * @returns {Promise<string | undefined>}
 */
export async function keptSet(caches) {
  for (const name of (await ours(caches)).reverse()) {
    if (await (await caches.open(name)).match(name + firstPage)) return name;
  }
  return undefined;
}

/** @param {CacheStorage} caches @returns {Promise<string[]>} the oldest first */
const ours = async (caches) =>
  (await caches.keys()).filter((name) => name.startsWith(keptBelow));

/**
 * Brings what is kept up to what the relay serves: the whole of it, or nothing changes. What was
 * fetched before an interruption is not fetched again, and a set that a page runs from stays.
 *
 * @param {Surroundings} around
 * @throws where the relay is away, changes its pages meanwhile, or the browser has no room
 */
export async function keep({ caches, fetch, locks }) {
  const list = readPageList(await (await asked(fetch, listAddress, "no-cache")).json());
  const kept = await keptSet(caches);
  const wanted = cacheName(list.version);
  await remove({ caches, locks }, [kept, wanted]);
  if (kept === wanted) return;
  await fill({ caches, fetch }, list, kept);
  await remove({ caches, locks }, [wanted]);
}

/**
 * Removes sets, except those that a page runs from: it holds a lock with the set's name.
 *
 * @param {Pick<Surroundings, "caches" | "locks">} around
 * @param {(string | undefined)[]} except
 */
async function remove({ caches, locks }, except) {
  for (const name of await ours(caches)) {
    if (except.includes(name)) continue;
    await locks.request(name, { ifAvailable: true }, (lock) => lock && caches.delete(name));
  }
}

/**
 * Stores a set.
 *
 * @param {Pick<Surroundings, "caches" | "fetch">} around
 * @param {PageList} list
 * @param {string | undefined} kept the set before
 */
async function fill({ caches, fetch }, list, kept) {
  const name = cacheName(list.version);
  const cache = await caches.open(name);
  const old = kept && await caches.open(kept);
  /** @param {string} address @param {string} hash @returns {Promise<Response>} */
  const found = async (address, hash) => {
    // Modules that the page has loaded are in the browser's memory of the network. Of pages, what
    // is said with them counts too, and that is in no hash.
    const memory = address.includes(".") ? "force-cache" : "no-cache";
    return await checked(old ? await old.match(kept + address) : undefined, hash) ??
      await checked(await asked(fetch, address, memory), hash) ??
      await checked(await asked(fetch, address, "reload"), hash) ??
      failed(`${address} is not what the list names`);
  };
  const waiting = [...list.files].filter(([address]) => address !== firstPage);
  /** @param {[address: string, hash: string]} file */
  const store = async ([address, hash]) => {
    if (await cache.match(name + address)) return;
    await cache.put(name + address, await stored(await found(address, hash), list));
  };
  const some = async () => {
    for (let next; (next = waiting.pop());) await store(next);
  };
  const all = Array.from({ length: atOnce }, () => some().catch((error) => {
    waiting.length = 0;
    return error;
  }));
  const hash = /** @type {string} */ (list.files.get(firstPage));
  const error = (await Promise.all(all)).find(Boolean) ??
    await store([firstPage, hash]).catch((it) => it);
  // Room would not be there the next time either; what this took is given back.
  if (error?.name === "QuotaExceededError") await caches.delete(name);
  if (error) throw error;
}

/** @param {Surroundings["fetch"]} fetch @param {string} address @param {RequestCache} cache */
async function asked(fetch, address, cache) {
  const signal = /** @type {{ timeout(milliseconds: number): AbortSignal }} */ (
    /** @type {unknown} */ (AbortSignal)).timeout(patience);
  const init = { cache, redirect: "error", priority: "low", signal };
  const answer = await fetch(address, /** @type {RequestInit} */ (init));
  return answer.status === 200 ? answer : failed(`${address}: ${answer.status}`);
}

/**
 * @param {Response | undefined} answer
 * @param {string} hash
 * @returns {Promise<Response | undefined>} the same, if it has these bytes
 */
async function checked(answer, hash) {
  const bytes = await answer?.clone().arrayBuffer();
  if (!bytes) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return encodeBase64URL(digest.subarray(0, 18)) === hash ? answer : undefined;
}

/** @param {Response} answer @param {PageList} list @returns {Promise<Response>} */
async function stored(answer, list) {
  const headers = new Headers(answer.headers);
  // What is stored is not compressed any more.
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  const isPage = /^text\/html\b/.test(headers.get("Content-Type") ?? "");
  const body = isPage ? keptPage(await answer.text(), list) : await answer.arrayBuffer();
  return new Response(body, { headers });
}

/** @param {string} reason @returns {never} */
function failed(reason) {
  throw new Error(reason);
}
