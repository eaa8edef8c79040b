import Foundation

/// Makes and deletes zones of the private database.
// As its superclass.
public final class CKModifyRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
  public var recordZonesToSave: [CKRecordZone]?
  public var recordZoneIDsToDelete: [CKRecordZone.ID]?
  public var perRecordZoneSaveBlock: ((CKRecordZone.ID, Result<CKRecordZone, any Error>) -> Void)?
  public var perRecordZoneDeleteBlock: ((CKRecordZone.ID, Result<Void, any Error>) -> Void)?
  public var modifyRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?

  public override init() {}

  public convenience init(
    recordZonesToSave: [CKRecordZone]? = nil, recordZoneIDsToDelete: [CKRecordZone.ID]? = nil
  ) {
    self.init()
    self.recordZonesToSave = recordZonesToSave
    self.recordZoneIDsToDelete = recordZoneIDsToDelete
  }

  override func run() async {
    let outcome = await result {
      try await target.modify(
        saving: recordZonesToSave ?? [], deleting: recordZoneIDsToDelete ?? [])
    }
    await deliver { [self] in
      if case .success(let results) = outcome {
        for (id, result) in results.saved { perRecordZoneSaveBlock?(id, result.mapError { $0 }) }
        for (id, result) in results.deleted {
          perRecordZoneDeleteBlock?(id, result.mapError { $0 })
        }
      }
      modifyRecordZonesResultBlock?(outcome.map { _ in })
    }
  }
}

/// Looks zones up by their names, or all of a database.
// As its superclass.
public final class CKFetchRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
  /// nil: all zones of the database.
  public var recordZoneIDs: [CKRecordZone.ID]?
  public var perRecordZoneResultBlock: ((CKRecordZone.ID, Result<CKRecordZone, any Error>) -> Void)?
  public var fetchRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?

  /// For all zones.
  public override init() {}

  public convenience init(recordZoneIDs: [CKRecordZone.ID]) {
    self.init()
    self.recordZoneIDs = recordZoneIDs
  }

  public static func fetchAllRecordZonesOperation() -> CKFetchRecordZonesOperation {
    CKFetchRecordZonesOperation()
  }

  override func run() async {
    let outcome = await result { () async throws -> CKDatabase.ZoneResults in
      if let recordZoneIDs { return try await target.find(recordZoneIDs) }
      return try await target.allZones().map { ($0.zoneID, .success($0)) }
    }
    await deliver { [self] in
      for (id, result) in (try? outcome.get()) ?? [] {
        perRecordZoneResultBlock?(id, result.mapError { $0 })
      }
      fetchRecordZonesResultBlock?(outcome.map { _ in })
    }
  }
}
