import { decodeBase64URL, limitExceeded, malformed, Members } from "../../encoding/encoding.js";
import { limits } from "./limits.js";

/**
 * How a document is shown in a conversation, as the app of whoever shared it says (protocol 6.6): no word of it is
 * checked, so the app's origin stands beside it wherever it is shown.
 *
 * @typedef {object} DocumentCard
 * @property {string} [appName] at most 64 bytes
 * @property {string} [icon] the app's: a PNG of at most 4 KiB and 256 × 256, as base64url
 * @property {string} [firstLines] of the document as it was shared, at most 1 KiB
 */

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Of the first chunk, which has the image's width and height behind its name. */
const header = [0x49, 0x48, 0x44, 0x52];

/**
 * @param {unknown} value parsed JSON, or what an app's page said
 * @returns {DocumentCard}
 * @throws {import("../../encoding/grove-error.js").GroveError} `malformed`, `limit_exceeded`
 */
export function readCard(value) {
  const members = new Members(value);
  const text = (/** @type {string} */ name, /** @type {number} */ maximum) =>
    members.has(name) ? { [name]: members.text(name, maximum) } : {};
  return {
    ...text("appName", limits.appName), ...text("firstLines", limits.firstLines),
    ...(members.has("icon") && { icon: readIcon(members) }),
  };
}

/** @param {Members} members */
function readIcon(members) {
  const text = members.text("icon", 2 * limits.icon);
  const bytes = decodeBase64URL(text);
  if (bytes.length > limits.icon) throw limitExceeded("icon");
  const isImage = signature.every((one, place) => bytes[place] === one) &&
    header.every((one, place) => bytes[12 + place] === one) && bytes.length >= 24;
  // A few bytes can be a picture of many millions of points: nobody is made to unpack one.
  if (!isImage || !isSmall(bytes, 16) || !isSmall(bytes, 20)) throw malformed("icon");
  return text;
}

/** @param {Uint8Array} bytes @param {number} place of four, the most significant first */
function isSmall(bytes, place) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(place);
  return length >= 1 && length <= limits.iconSide;
}
