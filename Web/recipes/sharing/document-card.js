import { toBase64URL } from "../log/base64url.js";
import { cut } from "./first-lines.js";

/** A messenger takes icons of 4 KiB (protocol 6.6). */
const most = 4096;
const side = 48;

/** @type {string | undefined} */
let icon;

/** Draws this app's icon as a picture that messengers take, once. Without one, cards have a sign for documents. */
export async function drawIcon() {
  if (icon !== undefined) return;
  icon = "";
  const address = document.querySelector("link[rel=icon]")?.getAttribute("href");
  if (!address) return;
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    canvas.getContext("2d")?.drawImage(image, 0, 0, side, side);
    /** @type {Blob | null} */
    const png = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (png && png.size <= most) icon = toBase64URL(new Uint8Array(await png.arrayBuffer()));
  } catch {
    // A browser that draws none: nothing else depends on it.
  }
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
