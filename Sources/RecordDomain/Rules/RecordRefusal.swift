/// Why something about records was not done. The raw values are the stable codes of problem bodies; each will be one
/// code of the framework's.
public enum RecordRefusal: String, Error, Hashable, Sendable, CaseIterable {
  /// The session has ended or expired.
  case unauthenticated
  /// The account has been disabled by the operator.
  case accountDisabled = "account_disabled"
  /// The account may see it, and not do this; or may not see it, where that tells nothing.
  case permissionFailure = "permission_failure"
  /// No such record, or none that the account may see.
  case unknownItem = "unknown_item"
  /// No such zone, or none that the account may see.
  case zoneNotFound = "zone_not_found"
  /// A value, type or name that does not go there.
  case invalidArguments = "invalid_arguments"
  /// The record was changed since the writer saw it; the answer has it as it is.
  case recordChanged = "record_changed"
  /// Another item of an all-or-nothing batch failed.
  case batchFailed = "batch_failed"
  /// It refers to a record, or hangs below one, that does not exist.
  case referenceViolation = "reference_violation"
  /// The record, one above or one below it is in another share.
  case alreadyShared = "already_shared"
  /// More at once than is taken, or a record that is too large.
  case limitExceeded = "limit_exceeded"
  /// The account whose zone it is keeps as much as it may.
  case quotaExceeded = "quota_exceeded"
  /// A feed's token of another database or zone, or from before what has been forgotten.
  case tokenExpired = "token_expired"
  /// An asset that the writer has not uploaded, or too long ago.
  case assetMissing = "asset_missing"
}

/// Why one item of a batch was not done.
public struct RecordFailure: Error, Hashable, Sendable {
  public var refusal: RecordRefusal
  /// The record as it is, where it was changed since the writer saw it.
  public var record: StoredRecord?

  public init(_ refusal: RecordRefusal, record: StoredRecord? = nil) {
    self.refusal = refusal
    self.record = record
  }
}

/// An answer, or why there is none.
public typealias RecordOutcome<Value> = Result<Value, RecordRefusal>
