import { PublicKey } from "../../crypto/public-key.js";
import { concat, encodeBase64URL, limitedText, malformed, Members } from "../../encoding/encoding.js";
import { parseCollaborationID } from "../../encoding/labels.js";
import { parseOrigin } from "../../encoding/origin.js";
import { hasRepetition, limits } from "./limits.js";

/**
 * What opens what is pushed to a notice address: a P-256 scalar, and the secret `auth` of RFC 8291.
 * Prints as nothing.
 */
export class NoticeAddressKeys {
  #bytes;

  /**
   * @param {Uint8Array} bytes the scalar's 32, then the 16 of `auth`
   * @throws {GroveError} `malformed`
   */
  constructor(bytes) {
    if (bytes.length !== 48) throw malformed("the keys of a notice address");
    this.#bytes = bytes.slice();
  }

  get scalar() {
    return this.#bytes.slice(0, 32);
  }

  get auth() {
    return this.#bytes.slice(32);
  }

  /** @returns {Uint8Array} a plain copy, to be sealed */
  exportBytes() {
    return this.#bytes.slice();
  }
}

/**
 * Where apps' servers tell this account what happens, and whether its person wants that: from one of
 * their devices to the others (content type 7, protocol 12.8). Sealed to the account's own devices
 * only, and nobody else's word for it counts.
 *
 * @typedef {object} NoticeAddresses not both are empty
 * @property {SharedAddress[]} addresses at most 32, none twice
 * @property {SharedChoice[]} choices at most 32, one for an audience
 *
 * @typedef {object} SharedAddress
 * @property {string} audience the app's origin
 * @property {string} collaborationID
 * @property {string} addressID the relay's name for it; 16 bytes
 * @property {string} endpoint where the server posts to
 * @property {string} serverKey base64url of the key that alone may
 * @property {PublicKey} publicKey what is sealed to: `p256dh`
 * @property {NoticeAddressKeys} keys
 *
 * @typedef {object} SharedChoice
 * @property {string} audience
 * @property {boolean} isWanted false: nothing of it is shown, and nothing handed out
 * @property {bigint} at milliseconds since 1970, by the clock of the device it was chosen on: the
 *   latest counts
 */

/**
 * @param {Members} members
 * @returns {NoticeAddresses}
 */
export function readNoticeAddresses(members) {
  const addresses = members.array("addresses", readAddress, limits.noticeAddresses);
  const choices = members.array("choices", readChoice, limits.noticeAddresses);
  if (addresses.length + choices.length === 0) throw malformed("neither addresses nor choices");
  if (hasRepetition(addresses.map(({ addressID }) => addressID)) ||
    hasRepetition(choices.map(({ audience }) => audience))) throw malformed("the same twice");
  return { addresses, choices };
}

/** @param {NoticeAddresses} content */
export const writeNoticeAddresses = ({ addresses, choices }) => ({
  addresses: addresses.map(({ publicKey, keys, ...address }) => ({
    ...address, p256dh: publicKey.text, privateKey: encodeBase64URL(keys.scalar),
    auth: encodeBase64URL(keys.auth),
  })),
  choices: choices.map(({ at, ...choice }) => ({ ...choice, at: String(at) })),
});

/**
 * Where an app's server posts to: at most 512 visible ASCII characters that JSON writes as they are, so
 * that every message that tells of addresses has room for them.
 *
 * @param {unknown} value
 * @returns {string} the same text
 * @throws {GroveError} `malformed`, `limit_exceeded`
 */
export function parsePushEndpoint(value) {
  const endpoint = limitedText(value, limits.endpoint, "endpoint");
  if (!/^https?:\/\/[\u0021-\u007e]*$/.test(endpoint) || /["\\]/.test(endpoint)) throw malformed("endpoint");
  return endpoint;
}

/** @param {unknown} value @returns {SharedAddress} */
function readAddress(value) {
  const members = new Members(value);
  return {
    audience: parseOrigin(members.value("audience")),
    collaborationID: parseCollaborationID(members.value("collaborationID")),
    addressID: members.identifier("addressID", 16),
    endpoint: parsePushEndpoint(members.value("endpoint")),
    serverKey: new PublicKey(members.bytes("serverKey")).text,
    publicKey: new PublicKey(members.bytes("p256dh")),
    keys: new NoticeAddressKeys(concat(members.bytes("privateKey", 32), members.bytes("auth", 16))),
  };
}

/** @param {unknown} value @returns {SharedChoice} */
function readChoice(value) {
  const members = new Members(value);
  const isWanted = members.value("isWanted");
  if (typeof isWanted !== "boolean") throw malformed("isWanted");
  return { audience: parseOrigin(members.value("audience")), isWanted, at: members.decimal("at") };
}
