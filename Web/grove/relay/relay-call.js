import { withRetries } from "./retry.js";
import { encodeJSON, GroveError, parseJSON } from "../encoding/encoding.js";
import { MessengerError } from "../rules/model/messenger-error.js";

/**
 * @typedef {object} RelayRequest
 * @property {string} [method]
 * @property {object} [json] the body
 * @property {Uint8Array} [bytes] the body, as it is
 * @property {Record<string, string>} [headers]
 * @property {number} [seconds] until the answer has to be there; 30
 * @property {AbortSignal} [signal]
 * @property {boolean} [isUnnamed] it carries nothing by which the relay would know it again: asked
 *   twice it counts twice
 * @property {(seconds: number) => Promise<unknown>} [pause] before asking again
 *
 * @typedef {(input: string, init: RequestInit) => Promise<Response>} Fetch
 */

/**
 * One request to the relay.
 *
 * @param {Fetch} fetch
 * @param {string} url
 * @param {RelayRequest} options
 * @returns {Promise<Response>} a success; its body is still to be read
 * @throws {MessengerError} `relay_unreachable`, `relay_refused`, `handle_taken`,
 *   `relay_answer_invalid`
 */
export function request(fetch, url, options) {
  if (options.isUnnamed) return requestOnce(fetch, url, options);
  return withRetries(() => requestOnce(fetch, url, options), judged, options.pause);
}

/** @param {unknown} error */
const judged = (error) => ({
  isUnknown: error instanceof MessengerError && error.problem === "outcome_unknown",
  isPassing: error instanceof MessengerError && error.isTemporary && error.code !== "cancelled",
});

/**
 * @param {Fetch} fetch
 * @param {string} url
 * @param {RelayRequest} options
 */
async function requestOnce(fetch, url, options) {
  const { method = "GET", json, bytes, headers, seconds = 30, signal } = options;
  const type = json ? "application/json" : "application/octet-stream";
  const response = await reaching(() =>
    fetch(url, {
      method, cache: "no-store", credentials: "omit", redirect: "error",
      headers: json || bytes ? { ...headers, "Content-Type": type } : headers,
      body: json ? encodeJSON(json) : bytes,
      signal: signal ?? /** @type {typeof AbortSignal & { timeout: (after: number) => AbortSignal }} */ (
        AbortSignal).timeout(seconds * 1000),
    }));
  if (!response.ok) throw await problemIn(response);
  return response;
}

/** Above every answer of a relay: the largest, an attachment, has 25 MiB. */
const maximumAnswer = 64 << 20;

/**
 * @param {Response} response
 * @returns {Promise<Uint8Array>}
 * @throws {MessengerError} `relay_answer_invalid` for more than a relay has to say.
 */
export async function bytesOf(response) {
  const reader = response.body?.getReader();
  /** @type {Uint8Array[]} */
  const pieces = [];
  let count = 0;
  while (reader) {
    const { done, value } = await reaching(() => reader.read());
    if (done) break;
    count += value.length;
    if (count > maximumAnswer) {
      await reader.cancel().catch(() => {});
      throw new MessengerError("relay_answer_invalid", "larger than allowed");
    }
    pieces.push(value);
  }
  const whole = new Uint8Array(count);
  let position = 0;
  for (const piece of pieces) {
    whole.set(piece, position);
    position += piece.length;
  }
  return whole;
}

/**
 * @template Value
 * @param {Response} response
 * @param {(value: unknown) => Value} read
 * @returns {Promise<Value>}
 * @throws {MessengerError} `relay_answer_invalid` where `read` does not take it.
 */
export async function jsonOf(response, read) {
  const bytes = await bytesOf(response);
  return readingAnswer(() => read(parseJSON(bytes)));
}

/**
 * @template Value
 * @param {() => Value} read
 * @returns {Value}
 */
export function readingAnswer(read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof GroveError || error instanceof TypeError) {
      throw new MessengerError("relay_answer_invalid", "not of the expected form");
    }
    throw error;
  }
}

/**
 * @template Value
 * @param {() => Promise<Value>} work
 * @returns {Promise<Value>}
 */
async function reaching(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GroveError) throw error;
    throw new MessengerError("relay_unreachable", "no answer");
  }
}

/**
 * What a refusal's body says (RFC 9457). Anything else is a bad answer, except that a status of 500
 * and above means the same from whatever stands in between.
 *
 * @param {Response} response
 * @returns {Promise<MessengerError>}
 */
async function problemIn(response) {
  const body = await bytesOf(response);
  const { code: problem, detail, title, retryAfter } = membersOf(body);
  if (typeof problem === "string") {
    const code = problem === "handle_taken" ? "handle_taken" : "relay_refused";
    const error = new MessengerError(code, String(detail ?? title), problem);
    if (typeof retryAfter === "number") error.retryAfter = retryAfter;
    return error;
  }
  const status = `status ${response.status}`;
  return new MessengerError(
    response.status >= 500 ? "relay_unreachable" : "relay_answer_invalid", status);
}

/** @param {Uint8Array} body @returns {Record<string, unknown>} */
function membersOf(body) {
  try {
    return Object(parseJSON(body));
  } catch {
    return {};
  }
}
