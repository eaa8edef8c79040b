/// The domain of `CKError`.
public let CKErrorDomain = "CKErrorDomain"
/// Item → error, with `partialFailure`.
public let CKPartialErrorsByItemIDKey = "CKPartialErrors"
/// The record as the server has it, with `serverRecordChanged`.
public let CKRecordChangedErrorServerRecordKey = "ServerRecord"
/// The record as it was to be saved.
public let CKRecordChangedErrorClientRecordKey = "ClientRecord"
/// The record as both had it before: without fields where only its system fields were kept.
public let CKRecordChangedErrorAncestorRecordKey = "AncestorRecord"
/// Seconds to wait: a number.
public let CKErrorRetryAfterKey = "CKRetryAfter"
