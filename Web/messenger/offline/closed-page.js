import { encodeBase64URL } from "../../grove/encoding/base64url.js";
import { wakesClosed } from "../local-storage-keys.js";
import { tag } from "./woken.js";

/**
 * @typedef {import("../../grove/messenger/messenger.js").Messenger} Messenger
 * @typedef {"on" | "off" | "blocked"} Waking whether this browser is told when the messenger is closed; `blocked`:
 *   its person has forbidden notifications, and only they can allow them again
 */

/** @returns {Promise<boolean>} whether the relay wakes browsers, and this one can be woken */
export async function canBeWoken() {
  if (!("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis)) return false;
  try {
    return (await (await fetch("/config.json")).json()).webPush === true;
  } catch {
    return false;
  }
}

/** @type {Promise<unknown> | undefined} */
let turning;

/** What was chosen and is being done, if anything is. How it goes is who chose it told. */
export const underway = () => turning;

/**
 * One after the other: what a page hands over by itself must not come after its person has switched it off.
 *
 * @template Result
 * @param {() => Promise<Result>} work begins at once where nothing is being done: in a click browsers ask their person
 * @returns {Promise<Result>}
 */
function alone(work) {
  const done = turning ? turning.then(work) : work();
  const over = done.catch(() => undefined).then(() => {
    if (turning === over) turning = undefined;
  });
  turning = over;
  return done;
}

/** @returns {Promise<Waking>} */
export async function waking() {
  if (Notification.permission === "denied") return "blocked";
  const isOn = localStorage.getItem(wakesClosed) && Notification.permission === "granted";
  return isOn && await subscription() ? "on" : "off";
}

/**
 * Asks the person, in their click, and hands the subscription to the relay.
 *
 * @param {Messenger} messenger
 * @returns {Promise<Waking>} how it is now
 * @throws {MessengerError | DOMException} where the relay or the browser's push service cannot be reached
 */
export const turnOn = (messenger) => alone(async () => {
  if (await Notification.requestPermission() !== "granted") return waking();
  await subscribe(messenger);
  localStorage.setItem(wakesClosed, "1");
  return "on";
});

/**
 * @param {Messenger} messenger
 * @throws {MessengerError} where the relay cannot be told; its pushes come to nothing all the same
 */
export const turnOff = (messenger) => alone(async () => {
  await forget();
  await messenger.endWebPush();
});

/** The browser takes no pushes any more; the relay finds out at the next one. */
export async function forget() {
  localStorage.removeItem(wakesClosed);
  await (await subscription())?.unsubscribe();
}

/**
 * Hands the subscription over again, once for each page: the browser may have made another one, and the relay may have
 * dropped it.
 *
 * @param {Messenger} messenger
 */
export function keepWoken(messenger) {
  if (!localStorage.getItem(wakesClosed)) return;
  document.addEventListener("visibilitychange", takeBack);
  void takeBack();
  const heard = new AbortController();
  const look = () => {
    if (messenger.connection === "signedOut") {
      heard.abort();
      void forget().catch(() => undefined);
    }
    if (messenger.connection !== "online") return;
    heard.abort();
    // What goes wrong is tried again with the next page.
    void renew(messenger).catch(() => undefined);
  };
  messenger.addEventListener("connection", look, heard);
  look();
}

/** Who looks at the messenger need not be told that there is something new. */
async function takeBack() {
  if (document.hidden) return;
  const registration = await navigator.serviceWorker.getRegistration("/").catch(() => undefined);
  for (const one of (await registration?.getNotifications({ tag })) ?? []) one.close();
}

/** @param {Messenger} messenger */
const renew = (messenger) => alone(async () => {
  if (!localStorage.getItem(wakesClosed) || Notification.permission !== "granted") return;
  if (await canBeWoken()) await subscribe(messenger);
});

/** @param {Messenger} messenger */
async function subscribe(messenger) {
  const key = await messenger.webPushKey();
  await navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  let found = await pushManager.getSubscription();
  // Made for a key that the relay has no more: nothing comes through it.
  if (found && !isFor(found, key)) {
    await found.unsubscribe();
    found = null;
  }
  found ??= await pushManager.subscribe({ userVisibleOnly: true,
    applicationServerKey: key });
  await messenger.setWebPush({ endpoint: found.endpoint, p256dh: keyOf(found, "p256dh"), auth: keyOf(found, "auth") });
}

/** @param {PushSubscription} found @param {Uint8Array} key */
function isFor(found, key) {
  const { applicationServerKey } = found.options;
  return applicationServerKey !== null && encodeBase64URL(new Uint8Array(applicationServerKey)) === encodeBase64URL(key);
}

/** @param {PushSubscription} found @param {PushEncryptionKeyName} name */
const keyOf = (found, name) => encodeBase64URL(new Uint8Array(found.getKey(name) ?? new ArrayBuffer(0)));

const subscription = async () =>
  (await navigator.serviceWorker?.getRegistration("/"))?.pushManager?.getSubscription();
