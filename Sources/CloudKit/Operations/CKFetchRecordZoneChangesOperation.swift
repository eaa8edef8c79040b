public import Foundation

/// Tells what has changed in zones: each record once, as it is now.
// As its superclass.
public final class CKFetchRecordZoneChangesOperation: CKDatabaseOperation, @unchecked Sendable {
  /// From where on, and how much, in one zone.
  // What apps set, they set before the operation runs.
  public final class ZoneConfiguration: NSObject, @unchecked Sendable {
    public var previousServerChangeToken: CKServerChangeToken?
    /// At most so many entries in a page; 0: the server decides.
    public var resultsLimit: Int
    /// nil: all fields; none: what the server says only.
    public var desiredKeys: [CKRecord.FieldKey]?

    public init(
      previousServerChangeToken: CKServerChangeToken? = nil, resultsLimit: Int? = nil,
      desiredKeys: [CKRecord.FieldKey]? = nil
    ) {
      self.previousServerChangeToken = previousServerChangeToken
      self.resultsLimit = resultsLimit ?? 0
      self.desiredKeys = desiredKeys
    }
  }

  public typealias ZoneResult = Result<
    (serverChangeToken: CKServerChangeToken, clientChangeTokenData: Data?, moreComing: Bool),
    any Error
  >

  /// nil: those that are configured.
  public var recordZoneIDs: [CKRecordZone.ID]?
  public var configurationsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]?
  /// Whether it goes on in each zone until there is nothing more.
  public var fetchAllChanges = true
  public var recordWasChangedBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  public var recordWithIDWasDeletedBlock: ((CKRecord.ID, CKRecord.RecordType) -> Void)?
  /// After each page of a zone but the last. The bytes are always nil: see `clientChangeTokenData` in COMPATIBILITY.
  public var recordZoneChangeTokensUpdatedBlock:
    ((CKRecordZone.ID, CKServerChangeToken?, Data?) -> Void)?
  public var recordZoneFetchResultBlock: ((CKRecordZone.ID, ZoneResult) -> Void)?
  /// A failure means that no zone could be looked at; what is wrong with one is told by its own block.
  public var fetchRecordZoneChangesResultBlock: ((Result<Void, any Error>) -> Void)?

  public override init() {}

  public convenience init(
    recordZoneIDs: [CKRecordZone.ID]? = nil,
    configurationsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]? = nil
  ) {
    self.init()
    self.recordZoneIDs = recordZoneIDs
    self.configurationsByRecordZoneID = configurationsByRecordZoneID
  }

  override func run() async {
    let outcome = await result { try await zones() }
    await deliver { [self] in fetchRecordZoneChangesResultBlock?(outcome) }
  }

  private func zones() async throws {
    for zone in recordZoneIDs ?? configurationsByRecordZoneID.map({ Array($0.keys) }) ?? [] {
      let outcome = await result { try await pages(of: zone) }
      await deliver { [self] in recordZoneFetchResultBlock?(zone, outcome) }
      if let error = outcome.failure as? CKError, error.concernsEverything { throw error }
    }
  }

  private func pages(of zone: CKRecordZone.ID) async throws -> (
    serverChangeToken: CKServerChangeToken, clientChangeTokenData: Data?, moreComing: Bool
  ) {
    let configuration = configurationsByRecordZoneID?[zone] ?? ZoneConfiguration()
    let limit = configuration.resultsLimit > 0 ? configuration.resultsLimit : nil
    var token = configuration.previousServerChangeToken
    while true {
      try Task.checkCancellation()
      let page = try await target.zoneChanges(
        in: zone, since: token, configuration.desiredKeys, limit: limit)
      let goesOn = page.isMoreComing && fetchAllChanges
      await deliver { [self] in
        for record in page.records { recordWasChangedBlock?(record.recordID, .success(record)) }
        for gone in page.deletions { recordWithIDWasDeletedBlock?(gone.recordID, gone.recordType) }
        if goesOn { recordZoneChangeTokensUpdatedBlock?(zone, page.token, nil) }
      }
      guard goesOn else { return (page.token, nil, page.isMoreComing) }
      token = page.token
    }
  }
}
