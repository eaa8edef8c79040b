import { Members } from "../encoding/json-members.js";
import { jsonOf } from "./relay-call.js";

/**
 * @typedef {import("./relay-client.js").RelayClient} RelayClient
 *
 * @typedef {object} WebPushSubscription where a browser's push service takes messages for this device
 * @property {string} endpoint
 * @property {string} p256dh base64url
 * @property {string} auth base64url
 */

/**
 * @param {RelayClient} relay
 * @returns {Promise<Uint8Array>} the key to subscribe with
 * @throws {MessengerError} `relay_refused` with `not_found` where the relay wakes nobody
 */
export const webPushKey = async (relay) => jsonOf(await relay.signed("web-push"), (value) =>
  new Members(value).bytes("publicKey", 65));

/** @param {RelayClient} relay @param {WebPushSubscription} json in the place of an earlier one */
export async function setWebPush(relay, json) {
  await relay.signed("web-push/subscription", { method: "PUT", json });
}

/** @param {RelayClient} relay this device is not woken any more */
export async function endWebPush(relay) {
  await relay.signed("web-push/subscription", { method: "DELETE" });
}
