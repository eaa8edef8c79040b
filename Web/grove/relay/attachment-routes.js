import { Members } from "../encoding/json-members.js";
import { bytesOf, jsonOf } from "./relay-call.js";

/** @typedef {import("./relay-client.js").RelayClient} RelayClient */

/** Seconds that a large file may take. */
const seconds = 300;

/** @param {RelayClient} relay @param {Uint8Array} bytes sealed @returns {Promise<string>} its name */
export const storeAttachment = async (relay, bytes) =>
  jsonOf(await relay.signed("attachments", { method: "POST", seconds, isUnnamed: true, bytes }),
    (value) => new Members(value).text("attachmentID"));

/** @param {RelayClient} relay @param {string} id */
export const attachment = async (relay, id) =>
  bytesOf(await relay.signed(`attachments/${encodeURIComponent(id)}`, { seconds }));
