import { accept as acceptAt, admission as admissionOf, changeAdmission } from "../relay/admission-routes.js";
import { takeEnvelope } from "./inbox.js";
import { names } from "./names.js";
import { told } from "./roster-rules.js";

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
  await device.change((records) => told(records, answer, device.me));
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
  const isReleased = async (/** @type {any} */ { conversationID }) => {
    const known = await device.store.get(names.conversation(conversationID));
    return !known?.requestedBy || known.state !== "active";
  };
  const held = [...(await device.store.list("held/")).values()];
  const open = (await Promise.all(held.map(isReleased))).some(Boolean);
  if (!open) return;
  await device.alone("receiving", async () => {
    for (const one of held) {
      if (!(await isReleased(one))) continue;
      const { accountID, deviceID, hooks } = device;
      await takeEnvelope(device, one.envelope, {
        accountID, deviceID, hooks, sequence: one.sequence, uploader: one.uploader,
        now: device.now(), wasHeld: true,
      });
    }
  });
}
