import CloudKit
import GroveClient
import Testing

/// Records at a real server, through the functions that apps call.
@Suite(.timeLimit(.minutes(3)))
struct DatabaseTests {
  private static let zone = CKRecordZone(zoneName: "Notes")

  private static func run(
    _ body: @escaping @Sendable (CKContainer, CKDatabase) async throws -> Void
  )
    async throws
  {
    try await CloudTestServer.run { server in
      let container = try server.container("ann")
      let database = container.privateCloudDatabase
      try await database.save(zone)
      try await body(container, database)
    }
  }

  private static func note(_ name: String, _ text: String = "x") -> CKRecord {
    let id = CKRecord.ID(recordName: name, zoneID: zone.zoneID)
    let record = CKRecord(recordType: "Note", recordID: id)
    record["text"] = text
    return record
  }

  private static func code<Value>(_ result: Result<Value, any Error>?) -> CKError.Code? {
    guard case .failure(let error)? = result else { return nil }
    return (error as? CKError)?.code
  }

  private static func code(_ work: () async throws -> Void) async -> CKError.Code? {
    do {
      try await work()
      return nil
    } catch {
      return (error as? CKError)?.code
    }
  }

  @Test
  func `a record that is saved says what the server says, and is found again with its values`()
    async throws
  {
    try await Self.run { container, database in
      let record = Self.note("a", "milk")
      record["count"] = 3
      record["at"] = Date(timeIntervalSince1970: 1_700_000_000.5)
      record["bytes"] = Data([0, 255])
      record["place"] = CLLocation(latitude: 52.5, longitude: 13.4)
      record["tags"] = ["a", "b"]
      let saved = try await database.save(record)
      #expect(saved === record && record.recordChangeTag != nil && record.changedKeys() == [])
      let found = try await database.record(for: record.recordID)
      #expect(found["text"] == "milk" && found["count"] == 3 && found["tags"] == ["a", "b"])
      #expect(found["at"] == Date(timeIntervalSince1970: 1_700_000_000.5))
      #expect(found["bytes"] == Data([0, 255]))
      let place: CLLocation? = found["place"]
      #expect(place?.coordinate == CLLocationCoordinate2D(latitude: 52.5, longitude: 13.4))
      #expect(found.creatorUserRecordID?.recordName == CKCurrentUserDefaultName)
      #expect(try await container.userRecordID().recordName.hasPrefix("_"))
      let some = try await database.records(for: [record.recordID], desiredKeys: ["count"])
      #expect(try some[record.recordID]?.get().allKeys() == ["count"])
    }
  }

  @Test func `who saves what somebody else has changed gets all three records, and merges`()
    async throws
  {
    try await Self.run { _, database in
      let record = try await database.save(Self.note("a", "milk"))
      let other = try await database.record(for: record.recordID)
      other["text"] = "bread"
      try await database.save(other)
      record["text"] = "eggs"
      do {
        try await database.save(record)
        Issue.record("it was saved over the other's change")
      } catch let error as CKError where error.code == .serverRecordChanged {
        #expect(error.serverRecord?["text"] == "bread")
        #expect(error.clientRecord?["text"] == "eggs" && error.ancestorRecord?["text"] == "milk")
        let merged = try #require(error.serverRecord)
        merged["text"] = "bread, eggs"
        try await database.save(merged)
      }
      #expect(await Self.code { try await database.save(Self.note("a")) } == .serverRecordChanged)
      #expect(try await database.record(for: record.recordID)["text"] == "bread, eggs")
    }
  }

