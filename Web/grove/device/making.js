import * as firstRun from "./first-run.js";
import { loaded } from "./loading.js";
import { homeOf, localOf } from "./opening.js";

/**
 * How this browser becomes a device: static methods of `Messenger`, whose first parameter is the class.
 *
 * @typedef {import("./messenger-types.js").Place} Place
 * @typedef {import("./messenger.js").Messenger} Messenger
 * @typedef {typeof import("./messenger.js").Messenger} Messengers
 */

/**
 * Makes an account with this browser as its first device.
 *
 * @param {Messengers} messengers
 * @param {Place & { handle: string, displayName: string }} request `handle`: 1 to 64 of
 *   `a-z 0-9 . _ -`; `displayName`: how contacts see the person
 * @returns {Promise<{ messenger: Messenger, recoveryCode: string }>} the code is shown once and
 *   stored nowhere; in groups of four
 * @throws {MessengerError} `handle_taken`, `device_exists`, `relay_unreachable`, `relay_refused`
 */
export async function signUp(messengers, { handle, displayName, ...place }) {
  const home = await homeOf(place);
  const { record, recoveryCode } = await firstRun.signUp(home, { handle, name: displayName });
  return { messenger: await begin(messengers, home, record), recoveryCode };
}

/**
 * Makes this browser a device of an account whose devices are lost.
 *
 * @param {Messengers} messengers
 * @param {Place & { handle: string, code: string, keepingDevices?: boolean }} request without
 *   `keepingDevices` every other device is dropped
 * @returns {Promise<Messenger>}
 * @throws {MessengerError} `contact_unknown`, `recovery_code_invalid`, `relay_unreachable`, …
 */
export async function recover(messengers, { handle, code, keepingDevices, ...place }) {
  const home = await homeOf(place);
  return begin(messengers, home, await firstRun.recover(home, { handle, code, keepingDevices }));
}

/**
 * Begins to make this browser a device of an account that exists.
 *
 * @param {Messengers} messengers
 * @param {Place & { confirm: (digits: string) => Promise<boolean> }} request `confirm` is asked
 *   once, with the digits the other device shows, too
 * @returns {Promise<{ text: string, done: Promise<Messenger>, cancel: () => void }>} `text`: the
 *   code to show; `done` rejects with `link_timed_out`, `link_refused`, `cancelled`, …
 */
export async function beginLinking(messengers, { confirm, ...place }) {
  const linking = await loaded(import("./linking.js"));
  const home = await homeOf(place);
  const { text, done, cancel } = await linking.beginLinking(home, confirm);
  return { text, done: done.then((record) => begin(messengers, home, record)), cancel };
}

/**
 * @param {Messengers} messengers
 * @param {import("./opening.js").OpenHome} home
 * @param {import("./local-device.js").DeviceRecord} record
 */
async function begin(messengers, home, record) {
  const messenger = await messengers.of(home, await localOf(home, { ...record, pending: undefined }));
  // Others can write to it at once; where the relay is away now, `start` does it.
  await messenger.connected().then(({ prepare, device }) => prepare(device)).catch(() => undefined);
  return messenger;
}
