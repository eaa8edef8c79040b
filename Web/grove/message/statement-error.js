/**
 * Why a statement is not part of a chain (protocol 3.4 to 3.5.1). The codes are stable.
 *
 * @typedef {"malformed" | "device_count" | "devices_out_of_order" | "device_id_mismatch"
 *   | "duplicate_key" | "nobody_may_change" | "not_genesis" | "account_mismatch"
 *   | "sequence_skipped" | "previous_hash_mismatch" | "issued_earlier" | "signer_unknown"
 *   | "signer_not_manager" | "recovery_key_absent" | "signature_invalid" | "possession_missing"
 *   | "possession_unexpected" | "possession_invalid" | "fork"} StatementRefusal
 */

/** A rule of protocol 3.5 or 3.5.1 that a statement breaks. */
export class StatementError extends Error {
  /** @param {StatementRefusal} code */
  constructor(code) {
    super(code);
    this.name = "StatementError";
    /** @readonly */
    this.code = code;
  }
}
