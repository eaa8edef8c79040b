import Foundation

/// Saves and deletes records: one transaction for each zone.
// As its superclass.
public final class CKModifyRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
  /// What a save sends, and what it is refused for.
  public enum RecordSavePolicy: Int, Hashable, Sendable {
    /// The fields that were set; refused with `serverRecordChanged` where somebody else has changed the record.
    case ifServerRecordUnchanged = 0
    /// The fields that were set, whatever others have done.
    case changedKeys
    /// All fields that are here, whatever others have done; those that are not here stay.
    case allKeys
  }

  public var recordsToSave: [CKRecord]?
  public var recordIDsToDelete: [CKRecord.ID]?
  public var savePolicy = RecordSavePolicy.ifServerRecordUnchanged
  /// Whether all of a zone's items are done or none.
  public var isAtomic = true
  /// Called with 1 for each record that was saved.
  public var perRecordProgressBlock: ((CKRecord, Double) -> Void)?
  public var perRecordSaveBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  public var perRecordDeleteBlock: ((CKRecord.ID, Result<Void, any Error>) -> Void)?
  /// A failure means that nothing could be done; what is wrong with one item is told by its own block.
  public var modifyRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The form before results: what is wrong with single items comes as one `partialFailure`.
  public var modifyRecordsCompletionBlock: (([CKRecord]?, [CKRecord.ID]?, (any Error)?) -> Void)?

  public override init() {}

  public convenience init(
    recordsToSave: [CKRecord]? = nil, recordIDsToDelete: [CKRecord.ID]? = nil
  ) {
    self.init()
    self.recordsToSave = recordsToSave
    self.recordIDsToDelete = recordIDsToDelete
  }

  override func run() async {
    let outcome = await result {
      try await target.modify(
        saving: recordsToSave ?? [], deleting: recordIDsToDelete ?? [], savePolicy,
        atomically: isAtomic)
    }
    if case .success(let results) = outcome { await tell(results) }
    await deliver { [self] in
      modifyRecordsResultBlock?(outcome.map { _ in })
      switch outcome {
      case .success(let results):
        modifyRecordsCompletionBlock?(
          results.saved.compactMap { try? $1.get() },
          results.deleted.filter { (try? $1.get()) != nil }.map(\.0), results.partialFailure)
      case .failure(let error): modifyRecordsCompletionBlock?(nil, nil, error)
      }
    }
  }

  private func tell(_ results: RecordChangeResults) async {
    await deliver { [self] in
      for (id, result) in results.saved {
        if let record = try? result.get() { perRecordProgressBlock?(record, 1) }
        perRecordSaveBlock?(id, result.mapError { $0 })
      }
      for (id, result) in results.deleted { perRecordDeleteBlock?(id, result.mapError { $0 }) }
    }
  }
}

extension RecordChangeResults {
  /// Everything that went wrong as one error; nil where nothing did.
  var partialFailure: CKError? {
    partial(saved.map { ($0, $1.failure) } + deleted.map { ($0, $1.failure) })
  }
}

extension Result {
  var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// Errors of single items as one; nil where there are none.
func partial<ID: Hashable>(_ failures: [(ID, CKError?)]) -> CKError? {
  var errors: [AnyHashable: any Error] = [:]
  for case (let id, let error?) in failures { errors[id] = error }
  guard !errors.isEmpty else { return nil }
  return CKError(
    .partialFailure, "Some of it was not done.", [CKPartialErrorsByItemIDKey: errors])
}
