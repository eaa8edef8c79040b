import { Problem } from "../../recipes/server/problem.js";

/** @type {Record<number, string>} */
const codes = {
  0: "unreachable", 401: "unauthenticated", 403: "forbidden", 404: "not_found", 405: "is_there", 412: "is_there",
  413: "too_large", 422: "bad_name", 423: "locked", 429: "rate_limited", 507: "quota_exceeded",
};

/**
 * What a drive's refusal means here. Some say it in JSON, as all routes, and some in XML, as WebDAV wants it.
 *
 * @param {number} status 0 where there was no answer
 * @param {string} body
 * @returns {Problem}
 */
export function problemOf(status, body) {
  const said = saidIn(body);
  if (said.code === "upload_offset") return new Problem(said.code);
  if (status === 409) return new Problem(/case/.test(said.detail ?? "") ? "is_there" : "no_folder");
  if (status === 207) return new Problem(/ 423 /.test(body) ? "locked" : "failed");
  // One of two that have the same status.
  const code = said.code === "limit_exceeded" ? said.code : codes[status] ?? said.code;
  return new Problem(code ?? "unavailable", said.title, said.retryAfter);
}

/** @param {string} body @returns {{ code?: string, title?: string, detail?: string, retryAfter?: number }} */
function saidIn(body) {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}
