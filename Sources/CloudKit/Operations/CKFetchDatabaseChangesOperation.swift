import Foundation

/// Tells which zones of a database have changed.
// As its superclass.
public final class CKFetchDatabaseChangesOperation: CKDatabaseOperation, @unchecked Sendable {
  public var previousServerChangeToken: CKServerChangeToken?
  /// At most so many zones in a page; 0: the server decides.
  public var resultsLimit = 0
  /// Whether it goes on until there is nothing more.
  public var fetchAllChanges = true
  public var recordZoneWithIDChangedBlock: ((CKRecordZone.ID) -> Void)?
  public var recordZoneWithIDWasDeletedBlock: ((CKRecordZone.ID) -> Void)?
  /// The zone's person deleted what the app kept.
  public var recordZoneWithIDWasPurgedBlock: ((CKRecordZone.ID) -> Void)?
  /// After each page but the last: what was told up to it is told.
  public var changeTokenUpdatedBlock: ((CKServerChangeToken) -> Void)?
  public var fetchDatabaseChangesResultBlock:
    ((Result<(serverChangeToken: CKServerChangeToken, moreComing: Bool), any Error>) -> Void)?

  public override init() {}

  public convenience init(previousServerChangeToken: CKServerChangeToken?) {
    self.init()
    self.previousServerChangeToken = previousServerChangeToken
  }

  override func run() async {
    let outcome = await result { try await pages() }
    await deliver { [self] in fetchDatabaseChangesResultBlock?(outcome) }
  }

  private func pages() async throws -> (serverChangeToken: CKServerChangeToken, moreComing: Bool) {
    var token = previousServerChangeToken
    while true {
      try Task.checkCancellation()
      let page = try await target.databaseChanges(
        since: token, resultsLimit: resultsLimit > 0 ? resultsLimit : nil)
      let goesOn = page.moreComing && fetchAllChanges
      await deliver { [self] in
        for change in page.modifications { recordZoneWithIDChangedBlock?(change.zoneID) }
        for deletion in page.deletions { tell(deletion) }
        if goesOn { changeTokenUpdatedBlock?(page.changeToken) }
      }
      guard goesOn else { return (page.changeToken, page.moreComing) }
      token = page.changeToken
    }
  }

  private func tell(_ deletion: CKDatabase.DatabaseChange.Deletion) {
    if deletion.purged, let block = recordZoneWithIDWasPurgedBlock {
      block(deletion.zoneID)
    } else {
      recordZoneWithIDWasDeletedBlock?(deletion.zoneID)
    }
  }
}
