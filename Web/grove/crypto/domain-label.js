import { utf8 } from "../encoding/bytes.js";

/** Every label anything may be signed or hashed under (protocol 18.1, decision 0003). */
export const domainLabels = /** @type {const} */ ([
  "account-statement", "blind", "challenge", "challenge-context", "challenge-epoch", "context",
  "device", "device-possession", "digits", "envelope", "identity-proof", "kem-key", "log-entry",
  "message", "notice-attestation", "pad", "recovery", "relay-sign-in", "safety-number", "self-test",
]);

/**
 * `DS(name) = "collab/1 " || name || 0x00` (protocol 2.3): nothing signed for one purpose can be
 * passed off as signed for another.
 *
 * @param {typeof domainLabels[number]} name
 * @returns {Uint8Array}
 */
export const domain = (name) => utf8(`collab/1 ${name}\0`);
