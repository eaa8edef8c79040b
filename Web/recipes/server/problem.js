/**
 * A refusal of the server, or that it could not be reached (`unreachable`).
 */
export class Problem extends Error {
  /**
   * @param {string} code stable
   * @param {string} [title] the server's sentence
   * @param {number} [retryAfter] seconds
   */
  constructor(code, title = "The server cannot be reached.", retryAfter) {
    super(title);
    this.name = "Problem";
    /** @readonly */
    this.code = code;
    /** @readonly */
    this.retryAfter = retryAfter;
  }

  /** Whether the same request may be answered later. */
  get isPassing() {
    return ["unreachable", "unavailable", "outcome_unknown", "rate_limited", "internal_error"]
      .includes(this.code);
  }
}

/** @param {unknown} error @returns {string} its code; `failed` for what no server said */
export const codeOf = (error) => (error instanceof Problem ? error.code : "failed");
