/**
 * What is wrong with input: one stable code and a few words of context, nothing secret in it.
 *
 * A question that could be answered with "no" is not an error: see `refused` in `check-result.js`.
 *
 * @typedef {"malformed" | "key_invalid" | "limit_exceeded" | "duplicate_key"
 *   | "no_collaboration_device"} ErrorCode
 */
export class GroveError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {string} context
   */
  constructor(code, context) {
    super(`${code}: ${context}`);
    this.name = "GroveError";
    /** @readonly */
    this.code = code;
  }
}

/**
 * @param {string} context
 * @returns {GroveError}
 */
export const malformed = (context) => new GroveError("malformed", context);

/**
 * @param {string} context
 * @returns {GroveError}
 */
export const limitExceeded = (context) => new GroveError("limit_exceeded", context);
