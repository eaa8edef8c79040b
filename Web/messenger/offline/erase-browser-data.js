import { Messenger } from "../../grove/messenger/messenger.js";

/**
 * Leaves nothing of the messenger in this browser: neither the kept pages nor the device.
 *
 * @throws {MessengerError} where the device cannot be removed
 */
export async function forgetEverything() {
  // First: once the device is gone, every page of the messenger is loaded anew, this one too.
  try {
    const worker = await navigator.serviceWorker.getRegistration("/");
    await (await worker?.pushManager?.getSubscription())?.unsubscribe();
    await worker?.unregister();
    // On this origin there are no caches but the kept sets and what the worker is told.
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // Where nothing could be kept, nothing is.
  }
  await Messenger.forget();
  localStorage.clear();
}
