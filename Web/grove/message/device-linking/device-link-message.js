import {
  encodeBase64URL, encodeJSON, limitExceeded, malformed, Members, parseJSON,
} from "../../encoding/encoding.js";
import { readReference, writeReference } from "../content/invitation.js";

/**
 * First over the rendezvous, from the existing device: which account, at which point, with which
 * entry (protocol 3.8). The relay carries it and could replace it, so both people compare
 * `accountDigits` before anything is signed.
 *
 * @typedef {{ type: "offer", accountID: string, prevHash: string, entry: Uint8Array }} DeviceLinkOffer
 *
 * Second, from the new device, after its person has compared the digits.
 *
 * @typedef {{ type: "possession", deviceID: string, signature: Uint8Array }} DeviceLinkPossession
 *
 * Third, from the existing device: which statement was published with the new device in it. The new
 * device fetches the chain itself and believes only that.
 *
 * @typedef {{ type: "complete", accountID: string,
 *   statement: import("../statement-chain.js").StatementReference }} DeviceLinkComplete
 *
 * @typedef {DeviceLinkOffer | DeviceLinkPossession | DeviceLinkComplete} DeviceLinkMessage
 */

/**
 * @param {DeviceLinkMessage} message
 * @returns {Uint8Array} JSON
 */
export function encodeDeviceLinkMessage(message) {
  switch (message.type) {
    case "offer":
      return encodeJSON({ v: 1, ...message, entry: encodeBase64URL(message.entry) });
    case "possession":
      return encodeJSON({ v: 1, ...message, signature: encodeBase64URL(message.signature) });
    case "complete":
      return encodeJSON({ v: 1, ...message, statement: writeReference(message.statement) });
  }
}

/**
 * @param {Uint8Array} data at most 8 KiB; anyone at the relay may have written it
 * @returns {DeviceLinkMessage}
 * @throws {GroveError} `malformed` or `limit_exceeded`.
 */
export function decodeDeviceLinkMessage(data) {
  if (data.length > 8192) throw limitExceeded("message");
  const members = new Members(parseJSON(data));
  members.requireVersion();
  const type = members.text("type");
  switch (type) {
    case "offer":
      return {
        type, accountID: members.identifier("accountID", 32),
        prevHash: members.identifier("prevHash", 32), entry: members.bytes("entry"),
      };
    case "possession":
      return {
        type, deviceID: members.identifier("deviceID", 16), signature: members.bytes("signature"),
      };
    case "complete":
      return {
        type, accountID: members.identifier("accountID", 32),
        statement: readReference(members.value("statement")),
      };
    default:
      throw malformed("type");
  }
}
