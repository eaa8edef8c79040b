import CloudKit
import Synchronization
import Testing

/// Operations at a real server: what their blocks tell, and in which order.
@Suite(.timeLimit(.minutes(3)))
struct OperationTests {
  private static let zone = CKRecordZone(zoneName: "Notes")

  /// What blocks have told.
  private final class Told: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock(\.self) }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  /// Adds it and waits for its end.
  private static func run(_ operation: CKDatabaseOperation, on database: CKDatabase) async {
    await withCheckedContinuation { done in
      operation.completionBlock = { done.resume() }
      database.add(operation)
    }
  }

  private static func word<Value>(_ result: Result<Value, any Error>) -> String {
    switch result {
    case .success: "done"
    case .failure(let error): (error as? CKError).map { "\($0.code)" } ?? "strange"
    }
  }

  private static func note(_ name: String) -> CKRecord {
    CKRecord(
      recordType: "Note", recordID: CKRecord.ID(recordName: name, zoneID: zone.zoneID))
  }

  private static func zones(_ told: Told) -> CKModifyRecordZonesOperation {
    let operation = CKModifyRecordZonesOperation(
      recordZonesToSave: [zone, CKRecordZone(zoneName: "_mine")])
    operation.perRecordZoneSaveBlock = { told.add("\($0.zoneName) \(word($1))") }
    operation.modifyRecordZonesResultBlock = { told.add(word($0)) }
    return operation
  }

  private static func modification(_ told: Told) -> CKModifyRecordsOperation {
    let operation = CKModifyRecordsOperation(
      recordsToSave: [note("a"), note("b")], recordIDsToDelete: [note("c").recordID])
    operation.perRecordProgressBlock = { told.add("\($0.recordID.recordName) \($1)") }
    operation.perRecordSaveBlock = { told.add("\($0.recordName) \(word($1))") }
    operation.perRecordDeleteBlock = { told.add("\($0.recordName) gone \(word($1))") }
    operation.modifyRecordsResultBlock = { told.add(word($0)) }
    operation.modifyRecordsCompletionBlock = {
      told.add("\($0?.count ?? -1) \($1?.count ?? -1) \($2 == nil)")
    }
    return operation
  }

  @Test func `operations tell of each item, then of all, and their completion block comes last`()
    async throws
  {
    try await CloudTestServer.run { server in
      let database = try server.container("ann").privateCloudDatabase
      let made = Told()
      await Self.run(Self.zones(made), on: database)
      #expect(made.all == ["Notes done", "_mine invalidArguments", "done"])
      let saved = Told()
      await Self.run(Self.modification(saved), on: database)
      #expect(
        saved.all == [
          "a 1.0", "a done", "b 1.0", "b done", "c gone done", "done", "2 1 true",
        ])
      let again = Told()
      await Self.run(Self.modification(again), on: database)
      #expect(again.all.last == "0 0 false" && again.all.contains("a serverRecordChanged"))
      let found = Told()
      let fetch = CKFetchRecordsOperation(
        recordIDs: [Self.note("b").recordID, Self.note("x").recordID])
      fetch.perRecordResultBlock = { found.add("\($0.recordName) \(Self.word($1))") }
      fetch.fetchRecordsCompletionBlock = { records, error in
        found.add(
          "\(records?.count ?? -1) \((error as? CKError)?.partialErrorsByItemID?.count ?? 0)")
      }
      await Self.run(fetch, on: database)
      #expect(found.all == ["b done", "x unknownItem", "1 1"])
    }
  }

  @Test func `changes come in pages with tokens, in one database and several zones`() async throws {
    try await CloudTestServer.run { server in
      let database = try server.container("ann").privateCloudDatabase
      try await database.save(Self.zone)
      _ = try await database.modifyRecords(
        saving: ["a", "b", "c"].map { Self.note($0) }, deleting: [])
      let told = Told()
      let changes = CKFetchDatabaseChangesOperation(previousServerChangeToken: nil)
      changes.recordZoneWithIDChangedBlock = { told.add($0.zoneName) }
      changes.fetchDatabaseChangesResultBlock = { told.add(Self.word($0)) }
      await Self.run(changes, on: database)
      #expect(told.all == ["Notes", "done"])
      let records = Told()
      let nowhere = CKRecordZone.ID(zoneName: "Nowhere")
      let zones = CKFetchRecordZoneChangesOperation(
        recordZoneIDs: [Self.zone.zoneID, nowhere],
        configurationsByRecordZoneID: [Self.zone.zoneID: .init(resultsLimit: 2)])
      zones.recordWasChangedBlock = { records.add("\($0.recordName) \(Self.word($1))") }
      zones.recordZoneChangeTokensUpdatedBlock = { zone, _, _ in records.add("page") }
      zones.recordZoneFetchResultBlock = { records.add("\($0.zoneName) \(Self.word($1))") }
      zones.fetchRecordZoneChangesResultBlock = { records.add(Self.word($0)) }
      await Self.run(zones, on: database)
      #expect(
        records.all == [
          "a done", "b done", "page", "c done", "Notes done", "Nowhere zoneNotFound", "done",
        ])
    }
  }

  @Test func `an operation that is cancelled before it begins tells so and has done nothing`()
    async throws
  {
    try await CloudTestServer.run { server in
      let database = try server.container("ann").privateCloudDatabase
      try await database.save(Self.zone)
      let told = Told()
      let operation = Self.modification(told)
      operation.cancel()
      await Self.run(operation, on: database)
      #expect(told.all == ["operationCancelled", "-1 -1 false"])
      let page = try await database.recordZoneChanges(
        inZoneWith: Self.zone.zoneID, since: nil)
      #expect(page.modificationResultsByID.isEmpty)
    }
  }

  @Test func `completion handlers get what the functions return`() async throws {
    try await CloudTestServer.run { server in
      let database = try server.container("ann").privateCloudDatabase
      let zone = await withCheckedContinuation { done in
        database.save(Self.zone) { zone, error in done.resume(returning: zone?.zoneID) }
      }
      #expect(zone == Self.zone.zoneID)
      let record = await withCheckedContinuation { done in
        database.save(Self.note("a")) { record, _ in done.resume(returning: record?.recordID) }
      }
      #expect(record?.recordName == "a")
      let error = await withCheckedContinuation { done in
        database.fetch(withRecordID: Self.note("b").recordID) { _, error in
          done.resume(returning: (error as? CKError)?.code)
        }
      }
      #expect(error == .unknownItem)
    }
  }

  @Test func `subscriptions are saved, found and deleted by operations`() async throws {
    try await CloudTestServer.run { server in
      let database = try server.container("ann").privateCloudDatabase
      let told = Told()
      let saving = CKModifySubscriptionsOperation(
        subscriptionsToSave: [CKDatabaseSubscription(subscriptionID: "all")],
        subscriptionIDsToDelete: ["none"])
      saving.perSubscriptionSaveBlock = { told.add("\($0) \(Self.word($1))") }
      saving.perSubscriptionDeleteBlock = { told.add("\($0) gone \(Self.word($1))") }
      saving.modifySubscriptionsResultBlock = { told.add(Self.word($0)) }
      await Self.run(saving, on: database)
      #expect(told.all == ["all done", "none gone unknownItem", "done"])
      let found = Told()
      let finding = CKFetchSubscriptionsOperation.fetchAllSubscriptionsOperation()
      let naming = CKFetchSubscriptionsOperation(subscriptionIDs: ["all", "other"])
      for operation in [finding, naming] {
        operation.perSubscriptionResultBlock = { found.add("\($0) \(Self.word($1))") }
        await Self.run(operation, on: database)
      }
      #expect(found.all.sorted() == ["all done", "all done", "other unknownItem"])
    }
  }
}