  @Test func `in a batch one failure fails the zone's others, and not those of another zone`()
    async throws
  {
    try await Self.run { _, database in
      try await database.save(CKRecordZone(zoneName: "Other"))
      try await database.save(Self.note("a"))
      let other = CKRecord(
        recordType: "Note",
        recordID: CKRecord.ID(recordName: "c", zoneID: CKRecordZone.ID(zoneName: "Other")))
      let (late, good) = (Self.note("a"), Self.note("b"))
      let missing = CKRecord.ID(recordName: "d", zoneID: CKRecordZone.ID(zoneName: "Nowhere"))
      let results = try await database.modifyRecords(
        saving: [late, good, other], deleting: [missing])
      #expect(Self.code(results.saveResults[late.recordID]) == .serverRecordChanged)
      #expect(Self.code(results.saveResults[good.recordID]) == .batchRequestFailed)
      #expect(try results.saveResults[other.recordID]?.get().recordChangeTag != nil)
      #expect(Self.code(results.deleteResults[missing]) == .zoneNotFound)
      let bad = Self.note("e")
      bad["not a name"] = 1
      let apart = try await database.modifyRecords(
        saving: [bad, good], deleting: [], atomically: false)
      #expect(Self.code(apart.saveResults[bad.recordID]) == .invalidArguments)
      #expect(try apart.saveResults[good.recordID]?.get() === good)
      let many = (0...400).map { Self.note("n\($0)") }
      #expect(
        await Self.code { _ = try await database.modifyRecords(saving: many, deleting: []) }
          == .limitExceeded)
      #expect(
        await Self.code {
          _ = try await database.modifyRecords(saving: [good], deleting: [good.recordID])
        } == .invalidArguments)
    }
  }

  @Test func `changes are told page by page under tokens that are kept, deletions with their type`()
    async throws
  {
    try await Self.run { _, database in
      let records = (0..<5).map { Self.note("n\($0)") }
      _ = try await database.modifyRecords(saving: records, deleting: [])
      var token: CKServerChangeToken?
      var (names, pages) = (Set<String>(), 0)
      var isMore = true
      while isMore {
        let page = try await database.recordZoneChanges(
          inZoneWith: Self.zone.zoneID, since: token, resultsLimit: 2)
        names.formUnion(page.modificationResultsByID.keys.map(\.recordName))
        (token, isMore, pages) = (page.changeToken, page.moreComing, pages + 1)
      }
      #expect(names.count == 5 && pages == 3)
      let kept = try NSKeyedArchiver.archivedData(
        withRootObject: try #require(token), requiringSecureCoding: true)
      let again = try NSKeyedUnarchiver.unarchivedObject(
        ofClass: CKServerChangeToken.self, from: kept)
      #expect(again == token)
      try await database.deleteRecord(withID: records[0].recordID)
      let next = try await database.recordZoneChanges(
        inZoneWith: Self.zone.zoneID, since: again)
      #expect(next.modificationResultsByID.isEmpty)
      #expect(next.deletions.map(\.recordType) == ["Note"])
      let zones = try await database.databaseChanges(since: nil)
      #expect(zones.modifications.map(\.zoneID) == [Self.zone.zoneID])
      try await database.deleteRecordZone(withID: Self.zone.zoneID)
      let gone = try await database.databaseChanges(since: zones.changeToken)
      #expect(gone.deletions.map(\.reason) == [.deleted])
      #expect(
        await Self.code {
          _ = try await database.databaseChanges(since: next.changeToken)
        } == .changeTokenExpired)
    }
  }

  @Test
  func `zones are made, listed with what they can do, and deleted; elsewhere they are refused`()
    async throws
  {
    try await Self.run { container, database in
      #expect(
        try await database.allRecordZones().map(\.zoneID.zoneName) == ["_defaultZone", "Notes"])
      let zone = try await database.recordZone(for: Self.zone.zoneID)
      #expect(zone.capabilities == [.fetchChanges, .atomic, .sharing, .zoneWideSharing])
      let gone = CKRecordZone.ID(zoneName: "Nowhere")
      let both = try await database.recordZones(for: [zone.zoneID, gone])
      #expect(Self.code(both[gone]) == .zoneNotFound && both.count == 2)
      for other in [container.publicCloudDatabase, container.sharedCloudDatabase] {
        #expect(await Self.code { try await other.save(Self.zone) } == .badDatabase)
      }
      #expect(
        await Self.code { try await database.save(CKRecordZone(zoneName: "_mine")) }
          == .invalidArguments)
      #expect(container.database(with: .private) === database)
    }
  }

  @Test func `everybody reads the public database, and each changes what they have made`()
    async throws
  {
    try await CloudTestServer.run { server in
      let (ann, ben) = (
        try server.container("ann").publicCloudDatabase,
        try server.container("ben").publicCloudDatabase
      )
      let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "a"))
      record["text"] = "for all"
      try await ann.save(record)
      let read = try await ben.record(for: record.recordID)
      #expect(read["text"] == "for all")
      #expect(read.creatorUserRecordID?.recordName.hasPrefix("_") == true)
      read["text"] = "mine"
      #expect(await Self.code { try await ben.save(read) } == .permissionFailure)
      #expect(await Self.code { _ = try await ann.databaseChanges(since: nil) } == .badDatabase)
    }
  }

  @Test
  func `a share has a link once it was saved, and its record knows it; ending it clears that`()
    async throws
  {
    try await Self.run { _, database in
      let list = Self.note("list")
      let share = CKShare(rootRecord: list)
      share[CKShare.SystemFieldKey.title] = "Shopping"
      #expect(share.url == nil)
      let results = try await database.modifyRecords(saving: [list, share], deleting: [])
      #expect(try results.saveResults[share.recordID]?.get() === share)
      let url = try #require(share.url)
      #expect(url.path.hasPrefix("/d/"))
      let fetched = try await database.record(for: list.recordID)
      #expect(fetched.share?.recordID == share.recordID)
      let again = try #require(try await database.record(for: share.recordID) as? CKShare)
      #expect(again.url == url && again[CKShare.SystemFieldKey.title] == "Shopping")
      #expect(again.participants.map(\.role) == [.owner])
      #expect(again.currentUserParticipant?.acceptanceStatus == .accepted)
      again[CKShare.SystemFieldKey.title] = "Food"
      try await database.save(again)
      let second = CKShare(rootRecord: list)
      let refused = try await database.modifyRecords(saving: [second], deleting: [])
      #expect(Self.code(refused.saveResults[second.recordID]) == .alreadyShared)
      try await database.deleteRecord(withID: share.recordID)
      #expect(try await database.record(for: list.recordID).share == nil)
      let whole = CKShare(recordZoneID: Self.zone.zoneID)
      try await database.save(whole)
      let zone = try await database.recordZone(for: Self.zone.zoneID)
      #expect(whole.url != nil && zone.share?.recordID.recordName == CKRecordNameZoneWideShare)
    }
  }

  @Test func `containers that are not kept and servers that are away have errors of their own`()
    async throws
  {
    try await CloudTestServer.run { server in
      let other = try server.container("ann", "iCloud.example.other")
      #expect(
        await Self.code { try await other.privateCloudDatabase.allRecordZones() } == .badContainer)
      #expect(await Self.code { try await other.accountStatus() } == .badContainer)
      #expect(try await server.container("ann").accountStatus() == .available)
      let away = try GroveCloud(server: "http://127.0.0.1:9", credentials: FixedCredentials.none)
      let database = away.container("iCloud.example.notes").privateCloudDatabase
      #expect(await Self.code { try await database.allRecordZones() } == .networkFailure)
      let nobody = try GroveCloud(server: server.url, credentials: FixedCredentials.none)
      let strange = nobody.container(CloudTestServer.container)
      #expect(try await strange.accountStatus() == .noAccount)
      #expect(await Self.code { try await strange.userRecordID() } == .notAuthenticated)
    }
  }
}
