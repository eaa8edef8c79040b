// What apps write of CloudKit, as published: what does not compile is not there. What is not there says docs/COMPATIBILITY.md.
import CloudKit
import Testing

private func RW<Root, Value>(_ path: ReferenceWritableKeyPath<Root, Value>) -> Any { path }

struct CloudKitNamesTests {
  private typealias Answer<Value> = @Sendable (Value?, (any Error)?) -> Void
  private typealias Results<Key: Hashable, Value> = Result<
    [Key: Result<Value, any Error>], any Error
  >

  /// Functions that take a block at their end, and those that wait.
  private func container(_ container: CKContainer, _ url: URL, _ metadata: CKShare.Metadata)
    -> [Any]
  {
    [
      { container.accountStatus { (_: CKAccountStatus, _: (any Error)?) in } },
      { container.fetchUserRecordID { (_: CKRecord.ID?, _: (any Error)?) in } },
      { container.fetchShareMetadata(with: url) { (_: CKShare.Metadata?, _: (any Error)?) in } },
      { container.fetchShareMetadatas(for: [url]) { (_: Results<URL, CKShare.Metadata>) in } },
      { container.accept(metadata) { (_: CKShare?, _: (any Error)?) in } },
      { container.accept([metadata]) { (_: Results<CKShare.Metadata, CKShare>) in } },
      { () async throws in
        _ = try await container.shareMetadatas(for: [url])[url]?.get().participantPermission
        _ = try await container.accept([metadata])[metadata]?.get().owner.userIdentity
          .hasiCloudAccount
      },
      [
        CKAccountStatus.couldNotDetermine, .available, .restricted, .noAccount,
        .temporarilyUnavailable,
      ],
      NSNotification.Name.CKAccountChanged, CKCurrentUserDefaultName, CKRecordNameZoneWideShare,
    ]
  }

  private func database(_ database: CKDatabase, _ zone: CKRecordZone, _ record: CKRecord) -> [Any] {
    let zoneID = zone.zoneID
    return [
      database.databaseScope,
      { database.fetchAllRecordZones { (_: [CKRecordZone]?, _: (any Error)?) in } },
      { database.fetchAllSubscriptions { (_: [CKSubscription]?, _: (any Error)?) in } },
      { database.fetch(withRecordZoneID: zoneID) { (_: CKRecordZone?, _: (any Error)?) in } },
      { database.delete(withRecordZoneID: zoneID) { (_: CKRecordZone.ID?, _: (any Error)?) in } },
      { database.fetch(withSubscriptionID: "a") { (_: CKSubscription?, _: (any Error)?) in } },
      { database.delete(withSubscriptionID: "a") { (_: CKSubscription.ID?, _: (any Error)?) in } },
      {
        database.fetch(withRecordIDs: [record.recordID]) { (_: Results<CKRecord.ID, CKRecord>) in }
      },
      {
        database.fetch(withRecordZoneIDs: [zoneID]) { (_: Results<CKRecordZone.ID, CKRecordZone>) in
        }
      },
      {
        database.fetch(withSubscriptionIDs: ["a"]) {
          (_: Results<CKSubscription.ID, CKSubscription>) in
        }
      },
      {
        database.modifySubscriptions(saving: [], deleting: ["a"]) {
          _ = try? $0.get().deleteResults["a"]?.get()
        }
      },
      {
        database.modifyRecordZones(saving: [zone], deleting: [zoneID]) {
          _ = try? $0.get().saveResults[zoneID]?.get()
        }
      },
      {
        database.modifyRecords(
          saving: [record], deleting: [], savePolicy: .changedKeys, atomically: false
        ) { _ = try? $0.get().saveResults[record.recordID]?.get() }
      },
      { database.fetchDatabaseChanges(since: nil) { _ = try? $0.get().moreComing } },
      {
        database.fetchRecordZoneChanges(inZoneWith: zoneID, since: nil) {
          _ = try? $0.get().modificationResultsByID[record.recordID]?.get().record
        }
      },
      {
        let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
        database.fetch(withQuery: query, inZoneWith: zoneID) {
          guard let cursor = (try? $0.get())?.queryCursor else { return }
          database.fetch(withCursor: cursor) { _ = try? $0.get().matchResults.first?.1.get() }
        }
      },
      { () async throws in
        _ = try await database.modifyRecordZones(saving: [zone], deleting: []).saveResults[zoneID]
        let changes = try await database.databaseChanges(since: nil)
        let deletion: CKDatabase.DatabaseChange.Deletion? = changes.deletions.first
        _ = [.deleted, .purged, .encryptedDataReset].firstIndex(of: deletion?.reason)
        _ = try await database.deleteSubscription(withID: "a")
      },
    ]
  }

  private func record(_ record: CKRecord, _ zone: CKRecordZone) -> [Any] {
    record.setObject("a" as NSString, forKey: "a")
    let action: CKRecord.ReferenceAction = .deleteSelf
    for (key, value) in record { _ = (key as CKRecord.FieldKey, value) }
    return [
      record.lastModifiedUserRecordID as Any, record.parent as Any,
      record.recordType as CKRecord.RecordType,
      record["a"] as? (any CKRecordValueProtocol) as Any, action, CKRecord.SystemType.share,
      CKRecordZone.ID.defaultZoneName, zone.capabilities.contains(.atomic),
      CKRecordZone.Capabilities([.fetchChanges, .sharing, .zoneWideSharing]),
    ]
  }

