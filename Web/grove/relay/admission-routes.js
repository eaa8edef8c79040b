import { identifier, Members } from "../encoding/encoding.js";
import { readConversation } from "./conversation-routes.js";
import { jsonOf } from "./relay-call.js";

/**
 * Message requests: who decides first, who is kept out.
 *
 * @typedef {import("./relay-client.js").RelayClient} RelayClient
 * @typedef {{ policy: string, admitted: string[], blocked: string[] }} Admission
 */

const readID = (/** @type {unknown} */ value) => identifier(value, 32, "account");

/** @param {unknown} value @returns {Admission} */
function readAdmission(value) {
  const members = new Members(value);
  return {
    policy: members.text("policy"), admitted: members.array("admitted", readID),
    blocked: members.array("blocked", readID),
  };
}

/** @param {unknown} value */
function readDevice(value) {
  const members = new Members(value);
  return {
    deviceID: members.identifier("deviceID", 16),
    lastSeenAt: Number(members.decimal("lastSeenAt")),
    receivesUntil: Number(members.decimal("receivesUntil")),
  };
}

/** @param {RelayClient} relay @param {string} id */
export const accept = async (relay, id) =>
  jsonOf(await relay.signed(`conversations/${id}/acceptance`, { method: "POST" }), readConversation);

/** @param {RelayClient} relay */
export const admission = async (relay) => jsonOf(await relay.signed("admission"), readAdmission);

/**
 * @param {RelayClient} relay
 * @param {{ policy?: string, admit?: string[], block?: string[], unblock?: string[] }} json
 */
export const changeAdmission = async (relay, json) =>
  jsonOf(await relay.signed("admission", { method: "PATCH", json }), readAdmission);

/** @param {RelayClient} relay */
export const ownDevices = async (relay) => jsonOf(await relay.signed("devices"), (value) =>
  new Members(value).array("devices", readDevice));
