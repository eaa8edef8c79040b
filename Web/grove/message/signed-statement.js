import { encodeBase64URL, identifier, Members } from "../encoding/encoding.js";

/**
 * A device's word that it holds the keys of its entry.
 *
 * @typedef {{ deviceID: string, signature: Uint8Array }} Possession
 */

/**
 * An account statement as it travels (protocol 3.5, 3.5.1). Nothing in here has been checked but
 * its shape; `JSON.stringify` writes it.
 */
export class SignedStatement {
  /**
   * @param {Uint8Array} body the encoded statement
   * @param {string} signer a deviceID, or "recovery"
   * @param {Uint8Array} signature
   * @param {Possession[]} possession
   */
  constructor(body, signer, signature, possession) {
    this.body = body;
    this.signer = signer;
    this.signature = signature;
    this.possession = possession;
    Object.freeze(this);
  }

  /**
   * @param {unknown} value parsed JSON
   * @returns {SignedStatement}
   * @throws {GroveError} `malformed`
   */
  static fromJSON(value) {
    const members = new Members(value);
    const signer = members.text("signer");
    return new SignedStatement(
      members.bytes("body"),
      signer === "recovery" ? signer : identifier(signer, 16, "signer"),
      members.bytes("signature"),
      members.array("possession", readPossession),
    );
  }

  toJSON() {
    return {
      body: encodeBase64URL(this.body),
      signer: this.signer,
      signature: encodeBase64URL(this.signature),
      possession: this.possession.map(({ deviceID, signature }) => ({
        deviceID, signature: encodeBase64URL(signature),
      })),
    };
  }
}

/** @param {unknown} value */
function readPossession(value) {
  const members = new Members(value);
  return { deviceID: members.identifier("deviceID", 16), signature: members.bytes("signature") };
}
