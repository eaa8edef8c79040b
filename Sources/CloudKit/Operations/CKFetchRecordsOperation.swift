import Foundation

/// Looks records up by their names.
// As its superclass.
public final class CKFetchRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
  public var recordIDs: [CKRecord.ID]?
  /// nil: all fields; none: what the server says only.
  public var desiredKeys: [CKRecord.FieldKey]?
  /// Called with 1 for each record that was found.
  public var perRecordProgressBlock: ((CKRecord.ID, Double) -> Void)?
  public var perRecordResultBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  public var fetchRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The form before results: what is wrong with single records comes as one `partialFailure`.
  public var fetchRecordsCompletionBlock: (([CKRecord.ID: CKRecord]?, (any Error)?) -> Void)?

  public override init() {}

  public convenience init(recordIDs: [CKRecord.ID]) {
    self.init()
    self.recordIDs = recordIDs
  }

  override func run() async {
    let outcome = await result { try await target.find(recordIDs ?? [], desiredKeys) }
    await deliver { [self] in
      for (id, result) in (try? outcome.get()) ?? [] {
        if result.failure == nil { perRecordProgressBlock?(id, 1) }
        perRecordResultBlock?(id, result.mapError { $0 })
      }
      fetchRecordsResultBlock?(outcome.map { _ in })
      switch outcome {
      case .success(let results):
        let pairs = results.compactMap { id, result in (try? result.get()).map { (id, $0) } }
        fetchRecordsCompletionBlock?(
          Dictionary(pairs) { first, _ in first }, partial(results.map { ($0, $1.failure) }))
      case .failure(let error): fetchRecordsCompletionBlock?(nil, error)
      }
    }
  }
}
