import { encodeBase64URL, Members } from "../encoding/encoding.js";
import { jsonOf } from "./relay-call.js";

/** @typedef {import("./relay-client.js").RelayClient} RelayClient */

/** @param {RelayClient} relay @param {string} id @param {Uint8Array} data */
export const leaveAtRendezvous = (relay, id, data) => {
  const json = { data: encodeBase64URL(data) };
  return relay.plain(`rendezvous/${id}`, { method: "POST", json, isUnnamed: true });
};

/**
 * @param {RelayClient} relay
 * @param {string} id
 * @param {number} from
 * @param {number} wait seconds
 * @returns {Promise<{ messages: Uint8Array[], next: number }>}
 */
export async function rendezvous(relay, id, from, wait) {
  const options = { seconds: wait + 15 };
  const answer = await relay.plain(`rendezvous/${id}?from=${from}&wait=${wait}`, options);
  return jsonOf(answer, (value) => {
    const members = new Members(value);
    const read = (/** @type {unknown} */ one) => new Members(one).bytes("data");
    return { messages: members.array("messages", read), next: members.integer("next") };
  });
}
