import { windowFor } from "./notification-click.js";

/** What a page of the messenger is told when it is to hold an end of a channel to an app's page. */
export const connectApp = "connectApp";

/** Milliseconds: a worker that the other page has just asked for is there before. */
const patience = 3000;

/**
 * In a window that closes soon: the messenger's page in another tab shall hold this end. Pages of one origin that have not
 * opened each other can hand over nothing but through a worker; without one, the app is asked in a window, as ever.
 *
 * @param {string} origin of the app
 * @param {MessagePort} port
 */
export async function handOver(origin, port) {
  /** @type {Promise<undefined>} */
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  const registration = await Promise.race([navigator.serviceWorker?.ready, late]);
  if (registration?.active) registration.active.postMessage({ type: connectApp, origin }, [port]);
  else port.close();
}

/**
 * In the worker.
 *
 * @param {unknown} data
 * @param {readonly MessagePort[]} ports
 * @param {import("./notification-click.js").NotificationScope["clients"]} clients
 * @param {string} origin the messenger's own
 */
export async function handOn(data, [port], clients, origin) {
  if (Object(data).type !== connectApp || !port) return;
  const page = windowFor(await clients.matchAll({ type: "window", includeUncontrolled: true }), origin);
  if (page) page.postMessage(data, [port]);
  else port.close();
}
