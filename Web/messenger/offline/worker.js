import { answerFor, firstAnswer, patience } from "./network-first.js";
import { handOn } from "./handed-over.js";
import { answerNotificationClicks } from "./notification-click.js";
import { cacheOf } from "./page-manifest.js";
import { keep, keptSet } from "./page-cache.js";
import { askReferrer, Referrers } from "./referrers.js";
import { replaced, told } from "./woken.js";

// The service worker of the messenger's origin. It keeps the files that the pages consist of, and
// answers with them while the relay is away. It leads from a notification to its conversation, and says that there is
// something new where the relay wakes it. It sees and keeps nothing else.

/**
 * What of a service worker's surroundings is used; the compiler's types are those of pages.
 *
 * @typedef {{ waitUntil: (work: Promise<unknown> | undefined) => void }} Extendable
 * @typedef {{ request: Request, resultingClientId: string, preloadResponse?: Promise<Response | undefined>,
 *   respondWith: (answer: Promise<Response>) => void }} Asked
 *
 * @typedef {object} WorkerEvents
 * @property {Extendable & { addRoutes?: (routes: object[]) => Promise<void> }} install
 * @property {Extendable} activate
 * @property {Extendable & { data: unknown, source: { id?: string } | null, ports: readonly MessagePort[] }} message
 * @property {Extendable & Asked} fetch
 * @property {Extendable} push
 * @property {Extendable & { oldSubscription?: PushSubscription | null }} pushsubscriptionchange
 *
 * @typedef {object} WorkerScope
 * @property {CacheStorage} caches
 * @property {Navigator} navigator
 * @property {Location} location
 * @property {typeof globalThis.fetch} fetch
 * @property {() => void} skipWaiting
 * @property {import("./woken.js").Waking["clients"]} clients
 * @property {import("./woken.js").Waking["registration"]
 *   & { navigationPreload?: { enable: () => Promise<void>, disable: () => Promise<void> } }} registration
 * @property {<Name extends keyof WorkerEvents>(name: Name,
 *   heard: (event: WorkerEvents[Name]) => void) => void} addEventListener
 */

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis));
const scope = /** @type {import("./notification-click.js").NotificationScope} */ (/** @type {unknown} */ (globalThis));
const { caches, navigator, location } = worker;

/** What the browser need not even wake this worker for. */
const elsewhere = ["/relay/*", "/assets/*"];

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  const routes = elsewhere.map((urlPattern) => ({ condition: { urlPattern }, source: "network" }));
  event.waitUntil(event.addRoutes?.(routes).catch(() => undefined));
});

// The network is asked while this worker is still being woken, not afterwards. Not in Firefox: where what was asked so
// early fails, it shows its own error, whatever is answered here; and an earlier worker may have asked for it.
worker.addEventListener("activate", (event) => {
  const early = worker.registration.navigationPreload;
  const wished = /Firefox\//.test(navigator.userAgent) ? early?.disable() : early?.enable();
  event.waitUntil(wished?.catch(() => undefined));
});

const referrers = new Referrers();

worker.addEventListener("message", (event) => {
  if (event.data === askReferrer) event.ports[0]?.postMessage(referrers.of(event.source?.id ?? ""));
  event.waitUntil(handOn(event.data, event.ports, scope.clients, location.origin));
  if (event.data !== "keep") return;
  const fetch = (/** @type {string} */ address, /** @type {RequestInit} */ init) =>
    worker.fetch(address, init);
  // One at a time. What goes wrong is tried again at the next visit.
  event.waitUntil(navigator.locks.request("kept", { ifAvailable: true }, async (lock) =>
    lock && keep({ caches, fetch, locks: navigator.locks }).catch(() => undefined)));
});

answerNotificationClicks({
  addEventListener: scope.addEventListener.bind(globalThis), clients: scope.clients, location,
});

worker.addEventListener("fetch", (event) => {
  const answer = answerFor(event.request, location.origin);
  if (answer === "network") return;
  if (answer === "/away") referrers.note(event.resultingClientId, event.request.referrer);
  event.respondWith(answer === "kept" ? fileOfSet(event.request.url) : page(event, answer));
});

worker.addEventListener("push", (event) => event.waitUntil(told(worker)));
worker.addEventListener("pushsubscriptionchange", (event) =>
  event.waitUntil(replaced(worker, event.oldSubscription).catch(() => undefined)));

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
