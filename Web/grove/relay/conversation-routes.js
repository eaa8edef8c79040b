import { Members } from "../encoding/members.js";
import { bytesOf, jsonOf } from "./relay-call.js";
import { readConversation } from "./conversation-forms.js";

/**
 * Routes that change conversations. Each change answers with the conversation as it is now.
 *
 * @typedef {import("./relay-client.js").RelayClient} RelayClient
 */

/** @param {RelayClient} relay */
export const conversations = async (relay) =>
  jsonOf(await relay.signed("conversations"), (value) =>
    new Members(value).array("conversations", readConversation));

/** @param {RelayClient} relay @param {string} id */
export const conversation = async (relay, id) =>
  jsonOf(await relay.signed(`conversations/${id}`), readConversation);

/** @param {RelayClient} relay @param {object} json */
export const createConversation = async (relay, json) =>
  jsonOf(await relay.signed("conversations", { method: "POST", json }), readConversation);

/** @param {RelayClient} relay @param {string} id @param {object} json */
export const changeConversation = async (relay, id, json) =>
  jsonOf(await relay.signed(`conversations/${id}`, { method: "PATCH", json }), readConversation);

/** @param {RelayClient} relay @param {string} id @param {Uint8Array} bytes */
export const putPhoto = async (relay, id, bytes) =>
  jsonOf(await relay.signed(`conversations/${id}/photo`, { method: "PUT", bytes }), readConversation);

/** @param {RelayClient} relay @param {string} id */
export const photo = async (relay, id) => bytesOf(await relay.signed(`conversations/${id}/photo`));
