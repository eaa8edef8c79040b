public import Foundation
import GroveWire
import Synchronization

/// Finds records, one page of them: the cursor says where the next one begins.
// As its superclass.
public final class CKQueryOperation: CKDatabaseOperation, @unchecked Sendable {
  public typealias Cursor = CKQueryCursor

  /// The server decides how many records a page has.
  public static let maximumResults = 0

  public var query: CKQuery?
  /// Of the page before: what it asked is asked on, and `query` and `zoneID` do not count.
  public var cursor: Cursor?
  /// nil: every zone of the database; the shared one is asked zone by zone.
  public var zoneID: CKRecordZone.ID?
  /// At most so many records, and at most 400. There may be fewer, or none, and more to come.
  public var resultsLimit = CKQueryOperation.maximumResults
  /// nil: all fields; none: what the server says only.
  public var desiredKeys: [CKRecord.FieldKey]?
  /// In the order that was asked for.
  public var recordMatchedBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  public var queryResultBlock: ((Result<Cursor?, any Error>) -> Void)?
  /// The forms before results.
  public var recordFetchedBlock: ((CKRecord) -> Void)?
  public var queryCompletionBlock: ((Cursor?, (any Error)?) -> Void)?

  public override init() {}

  public convenience init(query: CKQuery) {
    self.init()
    self.query = query
  }

  public convenience init(cursor: Cursor) {
    self.init()
    self.cursor = cursor
  }

  override func run() async {
    let outcome = await result { try await page() }
    await deliver { [self] in
      for record in (try? outcome.get().records) ?? [] {
        recordMatchedBlock?(record.recordID, .success(record))
        recordFetchedBlock?(record)
      }
      queryResultBlock?(outcome.map(\.cursor))
      queryCompletionBlock?((try? outcome.get())?.cursor, outcome.failure)
    }
  }

  private func page() async throws -> QueryPage {
    if let cursor { return try await target.find(cursor, desiredKeys, limit: resultsLimit) }
    guard let query else {
      throw CKError(.invalidArguments, "The operation has neither a query nor a cursor.")
    }
    return try await target.find(query, in: zoneID, desiredKeys, limit: resultsLimit)
  }
}

/// `CKQueryOperation.Cursor`: the question that was asked, and where its next page begins. One of another database is
/// refused.
public final class CKQueryCursor: NSObject, NSSecureCoding, NSCopying, Sendable {
  let body: QueryRecords

  init(_ body: QueryRecords) { self.body = body }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKQueryCursor)?.body == body
  }

  public override var hash: Int { body.hashValue }

  public static var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive.
  public convenience init?(coder: NSCoder) {
    guard let body = coder.archived(QueryRecords.self) else { return nil }
    self.init(body)
  }

  public func encode(with coder: NSCoder) { coder.archive(body) }
}
