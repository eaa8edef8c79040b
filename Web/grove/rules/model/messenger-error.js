/**
 * Why the messenger did not do what its person asked. Nothing in here is secret. The codes are
 * stable, and the same as the Swift messenger's.
 *
 * @typedef {"no_device" | "device_exists" | "store_unavailable" | "relay_unreachable"
 *   | "relay_refused" | "relay_answer_invalid" | "handle_taken" | "device_removed"
 *   | "contact_unknown" | "contact_changed" | "device_list_invalid" | "conversation_unknown"
 *   | "not_a_member" | "request_pending" | "item_unknown" | "no_usable_device" | "link_code_invalid" | "link_refused"
 *   | "link_timed_out" | "recovery_code_invalid" | "last_device" | "malformed" | "limit_exceeded"
 *   | "attachment_invalid" | "cancelled" | "internal_error"} MessengerErrorCode
 */

// Those of sign-in are among them: a relay that starts anew forgets its challenges and tokens.
const passing = [
  "rate_limited", "unavailable", "outcome_unknown", "internal_error", "unauthenticated", "challenge_invalid",
  "challenge_expired", "challenge_used",
];

export class MessengerError extends Error {
  /**
   * @param {MessengerErrorCode} code
   * @param {string} [detail] a fixed phrase
   * @param {string} [problem] the relay's code, where it refused
   */
  constructor(code, detail, problem) {
    super([code, problem, detail].filter(Boolean).join(": "));
    this.name = "MessengerError";
    /** @readonly */ this.code = code;
    /** @readonly */ this.problem = problem;
    /**
     * Seconds the relay asks to wait.
     *
     * @type {number | undefined}
     */
    this.retryAfter = undefined;
  }

  /** True where the same may succeed later without anybody changing anything. */
  get isTemporary() {
    return this.code === "relay_unreachable" || this.code === "cancelled" ||
      (this.code === "relay_refused" && passing.includes(this.problem ?? ""));
  }

  /** What an unsent item shows: the relay's code where there is one. */
  get reason() {
    return this.problem ?? this.code;
  }
}
