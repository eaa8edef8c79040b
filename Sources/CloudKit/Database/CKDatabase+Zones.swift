import Foundation

/// Zones: those of the private database are made and deleted by apps, those of the shared one come and go with shares.
extension CKDatabase {
  public typealias RecordZoneResults = [CKRecordZone.ID: Result<CKRecordZone, any Error>]
  public typealias RecordZoneDeleteResults = [CKRecordZone.ID: Result<Void, any Error>]

  @discardableResult
  public func allRecordZones() async throws -> [CKRecordZone] { try await allZones() }

  /// - Throws: `CKError.zoneNotFound`.
  @discardableResult
  public func recordZone(for zoneID: CKRecordZone.ID) async throws -> CKRecordZone {
    try single(try await find([zoneID]))
  }

  /// One that is there already stays as it is.
  /// - Throws: `CKError.badDatabase` in another than the private database.
  @discardableResult
  public func save(_ zone: CKRecordZone) async throws -> CKRecordZone {
    try single(try await modify(saving: [zone], deleting: []).saved)
  }

  /// Deletes it with all that is in it; shares in it end. One that is not there is deleted already.
  @discardableResult
  public func deleteRecordZone(withID zoneID: CKRecordZone.ID) async throws -> CKRecordZone.ID {
    try single(try await modify(saving: [], deleting: [zoneID]).deleted)
    return zoneID
  }

  public func recordZones(for ids: [CKRecordZone.ID]) async throws -> RecordZoneResults {
    dictionary(try await find(ids))
  }

  public func modifyRecordZones(
    saving recordZonesToSave: [CKRecordZone], deleting recordZoneIDsToDelete: [CKRecordZone.ID]
  ) async throws -> (saveResults: RecordZoneResults, deleteResults: RecordZoneDeleteResults) {
    let results = try await modify(saving: recordZonesToSave, deleting: recordZoneIDsToDelete)
    return (dictionary(results.saved), dictionary(results.deleted))
  }
}

/// The same with completion handlers.
extension CKDatabase {
  public func fetchAllRecordZones(
    completionHandler: @escaping @Sendable ([CKRecordZone]?, (any Error)?) -> Void
  ) {
    context.start(pair(completionHandler)) { try await self.allRecordZones() }
  }

  public func fetch(
    withRecordZoneID zoneID: CKRecordZone.ID,
    completionHandler: @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void
  ) {
    context.start(pair(completionHandler)) { try await self.recordZone(for: zoneID) }
  }

  public func save(
    _ zone: CKRecordZone,
    completionHandler: @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void
  ) {
    context.start(pair(completionHandler)) { try await self.save(zone) }
  }

  public func delete(
    withRecordZoneID zoneID: CKRecordZone.ID,
    completionHandler: @escaping @Sendable (CKRecordZone.ID?, (any Error)?) -> Void
  ) {
    context.start(pair(completionHandler)) { try await self.deleteRecordZone(withID: zoneID) }
  }

  public func fetch(
    withRecordZoneIDs zoneIDs: [CKRecordZone.ID],
    completionHandler: @escaping @Sendable (Result<RecordZoneResults, any Error>) -> Void
  ) {
    context.start(completionHandler) { try await self.recordZones(for: zoneIDs) }
  }

  public func modifyRecordZones(
    saving recordZonesToSave: [CKRecordZone], deleting recordZoneIDsToDelete: [CKRecordZone.ID],
    completionHandler:
      @escaping @Sendable (
        Result<(saveResults: RecordZoneResults, deleteResults: RecordZoneDeleteResults), any Error>
      ) -> Void
  ) {
    context.start(completionHandler) {
      try await self.modifyRecordZones(
        saving: recordZonesToSave, deleting: recordZoneIDsToDelete)
    }
  }
}
