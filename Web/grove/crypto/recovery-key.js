import { malformed, utf8 } from "../encoding/encoding.js";
import { domain } from "./hash.js";
import { hkdfExpand, hkdfExtract } from "./hash.js";
import { publicKeyOf, reduceSecretWide } from "./secret-scalar.js";
import { importSigningKey } from "./imported-key.js";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The key that outranks every device of an account, as 32 characters on paper (protocol 3.7): 160
 * bits in Crockford's base32, shown once in groups of four. With that entropy no password function
 * is needed; the signing key follows from the code alone.
 */
export class RecoveryKey {
  #code;

  /**
   * @param {string} code normalised
   * @param {import("./signing-key.js").SigningKey} signingKey
   */
  constructor(code, signingKey) {
    this.#code = code;
    /** @readonly */
    this.signingKey = signingKey;
  }

  /**
   * @param {string} text what a person typed: case is ignored, spaces and hyphens are dropped, I
   *   and L are read as 1, O as 0
   * @returns {Promise<RecoveryKey>}
   * @throws {GroveError} `malformed` for another number of characters or another character.
   */
  static async fromCode(text) {
    const code = normalize(text);
    const extracted = await hkdfExtract(new Uint8Array(), utf8(code));
    const wide = await hkdfExpand(extracted, domain("recovery"), 48);
    const scalar = reduceSecretWide(wide);
    return new RecoveryKey(code, await importSigningKey(scalar, await publicKeyOf(scalar)));
  }

  /**
   * @param {Uint8Array} random 20 random bytes; every five become eight characters, most
   *   significant bit first
   * @returns {Promise<RecoveryKey>}
   * @throws {GroveError} `malformed` for another length.
   */
  static async fromRandom(random) {
    if (random.length !== 20) throw malformed("recovery code");
    const bits = Array.from(random, (byte) => byte.toString(2).padStart(8, "0")).join("");
    const groups = bits.match(/.{5}/g) ?? [];
    return RecoveryKey.fromCode(groups.map((group) => alphabet[parseInt(group, 2)]).join(""));
  }

  /** @returns {string} the code in groups of four, for the one time it is shown */
  exportCode() {
    return (this.#code.match(/.{4}/g) ?? []).join("-");
  }
}

/** @param {string} text */
function normalize(text) {
  // ASCII letters only: toUpperCase knows other characters that become an I.
  const code = text
    .replace(/[ -]/g, "")
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/[IL]/g, "1")
    .replace(/O/g, "0");
  if (![...code].every((character) => alphabet.includes(character))) {
    throw malformed("recovery code");
  }
  if (code.length !== 32) throw malformed("recovery code");
  return code;
}
