/**
 * What of a worker's surroundings is used to tell a person that there is something new.
 *
 * @typedef {object} Waking
 * @property {{ matchAll: (which: object) => Promise<{ visibilityState: string }[]> }} clients
 * @property {Pick<ServiceWorkerRegistration, "showNotification" | "pushManager">} registration
 * @property {Pick<CacheStorage, "has">} caches
 */

/** One notification of this kind at a time: another push says nothing more. */
export const tag = "grove-closed";

/** Without one a browser shows its own. */
const icon = "/messenger/icon-192.png";

/** There, and empty, while the person is told of none of their conversations (`quiet.js`). */
export const quietCache = "grove.quiet";

/**
 * The relay has pushed: somebody has written. What, and whether in a conversation of which this person wants to hear
 * nothing, only a page can tell. A browser wants something to be shown for each push, or shows what it makes up itself.
 * So where every conversation is muted it is shown without a sound, and says that.
 *
 * @param {Waking} worker
 */
export async function told({ clients, registration, caches }) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  // Who looks at the messenger sees it there.
  if (pages.some(({ visibilityState }) => visibilityState === "visible")) return;
  const isQuiet = await caches.has(quietCache).catch(() => false);
  const body = isQuiet ? "Something new. You have muted your conversations." : "Something new in your conversations";
  await registration.showNotification("New in Grove", { body, icon, tag, silent: isQuiet });
}

/**
 * The browser has replaced the subscription. The next page that is opened hands the new one over.
 *
 * @param {Waking} worker
 * @param {PushSubscription | null | undefined} old
 */
export async function replaced({ registration }, old) {
  if (old) await registration.pushManager.subscribe(old.options);
}
