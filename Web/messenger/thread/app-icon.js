import { decodeBase64URL } from "../../grove/encoding/base64url.js";
import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";

/** The name of the chunk that makes a PNG move. */
const moving = [0x61, 0x63, 0x54, 0x4c];

/**
 * An app's icon as an address for an image on this page. Its form and its size were checked when it came; nothing on
 * a card moves.
 *
 * @param {string | undefined} ofApp base64url
 * @returns {string | undefined}
 */
export function iconAddress(ofApp) {
  if (!ofApp) return undefined;
  const bytes = decodeBase64URL(ofApp);
  const moves = bytes.some((_, at) => moving.every((one, place) => bytes[at + place] === one));
  return moves ? undefined : `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
}

/**
 * The same wherever a document of the app stands: on its card, while it is being shared, in the share sheet.
 *
 * @param {string | undefined} ofApp base64url; without one it is a sign for documents
 * @param {Blob} [image] of the document itself
 */
export function appPicture(ofApp, image) {
  const address = image ? URL.createObjectURL(image) : iconAddress(ofApp);
  return address ? h("img", { class: "emblem", alt: "", src: address }) : h("span", { class: "emblem" }, icon("document"));
}
