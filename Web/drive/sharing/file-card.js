import { cardOf, drawIcon, drawnPicture } from "../../recipes/sharing/document-card.js";
import { kindOf, sizeText } from "../model/entries.js";
import { previewOf } from "../model/previews.js";

/** @typedef {import("../model/entries.js").Entry} Entry */

/** Bytes of a file that a messenger is handed for a copy and a picture: its window waits for them. */
export const largestCopy = 5_000_000;

/** @param {Pick<Entry, "name" | "isFolder" | "size">} entry @returns {string} kind and size, for people */
export const kindAndSize = (entry) => entry.isFolder ? kindOf(entry) : `${kindOf(entry)}, ${sizeText(entry.size)}`;

/**
 * How a file or folder is shown in a conversation: its kind and size, and what is to be seen in it where it is an image.
 *
 * @param {Entry} entry
 * @param {Blob | undefined} bytes of a file, where they are at hand
 */
export async function fileCard(entry, bytes) {
  await drawIcon();
  const preview = entry.isFolder ? undefined : previewOf(entry.name, entry.size);
  const isImage = preview?.is === "image" && preview.type !== "image/svg+xml";
  const icon = isImage && bytes && await pictureIn(new Blob([bytes], { type: preview.type }));
  return { ...cardOf("Files", kindAndSize(entry)), ...(icon && { icon }) };
}

/** @param {Blob} image @returns {Promise<string | undefined>} */
async function pictureIn(image) {
  const address = URL.createObjectURL(image);
  try {
    return await drawnPicture(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}
