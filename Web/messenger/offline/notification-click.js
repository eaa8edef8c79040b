/**
 * What of a service worker's surroundings a click on a notification needs.
 *
 * @typedef {{ url: string, focused: boolean, visibilityState: string, focus: () => Promise<unknown>,
 *   postMessage: (message: unknown, ports?: MessagePort[]) => void }} MessengerWindow
 *
 * @typedef {object} NotificationScope
 * @property {Location} location
 * @property {{ matchAll: (which: object) => Promise<MessengerWindow[]>,
 *   openWindow: (address: string) => Promise<unknown> }} clients
 * @property {(name: "notificationclick", heard: (event: NotificationClick) => void) => void} addEventListener
 *
 * @typedef {{ notification: { close: () => void, data: unknown }, waitUntil: (work: Promise<unknown>) => void }}
 *   NotificationClick
 */

/** What a page of the messenger is told when it is to show a conversation. */
export const showConversation = "showConversation";

/**
 * A click on a notification leads to the conversation it is about, in a window that is open, or in a new one.
 *
 * @param {NotificationScope} scope
 */
export function answerNotificationClicks({ addEventListener, clients, location }) {
  addEventListener("notificationclick", (event) => {
    const { notification } = event;
    notification.close();
    event.waitUntil(lead(clients, location.origin, conversationOf(notification.data)));
  });
}

/**
 * @param {NotificationScope["clients"]} clients
 * @param {string} origin
 * @param {string} conversationID empty where it is about none
 */
async function lead(clients, origin, conversationID) {
  const shown = windowFor(await clients.matchAll({ type: "window", includeUncontrolled: true }), origin);
  if (!shown) return clients.openWindow(conversationID ? `/#c=${conversationID}` : "/");
  if (conversationID) shown.postMessage({ type: showConversation, conversationID });
  // Where the browser does not see a person's click in it, the window stays where it is.
  return shown.focus().catch(() => undefined);
}

/**
 * @param {unknown} data of a notification
 * @returns {string} empty where it names no conversation
 */
export function conversationOf(data) {
  const { conversationID } = /** @type {{ conversationID?: unknown }} */ (Object(data));
  return typeof conversationID === "string" && /^[\w-]{22}$/.test(conversationID) ? conversationID : "";
}

/**
 * @template {Pick<MessengerWindow, "url" | "focused" | "visibilityState">} Window
 * @param {readonly Window[]} windows
 * @param {string} origin
 * @returns {Window | undefined} the one that shows conversations: what somebody looks at first. What apps open answers
 *   them and stays as it is
 */
export function windowFor(windows, origin) {
  const rank = (/** @type {Window} */ one) => Number(one.focused) * 2 + Number(one.visibilityState === "visible");
  return windows.filter(({ url }) => new URL(url).origin === origin && new URL(url).pathname === "/")
    .sort((one, other) => rank(other) - rank(one)).at(0);
}
