import { decodeBase64URL } from "../../grove/encoding/base64url.js";

/** The name of the chunk that makes a PNG move. */
const moving = [0x61, 0x63, 0x54, 0x4c];

/**
 * An app's icon as an address for an image on this page. Its form and its size were checked when it came; nothing on
 * a card moves.
 *
 * @param {string | undefined} icon base64url
 * @returns {string | undefined}
 */
export function iconAddress(icon) {
  if (!icon) return undefined;
  const bytes = decodeBase64URL(icon);
  const moves = bytes.some((_, at) => moving.every((one, place) => bytes[at + place] === one));
  return moves ? undefined : `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
}
