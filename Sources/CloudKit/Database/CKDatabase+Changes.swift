import Foundation
import GroveClient
import GroveWire

extension CKDatabase {
  /// What changed in a database: its zones.
  public enum DatabaseChange {
    /// A zone that is new, or in which something has changed.
    public struct Modification: Hashable, Sendable {
      public let zoneID: CKRecordZone.ID
    }

    /// A zone that is gone, or is not shared any more.
    public struct Deletion: Hashable, Sendable {
      /// Why.
      public enum Reason: Hashable, Sendable {
        /// An app did it, or a share has ended.
        case deleted
        /// Its person deleted what the app kept: it is not to be brought back by itself.
        case purged
        /// Never given here: there are no keys that a person could lose.
        case encryptedDataReset
      }

      public let zoneID: CKRecordZone.ID
      public let reason: Reason
      /// Whether the person deleted what the app kept.
      public var purged: Bool { reason == .purged }
    }
  }

  /// What changed in a zone: its records.
  public enum RecordZoneChange {
    /// A record as it is now.
    public struct Modification: Sendable {
      public let record: CKRecord
    }

    /// A record that is gone.
    public struct Deletion: Hashable, Sendable {
      public let recordID: CKRecord.ID
      public let recordType: CKRecord.RecordType
    }
  }

  public typealias DatabaseChanges = (
    modifications: [DatabaseChange.Modification], deletions: [DatabaseChange.Deletion],
    changeToken: CKServerChangeToken, moreComing: Bool
  )
  public typealias RecordZoneChanges = (
    modificationResultsByID: [CKRecord.ID: Result<RecordZoneChange.Modification, any Error>],
    deletions: [RecordZoneChange.Deletion], changeToken: CKServerChangeToken, moreComing: Bool
  )

  /// A page of the zones that have changed, one's own changes among them. Not for the public database.
  /// - Parameters:
  ///   - changeToken: of the page before; nil: from the beginning.
  ///   - resultsLimit: at most so many zones.
  /// - Throws: `CKError.changeTokenExpired`.
  public func databaseChanges(since changeToken: CKServerChangeToken?, resultsLimit: Int? = nil)
    async throws -> DatabaseChanges
  {
    let place = try await place()
    let page = try await changes(since: changeToken, limit: resultsLimit, place)
    return (
      page.changed.map {
        DatabaseChange.Modification(zoneID: place.zoneID(owner: $0.owner, name: $0.name))
      },
      page.ended.map {
        DatabaseChange.Deletion(
          zoneID: place.zoneID(owner: $0.owner, name: $0.name),
          reason: $0.reason == .purged ? .purged : .deleted)
      },
      CKServerChangeToken(page.token), page.isMoreComing
    )
  }

  /// A page of what has changed in a zone: each record once, as it is now.
  /// - Throws: `CKError`: `zoneNotFound`, `changeTokenExpired`.
  public func recordZoneChanges(
    inZoneWith zoneID: CKRecordZone.ID, since changeToken: CKServerChangeToken?,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int? = nil
  ) async throws -> RecordZoneChanges {
    let page = try await zoneChanges(
      in: zoneID, since: changeToken, desiredKeys, limit: resultsLimit)
    let pairs = page.records.map {
      ($0.recordID, Result<_, any Error>.success(RecordZoneChange.Modification(record: $0)))
    }
    return (
      Dictionary(pairs) { _, last in last }, page.deletions, page.token, page.isMoreComing
    )
  }
}

/// The same with completion handlers.
extension CKDatabase {
  public func fetchDatabaseChanges(
    since changeToken: CKServerChangeToken?, resultsLimit: Int? = nil,
    completionHandler: @escaping @Sendable (Result<DatabaseChanges, any Error>) -> Void
  ) {
    context.start(completionHandler) {
      try await self.databaseChanges(since: changeToken, resultsLimit: resultsLimit)
    }
  }

  public func fetchRecordZoneChanges(
    inZoneWith zoneID: CKRecordZone.ID, since changeToken: CKServerChangeToken?,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int? = nil,
    completionHandler: @escaping @Sendable (Result<RecordZoneChanges, any Error>) -> Void
  ) {
    context.start(completionHandler) {
      try await self.recordZoneChanges(
        inZoneWith: zoneID, since: changeToken, desiredKeys: desiredKeys,
        resultsLimit: resultsLimit)
    }
  }
}

/// A page of a zone's changes, in the order in which they happened.
struct ZonePage: Sendable {
  var records: [CKRecord]
  var deletions: [CKDatabase.RecordZoneChange.Deletion]
  var token: CKServerChangeToken
  var isMoreComing: Bool
}

extension CKDatabase {
  func changes(since token: CKServerChangeToken?, limit: Int?, _ place: DatabasePlace)
    async throws(CKError) -> GroveWire.DatabaseChanges
  {
    guard databaseScope != .public else {
      throw CKError(.badDatabase, "The public database tells of no changes.")
    }
    // What others share comes at once.
    let body = LookUpDatabaseChanges(
      scope: place.scope, token: token?.bytes,
      limit: databaseScope == .shared ? nil : Self.limit(limit, upTo: 1000))
    return try await context.ask { [context] client throws(ClientError) in
      try await client.databaseChanges(body, in: context.identifier)
    }
  }

  /// As a server takes it: nothing for what is no limit, and never more than a page has.
  static func limit(_ wanted: Int?, upTo most: Int) -> Int? {
    wanted.flatMap { $0 > 0 ? min($0, most) : nil }
  }

  func zoneChanges(
    in zone: CKRecordZoneID, since token: CKServerChangeToken?, _ keys: [CKRecord.FieldKey]?,
    limit: Int?
  ) async throws(CKError) -> ZonePage {
    let place = try await place()
    let address = try place.zone(zone)
    let body = LookUpZoneChanges(
      zone: address, token: token?.bytes, limit: Self.limit(limit, upTo: ZoneBatch.mostItems),
      fields: Self.fields(keys))
    let page = try await context.ask { [context] client throws(ClientError) in
      try await client.zoneChanges(body, in: context.identifier)
    }
    let files = try await StagedAssets(context: context).files(
      of: page.changes.compactMap(\.record), in: address)
    return ZonePage(
      records: page.changes.compactMap { $0.record.map { place.record($0, in: zone, files) } },
      deletions: page.changes.compactMap { entry in
        entry.deleted.map {
          RecordZoneChange.Deletion(
            recordID: CKRecordID(recordName: $0.name, zoneID: zone), recordType: $0.type)
        }
      },
      token: CKServerChangeToken(page.token), isMoreComing: page.isMoreComing)
  }
}
