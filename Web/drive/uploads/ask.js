import { Problem } from "../../recipes/server/problem.js";
import { problemOf } from "../server/drive-problem.js";

/**
 * @typedef {object} Question
 * @property {string} method
 * @property {string} address
 * @property {Record<string, string>} headers
 * @property {Blob} [body]
 * @property {AbortSignal} [signal]
 * @property {(sent: number) => void} [progress] in bytes of this body
 *
 * @typedef {(name: string) => string | null} Field of an answer's head
 */

/**
 * One request with a file's bytes. `fetch` cannot say how far it is.
 *
 * @param {Question} question
 * @returns {Promise<Field>}
 * @throws {Problem}
 */
export const ask = ({ method, address, headers, body, signal, progress }) => new Promise((resolve, reject) => {
  if (signal?.aborted) return reject(new Problem("aborted"));
  const request = new XMLHttpRequest();
  request.open(method, address);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.addEventListener("progress", ({ loaded }) => progress?.(loaded));
  request.addEventListener("load", () => request.status < 300 ? resolve((name) => request.getResponseHeader(name))
    : reject(problemOf(request.status, request.responseText)));
  request.addEventListener("error", () => reject(new Problem("unreachable")));
  request.addEventListener("abort", () => reject(new Problem("aborted")));
  signal?.addEventListener("abort", () => request.abort());
  request.send(body ?? null);
});
