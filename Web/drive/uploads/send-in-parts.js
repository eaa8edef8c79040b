import { codeOf } from "../../recipes/server/problem.js";
import { ask } from "./ask.js";

/** Tries in a row that bring nothing, before the person is asked. */
const mostTries = 6;

/** What may be otherwise the next time. */
const temporary = new Set(["unreachable", "unavailable", "rate_limited", "upload_offset", "outcome_unknown", "request_timeout"]);

/** @typedef {{ address?: string }} Begun where the server has what was begun; nothing as long as nothing was */

/**
 * @typedef {object} Parts
 * @property {AbortSignal} signal
 * @property {(sent: number) => void} progress in bytes of the whole file
 * @property {() => void} broken
 * @property {Begun} begun
 * @property {typeof ask} [asking]
 * @property {(seconds: number, signal: AbortSignal) => Promise<void>} [pause]
 */

/**
 * Sends a large file so that it goes on where it was after its connection has broken (draft-ietf-httpbis-resumable-upload):
 * it is begun, its bytes follow, and after a break the server says how many it has.
 *
 * @param {string} address where it is to lie
 * @param {Blob} file
 * @param {Record<string, string>} expecting
 * @param {Parts} how
 * @returns {Promise<void>}
 * @throws {import("../../recipes/server/problem.js").Problem}
 */
export async function sendInParts(address, file, expecting, how) {
  const { signal, broken, begun, pause = untilLater } = how;
  let [tries, most] = [0, 0];
  for (;;) {
    try {
      const received = begun.address ? await receivedOf(begun.address, how) : await begin(address, file, expecting, how);
      if (received === "all") return;
      if (received > most) [tries, most] = [0, received];
      return await sendRest(file, received, how);
    } catch (error) {
      // It was too long ago: all of it goes again.
      const isForgotten = codeOf(error) === "not_found" && begun.address !== undefined;
      if (isForgotten) begun.address = undefined;
      if ((!isForgotten && !temporary.has(codeOf(error))) || (tries += 1) >= mostTries) throw error;
      broken();
      await pause(Math.max(2 ** (tries - 1), /** @type {{ retryAfter?: number }} */ (error).retryAfter ?? 0), signal);
    }
  }
}

/** @param {string} address @param {Blob} file @param {Record<string, string>} expecting @param {Parts} how @returns {Promise<number>} */
async function begin(address, file, expecting, { signal, begun, asking = ask }) {
  const field = await asking({
    method: "PUT", address, signal, headers: { ...expecting, "Upload-Complete": "?0", "Upload-Length": String(file.size),
      "Content-Type": file.type || "application/octet-stream" },
  });
  begun.address = field("Location") ?? undefined;
  return 0;
}

/** @param {string} address @param {Parts} how @returns {Promise<number | "all">} what the server has */
async function receivedOf(address, { signal, asking = ask }) {
  const field = await asking({ method: "HEAD", address, signal, headers: {} });
  return field("Upload-Complete") === "?1" ? "all" : Number(field("Upload-Offset"));
}

/** @param {Blob} file @param {number} offset @param {Parts} how */
async function sendRest(file, offset, { signal, progress, begun, asking = ask }) {
  progress(offset);
  await asking({
    method: "PATCH", address: begun.address ?? "", signal, body: file.slice(offset), progress: (sent) => progress(offset + sent),
    headers: { "Upload-Offset": String(offset), "Upload-Complete": "?1", "Content-Type": "application/partial-upload" },
  });
}

/**
 * Gives up what was begun, so that it does not count any more; where that is not heard it is forgotten by itself.
 *
 * @param {Begun} begun
 */
export function giveUp(begun) {
  if (begun.address) void fetch(begun.address, { method: "DELETE", keepalive: true }).catch(() => {});
  begun.address = undefined;
}

/** @param {number} seconds less where the machine is connected again, or the person cancels @param {AbortSignal} signal */
const untilLater = (seconds, signal) => new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
  const wait = setTimeout(resolve, seconds * 1000);
  for (const [target, event] of /** @type {const} */ ([[globalThis, "online"], [signal, "abort"]])) {
    target.addEventListener(event, () => {
      clearTimeout(wait);
      resolve();
    }, { once: true });
  }
});
