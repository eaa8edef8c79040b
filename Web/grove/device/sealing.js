import { recipientsOf } from "./envelopes.js";
import { sealed } from "./sending.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("./outbox-rules.js").OutgoingMessage} OutgoingMessage
 */

/**
 * Seals an invitation's envelopes and sends nothing: they are kept until it is known what became of
 * them, because the seeds in them are not (docs/decisions/0006).
 *
 * @param {Device} device
 * @param {OutgoingMessage} message with `contents`
 * @returns {Promise<{ envelopes: Uint8Array[] } | { unreachable: string }>} `unreachable`: an account
 *   without a device that can be written to
 */
export async function sealContents(device, message) {
  const envelopes = [];
  for (const account of recipientsOf(message, [...(message.contents ?? new Map()).keys()])) {
    try {
      envelopes.push(...await sealed(device, message, [account], device.now(), false));
    } catch (error) {
      if (/** @type {any} */ (error).code !== "no_usable_device") throw error;
      return { unreachable: account };
    }
  }
  return { envelopes };
}
