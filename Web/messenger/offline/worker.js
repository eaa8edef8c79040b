import { answerFor, firstAnswer, patience } from "./network-first.js";
import { cacheOf } from "./page-manifest.js";
import { keep, keptSet } from "./page-cache.js";

// The service worker of the messenger's origin. It keeps the files that the pages consist of, and
// answers with them while the relay is away. It sees and keeps nothing else.

/**
 * What of a service worker's surroundings is used; the compiler's types are those of pages.
 *
 * @typedef {{ waitUntil: (work: Promise<unknown> | undefined) => void }} Extendable
 * @typedef {{ request: Request, preloadResponse?: Promise<Response | undefined>,
 *   respondWith: (answer: Promise<Response>) => void }} Asked
 *
 * @typedef {object} WorkerEvents
 * @property {Extendable & { addRoutes?: (routes: object[]) => Promise<void> }} install
 * @property {Extendable} activate
 * @property {Extendable & { data: unknown }} message
 * @property {Extendable & Asked} fetch
 *
 * @typedef {object} WorkerScope
 * @property {CacheStorage} caches
 * @property {Navigator} navigator
 * @property {Location} location
 * @property {typeof globalThis.fetch} fetch
 * @property {() => void} skipWaiting
 * @property {{ navigationPreload?: { enable: () => Promise<void> } }} registration
 * @property {<Name extends keyof WorkerEvents>(name: Name,
 *   heard: (event: WorkerEvents[Name]) => void) => void} addEventListener
 */

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis));
const { caches, navigator, location } = worker;

/** What the browser need not even wake this worker for. */
const elsewhere = ["/relay/*", "/assets/*"];

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  const routes = elsewhere.map((urlPattern) => ({ condition: { urlPattern }, source: "network" }));
  event.waitUntil(event.addRoutes?.(routes).catch(() => undefined));
});

// The network is asked while this worker is still being woken, not afterwards.
worker.addEventListener("activate", (event) => {
  event.waitUntil(worker.registration.navigationPreload?.enable().catch(() => undefined));
});

worker.addEventListener("message", (event) => {
  if (event.data !== "keep") return;
  const fetch = (/** @type {string} */ address, /** @type {RequestInit} */ init) =>
    worker.fetch(address, init);
  // One at a time. What goes wrong is tried again at the next visit.
  event.waitUntil(navigator.locks.request("kept", { ifAvailable: true }, async (lock) =>
    lock && keep({ caches, fetch, locks: navigator.locks }).catch(() => undefined)));
});

worker.addEventListener("fetch", (event) => {
  const answer = answerFor(event.request, location.origin);
  if (answer === "network") return;
  event.respondWith(answer === "kept" ? fileOfSet(event.request.url) : page(event, answer));
});

/** @param {WorkerEvents["fetch"]} event @param {string} name of the page that is kept for it */
function page(event, name) {
  // Windows that an app opens would not show what is asked for; they wait.
  const late = new Promise((resolve) => name === "/" && setTimeout(resolve, patience));
  const network = asked(event);
  // Whoever is shown the kept page does not wait for it; the worker does, or the browser complains.
  event.waitUntil(network.catch(() => undefined));
  return firstAnswer(network, /** @type {Promise<void>} */ (late), async () => {
    const set = await keptSet(caches);
    return set ? (await caches.open(set)).match(set + name) : undefined;
  });
}

/** @param {WorkerEvents["fetch"]} event @returns {Promise<Response>} what the browser asked for already, where it does so */
async function asked(event) {
  return (await event.preloadResponse) ?? worker.fetch(event.request);
}

/** @param {string} url @returns {Promise<Response>} never from the network: sets are not mixed */
async function fileOfSet(url) {
  const { pathname } = new URL(url);
  const set = cacheOf(pathname);
  const file = set && await caches.has(set) && await (await caches.open(set)).match(pathname);
  return file || new Response(null, { status: 404 });
}
