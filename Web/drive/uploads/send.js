import { addressOfFile } from "../model/paths.js";
import { ask } from "./ask.js";
import { sendInParts } from "./send-in-parts.js";

/** From so many bytes on an upload goes on after its connection has broken. */
export const inPartsFrom = 8 * 2 ** 20;

/**
 * What is expected to be where it is to lie: the bytes that are replaced; without them nothing may be there.
 *
 * @param {string} [tag]
 * @returns {Record<string, string>}
 */
export const expecting = (tag) => tag ? { "If-Match": tag } : { "If-None-Match": "*" };

/**
 * @typedef {object} Sending
 * @property {string} [tag] what is replaced
 * @property {AbortSignal} signal
 * @property {(sent: number) => void} progress in bytes
 * @property {() => void} broken the connection has; it goes on by itself
 * @property {import("./send-in-parts.js").Begun} begun kept by who tries again
 */

/**
 * Sends a file's bytes.
 *
 * @param {string} path
 * @param {Blob} file
 * @param {Sending} how
 * @returns {Promise<void>}
 */
export async function send(path, file, how) {
  if (file.size >= inPartsFrom) return sendInParts(addressOfFile(path), file, expecting(how.tag), how);
  await ask({
    method: "PUT", address: addressOfFile(path), headers: expecting(how.tag), body: file, signal: how.signal, progress: how.progress,
  });
}