  private func operations(_ group: CKOperationGroup) -> [Any] {
    [
      RW(\CKModifyRecordsOperation.isAtomic), RW(\CKModifyRecordsOperation.savePolicy),
      [CKModifyRecordsOperation.RecordSavePolicy.ifServerRecordUnchanged, .changedKeys, .allKeys],
      RW(\CKFetchRecordsOperation.fetchRecordsResultBlock),
      RW(\CKQueryOperation.recordFetchedBlock),
      CKFetchRecordZonesOperation.fetchAllRecordZonesOperation(),
      RW(\CKFetchRecordZonesOperation.perRecordZoneResultBlock),
      RW(\CKFetchRecordZonesOperation.fetchRecordZonesResultBlock),
      RW(\CKModifyRecordZonesOperation.recordZoneIDsToDelete),
      RW(\CKModifyRecordZonesOperation.perRecordZoneDeleteBlock),
      RW(\CKFetchSubscriptionsOperation.fetchSubscriptionsResultBlock),
      RW(\CKFetchDatabaseChangesOperation.fetchAllChanges),
      RW(\CKFetchDatabaseChangesOperation.recordZoneWithIDWasDeletedBlock),
      RW(\CKFetchDatabaseChangesOperation.recordZoneWithIDWasPurgedBlock),
      RW(\CKFetchDatabaseChangesOperation.changeTokenUpdatedBlock),
      RW(\CKFetchRecordZoneChangesOperation.recordWithIDWasDeletedBlock),
      CKFetchRecordZoneChangesOperation.ZoneConfiguration(
        previousServerChangeToken: nil, resultsLimit: 10, desiredKeys: nil),
      RW(\CKFetchShareMetadataOperation.shareURLs),
      RW(\CKFetchShareMetadataOperation.shouldFetchRootRecord),
      RW(\CKFetchShareMetadataOperation.perShareMetadataResultBlock),
      RW(\CKFetchShareMetadataOperation.fetchShareMetadataResultBlock),
      group.operationGroupID, RW(\CKOperationGroup.name),
    ]
  }

  private func sharing(_ share: CKShare, _ someone: CKShare.Participant) -> [Any] {
    [
      share.owner, someone.participantID as CKShare.Participant.ID,
      someone.userIdentity as CKUserIdentity,
      someone.userIdentity.nameComponents as Any, CKShare.SystemFieldKey.shareType,
      [CKShare.ParticipantRole.unknown, .owner, .administrator, .privateUser, .publicUser],
      [CKShare.ParticipantAcceptanceStatus.unknown, .pending, .accepted, .removed],
      [CKShare.ParticipantPermission.unknown, .none, .readOnly, .readWrite],
    ]
  }

  private func subscriptions(_ notification: CKNotification, _ query: CKQuerySubscription) -> [Any]
  {
    let info = CKSubscription.NotificationInfo()
    info.alertBody = "New"
    info.soundName = "default"
    info.category = "note"
    info.shouldSendContentAvailable = true
    return [
      info, notification.notificationType, notification.isPruned,
      [CKNotification.NotificationType.query, .recordZone, .readNotification, .database],
      [CKSubscription.SubscriptionType.query, .recordZone, .database], query.subscriptionType,
      query.querySubscriptionOptions.union([
        .firesOnRecordCreation, .firesOnRecordUpdate, .firesOnRecordDeletion, .firesOnce,
      ]),
    ]
  }

  private func errors(_ error: CKError) -> [Any] {
    let codes: [CKError.Code] = [
      .accountTemporarilyUnavailable, .assetFileModified, .constraintViolation,
      .incompatibleVersion,
      .managedAccountRestricted, .missingEntitlement, .participantAlreadyInvited,
      .participantMayNeedVerification, .resultsTruncated, .tooManyParticipants, .userDeletedZone,
    ]
    return [
      codes, error.errorCode, error.userInfo, error.retryAfterSeconds as Any,
      error.partialErrorsByItemID as Any, CKPartialErrorsByItemIDKey,
      CKRecordChangedErrorAncestorRecordKey, CKRecordChangedErrorClientRecordKey,
      CKRecordChangedErrorServerRecordKey, CKErrorRetryAfterKey,
    ]
  }

  private func engine(_ engine: CKSyncEngine, _ event: CKSyncEngine.Event) -> [Any] {
    switch event {
    case .sentDatabaseChanges(let sent):
      return [sent.savedZones, sent.failedZoneSaves, sent.deletedZoneIDs, sent.failedZoneDeletes]
    case .sentRecordZoneChanges(let sent):
      return [sent.deletedRecordIDs, sent.failedRecordDeletes, sent.failedRecordSaves]
    case .willFetchChanges(let told): return [told.context.reason == .scheduled]
    default: break
    }
    return [
      { () async in await engine.cancelOperations() }, engine.state.hasPendingUntrackedChanges,
      engine.description,
      CKSyncEngine.RecordZoneChangeBatch(
        recordsToSave: [], recordIDsToDelete: [], atomicByZone: true),
      CKSyncEngine.FetchChangesOptions(scope: .all, operationGroup: nil).operationGroup,
    ]
  }

  @Test func `what apps write of CloudKit compiles, and says what it says there`() throws {
    let zone = CKRecordZone(zoneName: "Notes")
    let record = CKRecord(
      recordType: "Note", recordID: CKRecord.ID(recordName: "a", zoneID: zone.zoneID))
    #expect(!self.record(record, zone).isEmpty && record["a"] == "a")
    let share = CKShare(rootRecord: record)
    #expect(!sharing(share, share.owner).isEmpty && share.owner.role == .owner)
    #expect(!operations(CKOperationGroup()).isEmpty)
    #expect(!errors(CKError(.userDeletedZone)).isEmpty)
  }
}
