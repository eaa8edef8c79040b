import { cardOf, drawIcon, drawnPicture } from "../../recipes/sharing/document-card.js";
import { kindOf, sizeText } from "../model/entries.js";
import { previewOf } from "../model/previews.js";

/** @typedef {import("../model/entries.js").Entry} Entry */

/** Bytes of a file that a messenger is handed for a copy and a picture: its window waits for them. */
export const largestCopy = 5_000_000;
/** Bytes of an image that is looked at for its picture: what phones take. */
export const largestPictured = 12_000_000;

/** @param {Pick<Entry, "name" | "isFolder" | "size">} entry @returns {string} kind and size, for people */
export const kindAndSize = (entry) => entry.isFolder ? kindOf(entry) : `${kindOf(entry)}, ${sizeText(entry.size)}`;

/** @param {Pick<Entry, "name" | "isFolder" | "size">} entry @returns {string | undefined} its type where a card shows what is on it */
function imageType({ name, isFolder, size }) {
  const preview = isFolder ? undefined : previewOf(name, size);
  return preview?.is === "image" && preview.type !== "image/svg+xml" ? preview.type : undefined;
}

/** @param {Entry} entry @returns {boolean} whether its bytes are wanted for a card or a copy */
export const isRead = (entry) =>
  !entry.isFolder && entry.size <= (imageType(entry) ? largestPictured : largestCopy);

/**
 * How a file or folder is shown in a conversation: its kind and size, and what is to be seen in it where it is an image.
 *
 * @param {Entry} entry
 * @param {Blob | undefined} bytes of a file, where they are at hand
 */
export async function fileCard(entry, bytes) {
  await drawIcon();
  const type = imageType(entry);
  const icon = type && bytes && await pictureIn(new Blob([bytes], { type }));
  // That a folder is one says nothing of what is in it.
  return { ...cardOf("Files", entry.isFolder ? "" : kindAndSize(entry)), ...(icon && { icon }) };
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
