import { accept as acceptAt, admission as admissionOf, changeAdmission } from "../relay/admission-routes.js";
import { isReleased } from "../rules/conversations/inbox-rules.js";
import { told } from "../rules/conversations/roster-rules.js";
import { names } from "../rules/model/record-names.js";
import { all } from "../rules/model/records.js";
import { takeEnvelope } from "./inbox.js";

/**
 * Message requests: conversations somebody unknown has put this account into.
 *
 * @typedef {import("./device.js").Device} Device
 */

/**
 * Takes part: what was said meanwhile is shown with the next round, which the caller begins.
 *
 * @param {Device} device
 * @param {string} id
 */
export async function accept(device, id) {
  const answer = await device.ask((relay) => acceptAt(relay, id));
  const { me } = device;
  await device.change((records) => told(records, answer, me));
}

/** @param {Device} device */
export const admission = (device) => device.ask((relay) => admissionOf(relay));

/**
 * @param {Device} device
 * @param {{ policy?: string, admit?: string[], block?: string[], unblock?: string[] }} change
 */
export const admit = (device, change) => device.ask((relay) => changeAdmission(relay, change));

/**
 * Takes in what was held of conversations that have been accepted since, and drops what was held of
 * others.
 *
 * @param {Device} device
 */
export async function releaseHeld(device) {
  const released = () => device.look((records) =>
    all(records, names.held()).filter((one) => isReleased(records, one)));
  if ((await released()).length === 0) return;
  await device.alone("receiving", async () => {
    for (const { envelope, sequence, uploader } of await released()) {
      const { accountID, deviceID, hooks } = device;
      await takeEnvelope(device, envelope, {
        accountID, deviceID, hooks, sequence, uploader, now: device.now(), wasHeld: true,
      });
    }
  });
}
