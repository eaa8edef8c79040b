import { Messenger } from "../../grove/messenger/messenger.js";

/**
 * Leaves nothing of the messenger in this browser: neither the kept pages nor the device.
 *
 * @throws {MessengerError} where the device cannot be removed
 */
export async function forgetEverything() {
  // First: once the device is gone, every page of the messenger is loaded anew, this one too.
  try {
    await (await navigator.serviceWorker.getRegistration("/"))?.unregister();
    // On this origin there are no caches but the kept sets.
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // Where nothing could be kept, nothing is.
  }
  await Messenger.forget();
  localStorage.clear();
}
