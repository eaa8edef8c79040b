import { decodeBase64URL } from "./base64url.js";
import { utf8 } from "./bytes.js";
import { parseDecimal } from "./decimal.js";
import { limitExceeded, malformed } from "./grove-error.js";
import { identifier } from "./identifiers.js";

/**
 * The members of a JSON object, each asked for by name and form. Unknown members are ignored, and
 * `null` counts as absent (protocol 2.6), as `undefined` does where a window sent the object.
 */
export class Members {
  /** @type {Map<string, unknown>} */
  #members;

  /**
   * @param {unknown} value parsed JSON
   * @throws {GroveError} `malformed` unless it is an object.
   */
  constructor(value) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw malformed("JSON");
    }
    // Own members only: nothing is read from a prototype.
    this.#members = new Map(Object.entries(value)
      .filter(([, member]) => member !== null && member !== undefined));
  }

  /** @param {string} name */
  has(name) {
    return this.#members.has(name);
  }

  /**
   * @param {string} name
   * @returns {unknown}
   */
  value(name) {
    if (!this.has(name)) throw malformed(name);
    return this.#members.get(name);
  }

  /**
   * @template Value
   * @param {string} name
   * @param {(value: unknown) => Value} read
   * @returns {Value | undefined}
   */
  optional(name, read) {
    return this.has(name) ? read(this.value(name)) : undefined;
  }

  /**
   * @param {string} name
   * @param {number} [maximum] in bytes of UTF-8
   */
  text(name, maximum = Infinity) {
    return limitedText(this.value(name), maximum, name);
  }

  /**
   * @param {string} name
   * @param {number} [count] exactly so many bytes
   */
  bytes(name, count) {
    const bytes = decodeBase64URL(this.value(name));
    if (count !== undefined && bytes.length !== count) throw malformed(name);
    return bytes;
  }

  /**
   * @param {string} name
   * @param {number} count
   */
  identifier(name, count) {
    return identifier(this.value(name), count, name);
  }

  /** @param {string} name */
  decimal(name) {
    return parseDecimal(this.value(name));
  }

  /** @param {string} name */
  integer(name) {
    const value = this.value(name);
    if (!Number.isSafeInteger(value)) throw malformed(name);
    return /** @type {number} */ (value) + 0;
  }

  /**
   * @template Element
   * @param {string} name
   * @param {(value: unknown) => Element} read
   * @param {number} [maximum]
   * @returns {Element[]}
   */
  array(name, read, maximum = Infinity) {
    const value = this.value(name);
    if (!Array.isArray(value)) throw malformed(name);
    if (value.length > maximum) throw limitExceeded(name);
    return value.map((element) => read(element));
  }

  /**
   * The member `v`: nothing but 1 is read.
   *
   * @throws {GroveError} `malformed`
   */
  requireVersion() {
    if (this.integer("v") !== 1) throw malformed("version");
  }
}

/**
 * @param {unknown} value
 * @param {number} maximum in bytes of UTF-8
 * @param {string} what
 * @returns {string}
 */
export function limitedText(value, maximum, what) {
  if (typeof value !== "string") throw malformed(what);
  if (utf8(value).length > maximum) throw limitExceeded(what);
  return value;
}
