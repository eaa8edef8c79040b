import { toBase64URL } from "../log/base64url.js";
import { cut } from "./first-lines.js";

/** A messenger takes icons of 4 KiB (protocol 6.6). */
const most = 4096;
/** Pixels; photographs take more bytes. */
const sides = [48, 36, 27];

/** @type {string | undefined} */
let icon;

/** Draws this app's icon as a picture that messengers take, once. Without one, cards have a sign for documents. */
export async function drawIcon() {
  if (icon !== undefined) return;
  icon = "";
  const address = document.querySelector("link[rel=icon]")?.getAttribute("href");
  if (address) icon = await drawnPicture(address) ?? "";
}

/**
 * @param {string} address of an image
 * @returns {Promise<string | undefined>} the middle of it, as large as messengers take it; nothing where it cannot be drawn
 */
export async function drawnPicture(address) {
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    for (const side of sides) {
      const png = await drawn(image, side);
      if (png && png.size <= most) return toBase64URL(new Uint8Array(await png.arrayBuffer()));
    }
  } catch {
    // A browser that draws none: nothing else depends on it.
  }
  return undefined;
}

/** @param {HTMLImageElement} image @param {number} side @returns {Promise<Blob | null>} */
function drawn(image, side) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = side / Math.min(width, height);
  // The whole of it and not a part: of a drawing that states no size, Chromium takes the part from another size.
  canvas.getContext("2d")?.drawImage(image, (side - width * scale) / 2, (side - height * scale) / 2, width * scale, height * scale);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/**
 * How a recipe is shown in a conversation.
 *
 * @param {string} appName
 * @param {string} [text] of the recipe, where it is at hand
 */
export const cardOf = (appName, text = "") => ({
  appName: cut(appName, 64, 64), ...(icon && { icon }), ...(text.trim() && { firstLines: cut(text.trim(), 280, 1024) }),
});
