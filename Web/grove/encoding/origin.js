import { parseDecimal } from "./decimal.js";
import { malformed } from "./grove-error.js";
import { isCanonicalHost } from "./host-name.js";

const localHosts = ["localhost", "127.0.0.1", "[::1]"];
const standardPorts = new Map([
  ["https", 443n],
  ["http", 80n],
]);

/**
 * Checks the ASCII serialisation of a web origin (protocol 2.7).
 *
 * @param {unknown} text
 * @returns {string} the same text
 * @throws {GroveError} `malformed`
 */
export function parseOrigin(text) {
  if (typeof text !== "string" || serialize(text) !== text) throw malformed("origin");
  return text;
}

/**
 * The origin of a link. Stricter than `URL`: a link whose host could be read in two ways, with user
 * names, backslashes, escapes or other alphabets in it, has none.
 *
 * @param {string} link
 * @returns {string}
 * @throws {GroveError} `malformed`
 */
export function originOfLink(link) {
  // Every character up to a blank, and DEL.
  if (/[\u0000-\u0020\u007f]/.test(link)) throw malformed("link");
  const parts = /^([^:]*:[\s\S]{2}[^/?#]*)/.exec(link);
  if (!parts) throw malformed("link");
  // ASCII letters only: toLowerCase would turn a Kelvin sign into a k.
  return serialize(parts[1].replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
}

/** @param {string} text */
function serialize(text) {
  const parts = /^(https?):\/\/(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(text);
  if (!parts) throw malformed("origin");
  const [, scheme, host, digits] = parts;
  if (!isCanonicalHost(host)) throw malformed("host");
  if (scheme === "http" && !localHosts.includes(host)) throw malformed("http");
  return `${scheme}://${host}${port(scheme, digits)}`;
}

/**
 * @param {string} scheme
 * @param {string | undefined} digits
 */
function port(scheme, digits) {
  if (digits === undefined) return "";
  const value = parseDecimal(digits);
  if (value === 0n || value > 65535n) throw malformed("port");
  return value === standardPorts.get(scheme) ? "" : `:${value}`;
}
