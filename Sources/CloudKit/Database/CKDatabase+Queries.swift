import Foundation
import GroveClient
import GroveWire

/// Finding records by what is in them.
extension CKDatabase {
  public typealias QueryResults = (
    matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)],
    queryCursor: CKQueryOperation.Cursor?
  )

  /// A page of what was found, in the order that was asked for. There may be fewer records than asked for, or none, and
  /// more to come: the cursor says so.
  /// - Parameters:
  ///   - zoneID: nil: every zone of the database; the shared one is asked zone by zone.
  ///   - desiredKeys: nil for all fields; none for what the server says only.
  ///   - resultsLimit: at most so many, and at most 400.
  /// - Throws: `CKError`: `invalidArguments` with a sentence for what is not answered here (see `CKQuery`),
  ///   `zoneNotFound`, `limitExceeded` where too many would have to be sorted.
  public func records(
    matching query: CKQuery, inZoneWith zoneID: CKRecordZone.ID? = nil,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int = CKQueryOperation.maximumResults
  ) async throws -> QueryResults {
    try await find(query, in: zoneID, desiredKeys, limit: resultsLimit).results
  }

  /// The page that comes after the one that the cursor came with.
  /// - Throws: `CKError`: `changeTokenExpired` where the cursor does not lead on any more.
  public func records(
    continuingMatchFrom queryCursor: CKQueryOperation.Cursor,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int = CKQueryOperation.maximumResults
  ) async throws -> QueryResults {
    try await find(queryCursor, desiredKeys, limit: resultsLimit).results
  }

  public func fetch(
    withQuery query: CKQuery, inZoneWith zoneID: CKRecordZone.ID? = nil,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int = CKQueryOperation.maximumResults,
    completionHandler: @escaping @Sendable (Result<QueryResults, any Error>) -> Void
  ) {
    context.start(completionHandler) {
      try await self.records(
        matching: query, inZoneWith: zoneID, desiredKeys: desiredKeys, resultsLimit: resultsLimit)
    }
  }

  public func fetch(
    withCursor queryCursor: CKQueryOperation.Cursor, desiredKeys: [CKRecord.FieldKey]? = nil,
    resultsLimit: Int = CKQueryOperation.maximumResults,
    completionHandler: @escaping @Sendable (Result<QueryResults, any Error>) -> Void
  ) {
    context.start(completionHandler) {
      try await self.records(
        continuingMatchFrom: queryCursor, desiredKeys: desiredKeys, resultsLimit: resultsLimit)
    }
  }
}

/// A page of what was found.
struct QueryPage: Sendable {
  var records: [CKRecord] = []
  var cursor: CKQueryCursor?

  var results: CKDatabase.QueryResults { (records.map { ($0.recordID, .success($0)) }, cursor) }
}

extension CKDatabase {
  func find(
    _ query: CKQuery, in zone: CKRecordZoneID?, _ keys: [CKRecord.FieldKey]?, limit: Int
  ) async throws(CKError) -> QueryPage {
    let place = try await place()
    guard let body = try QueryDraft(query, in: zone, at: place).body else { return QueryPage() }
    return try await find(body, keys, limit, place)
  }

  func find(_ cursor: CKQueryCursor, _ keys: [CKRecord.FieldKey]?, limit: Int)
    async throws(CKError) -> QueryPage
  {
    let place = try await place()
    guard cursor.body.scope == place.scope else {
      throw CKError(.invalidArguments, "The cursor is of another database.")
    }
    return try await find(cursor.body, keys, limit, place)
  }

  private func find(
    _ question: QueryRecords, _ keys: [CKRecord.FieldKey]?, _ limit: Int, _ place: DatabasePlace
  ) async throws(CKError) -> QueryPage {
    var body = question
    body.fields = Self.fields(keys)
    body.limit = Self.limit(limit, upTo: ZoneBatch.mostItems)
    let page = try await context.ask { [context, body] client throws(ClientError) in
      try await client.queryRecords(body, in: context.identifier)
    }
    var records: [CKRecord] = []
    var files = StagedAssets.Files()
    for found in page.records {
      let address = RecordZonePlace(scope: body.scope, owner: body.owner, name: found.zone)
      files = try await StagedAssets(context: context).files(
        of: [found.record], in: address, known: files)
      let zone = place.zoneID(owner: body.owner, name: found.zone)
      records.append(place.record(found.record, in: zone, files))
    }
    var next = question
    next.cursor = page.cursor
    return QueryPage(records: records, cursor: page.cursor.map { _ in CKQueryCursor(next) })
  }
}
