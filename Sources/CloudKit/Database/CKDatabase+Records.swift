import Foundation

/// Records, one or several at once.
extension CKDatabase {
  public typealias RecordResults = [CKRecord.ID: Result<CKRecord, any Error>]
  public typealias DeleteResults = [CKRecord.ID: Result<Void, any Error>]

  /// - Throws: `CKError`: `unknownItem`, `zoneNotFound`.
  @discardableResult
  public func record(for recordID: CKRecord.ID) async throws -> CKRecord {
    try single(try await find([recordID], nil))
  }

  /// Saves what was changed. The record that was given then says what the server says, and is what is returned.
  /// - Throws: `CKError`: `serverRecordChanged` where somebody else has changed it since it was read.
  @discardableResult
  public func save(_ record: CKRecord) async throws -> CKRecord {
    try single(
      try await modify(saving: [record], deleting: [], .ifServerRecordUnchanged, atomically: true)
        .saved)
  }

  /// One that is not there is deleted already.
  @discardableResult
  public func deleteRecord(withID recordID: CKRecord.ID) async throws -> CKRecord.ID {
    let results = try await modify(
      saving: [], deleting: [recordID], .ifServerRecordUnchanged, atomically: true)
    try single(results.deleted)
    return recordID
  }

  /// - Parameter desiredKeys: nil for all fields; none for what the server says only.
  public func records(for ids: [CKRecord.ID], desiredKeys: [CKRecord.FieldKey]? = nil) async throws
    -> RecordResults
  {
    dictionary(try await find(ids, desiredKeys))
  }

  /// Saves and deletes in one transaction for each zone.
  ///
  /// - Parameter atomically: whether all of a zone's items are done or none; the zone that is always there does not
  ///   know that. Items that were not done for another's sake have the error `batchRequestFailed`.
  /// - Throws: `limitExceeded` for more than 400 items or 2 MiB, `invalidArguments` where one is named twice.
  public func modifyRecords(
    saving recordsToSave: [CKRecord], deleting recordIDsToDelete: [CKRecord.ID],
    savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged,
    atomically: Bool = true
  ) async throws -> (saveResults: RecordResults, deleteResults: DeleteResults) {
    let results = try await modify(
      saving: recordsToSave, deleting: recordIDsToDelete, savePolicy, atomically: atomically)
    return (dictionary(results.saved), dictionary(results.deleted))
  }
}

/// The same with completion handlers, which run one after the other and never in the main thread.
extension CKDatabase {
  public func fetch(
    withRecordID recordID: CKRecord.ID,
    completionHandler: @escaping @Sendable (CKRecord?, (any Error)?) -> Void
  ) {
    context.start(pair(completionHandler)) { try await self.record(for: recordID) }
  }

  public func save(
    _ record: CKRecord, completionHandler: @escaping @Sendable (CKRecord?, (any Error)?) -> Void
  ) {
    context.start(pair(completionHandler)) { try await self.save(record) }
  }

  public func delete(
    withRecordID recordID: CKRecord.ID,
    completionHandler: @escaping @Sendable (CKRecord.ID?, (any Error)?) -> Void
  ) {
    context.start(pair(completionHandler)) { try await self.deleteRecord(withID: recordID) }
  }

  public func fetch(
    withRecordIDs recordIDs: [CKRecord.ID], desiredKeys: [CKRecord.FieldKey]? = nil,
    completionHandler: @escaping @Sendable (Result<RecordResults, any Error>) -> Void
  ) {
    context.start(completionHandler) {
      try await self.records(for: recordIDs, desiredKeys: desiredKeys)
    }
  }

  public func modifyRecords(
    saving recordsToSave: [CKRecord], deleting recordIDsToDelete: [CKRecord.ID],
    savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged,
    atomically: Bool = true,
    completionHandler:
      @escaping @Sendable (
        Result<(saveResults: RecordResults, deleteResults: DeleteResults), any Error>
      ) -> Void
  ) {
    context.start(completionHandler) {
      try await self.modifyRecords(
        saving: recordsToSave, deleting: recordIDsToDelete, savePolicy: savePolicy,
        atomically: atomically)
    }
  }
}

/// The one result of a call about one item.
@discardableResult
func single<ID, Value>(_ results: [(ID, Result<Value, CKError>)]) throws(CKError) -> Value {
  guard let result = results.first?.1 else {
    throw CKError(.internalError, "An answer is missing.")
  }
  return try result.get()
}

/// Results by their items, with errors as apps have them.
func dictionary<ID: Hashable, Value>(_ results: [(ID, Result<Value, CKError>)])
  -> [ID: Result<Value, any Error>]
{
  Dictionary(results.map { ($0, $1.mapError { $0 }) }) { first, _ in first }
}
