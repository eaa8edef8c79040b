import * as firstRun from "./first-run.js";
import { loaded } from "./loading.js";
import { homeOf } from "./opening.js";

/**
 * How this browser becomes a device: the seldom used half of `Messenger`, which
 * says what each does.
 *
 * @typedef {import("./messenger-types.js").Place} Place
 * @typedef {import("./messenger.js").Messenger} Messenger
 * @typedef {(home: import("./opening.js").OpenHome,
 *   record: import("./local-device.js").DeviceRecord) => Promise<Messenger>} Begin
 */

/** @param {Begin} begin @param {Place & { handle: string, displayName: string }} request */
export async function signUp(begin, { handle, displayName, ...place }) {
  const home = await homeOf(place);
  const { record, recoveryCode } = await firstRun.signUp(home, { handle, name: displayName });
  return { messenger: await begin(home, record), recoveryCode };
}

/**
 * @param {Begin} begin
 * @param {Place & { handle: string, code: string, keepingDevices?: boolean }} request
 */
export async function recover(begin, { handle, code, keepingDevices, ...place }) {
  const home = await homeOf(place);
  return begin(home, await firstRun.recover(home, { handle, code, keepingDevices }));
}

/**
 * @param {Begin} begin
 * @param {Place & { confirm: (digits: string) => Promise<boolean> }} request
 */
export async function beginLinking(begin, { confirm, ...place }) {
  const linking = await loaded(import("./linking.js"));
  const home = await homeOf(place);
  const { text, done, cancel } = await linking.beginLinking(home, confirm);
  return { text, done: done.then((record) => begin(home, record)), cancel };
}
