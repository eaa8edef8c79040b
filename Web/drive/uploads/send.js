import { Problem } from "../../recipes/server/problem.js";
import { addressOfFile } from "../model/paths.js";
import { problemOf } from "../server/drive-problem.js";

/**
 * Sends a file's bytes. `fetch` cannot say how far it is.
 *
 * @param {string} path
 * @param {Blob} file
 * @param {object} how
 * @param {string} [how.tag] what is replaced; without it nothing may be there
 * @param {AbortSignal} how.signal
 * @param {(sent: number) => void} how.progress in bytes
 * @returns {Promise<void>}
 */
export const send = (path, file, { tag, signal, progress }) => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  request.open("PUT", addressOfFile(path));
  request.setRequestHeader(tag ? "If-Match" : "If-None-Match", tag ?? "*");
  request.upload.addEventListener("progress", ({ loaded }) => progress(loaded));
  request.addEventListener("load", () =>
    request.status < 300 ? resolve() : reject(problemOf(request.status, request.responseText)));
  request.addEventListener("error", () => reject(new Problem("unreachable")));
  request.addEventListener("abort", () => reject(new Problem("aborted")));
  signal.addEventListener("abort", () => request.abort());
  request.send(file);
});
