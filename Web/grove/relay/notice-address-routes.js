import { Members } from "../encoding/json-members.js";
import { parsePushEndpoint } from "../message/content/notice-addresses.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { jsonOf } from "./relay-call.js";

/** @typedef {import("./relay-client.js").RelayClient} RelayClient */

/**
 * An address that one app's server may push notices of one collaboration to (protocol 12.8).
 *
 * @param {RelayClient} relay
 * @param {string} serverKey base64url of the key that alone may
 * @returns {Promise<{ addressID: string, endpoint: string }>}
 */
export const makeNoticeAddress = async (relay, serverKey) =>
  jsonOf(await relay.signed("notice-addresses", { method: "POST", json: { serverKey } }), (value) => {
    const members = new Members(value);
    return { addressID: members.identifier("addressID", 16), endpoint: parsePushEndpoint(members.value("endpoint")) };
  });

/**
 * Ends one at once; one that has ended already is fine.
 *
 * @param {RelayClient} relay
 * @param {string} addressID
 */
export async function endNoticeAddress(relay, addressID) {
  try {
    await relay.signed(`notice-addresses/${encodeURIComponent(addressID)}`, { method: "DELETE" });
  } catch (error) {
    if (!(error instanceof MessengerError) || error.problem !== "not_found") throw error;
  }
}
