import GroveClient
import GroveIdentity
import Synchronization
import Testing

@testable import CloudKit

/// Sync engines at a real server: several devices of one person.
@Suite(.timeLimit(.minutes(3)))
struct SyncEngineTests {
  private static let zone = SyncDevice.zone

  private static func code(_ work: () async throws -> Void) async -> CKError.Code? {
    do {
      try await work()
      return nil
    } catch {
      return (error as? CKError)?.code
    }
  }

  /// A device whose zone and first notes are at the server.
  private static func sent(_ names: String..., by device: SyncDevice, _ database: CKDatabase)
    async throws -> CKSyncEngine
  {
    let engine = device.engine(database)
    engine.state.add(pendingDatabaseChanges: [.saveZone(zone)])
    for name in names { device.write(name, name, engine) }
    try await engine.sendChanges()
    return engine
  }

  @Test func `what is sent and fetched is told in the stated order`() async throws {
    try await CloudTestServer.run { server in
      let (one, two) = (SyncDevice(), SyncDevice())
      let mine = try await Self.sent(
        "a", "b", by: one, server.container("ann").privateCloudDatabase)
      #expect(
        one.events.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
          "accountChange signIn(currentUser:", "willSendChanges", "sentDatabaseChanges +1",
          "sentRecordZoneChanges +2", "didSendChanges",
        ])
      #expect(
        mine.state.pendingRecordZoneChanges.isEmpty && mine.state.pendingDatabaseChanges.isEmpty)
      let theirs = two.engine(try server.container("ann").privateCloudDatabase)
      try await theirs.fetchChanges()
      #expect(
        Array(two.events.dropFirst()) == [
          "willFetchChanges", "fetchedDatabaseChanges +1 -0",
          "willFetchRecordZoneChanges \(Self.zone.zoneID)", "fetchedRecordZoneChanges +2 -0",
          "didFetchRecordZoneChanges \(Self.zone.zoneID)", "didFetchChanges",
        ])
      #expect(two.names == ["a", "b"])
      try await theirs.fetchChanges()
      #expect(two.events.suffix(2) == ["willFetchChanges", "didFetchChanges"])
    }
  }

  @Test
  func `an engine saves the subscription that its app has named, and leaves one that is there`()
    async throws
  {
    try await CloudTestServer.run { server in
      let database = try server.container("ann").privateCloudDatabase
      _ = try await Self.sent("a", by: SyncDevice(), database)
      #expect(try await database.allSubscriptions().map(\.subscriptionID) == ["notes"])
      let mine = CKDatabaseSubscription(subscriptionID: "notes")
      mine.notificationInfo = CKSubscription.NotificationInfo(title: "News")
      try await database.save(mine)
      try await SyncDevice().engine(database).fetchChanges()
      #expect(try await database.subscription(for: "notes").notificationInfo?.title == "News")
    }
  }

  @Test func `what changes on one device is soon on the other, by itself`() async throws {
    try await CloudTestServer.run { server in
      let (one, two) = (SyncDevice(), SyncDevice())
      let mine = one.engine(try server.container("ann").privateCloudDatabase, automatically: true)
      let theirs = two.engine(try server.container("ann").privateCloudDatabase, automatically: true)
      mine.state.add(pendingDatabaseChanges: [.saveZone(Self.zone)])
      one.write("a", "milk", mine)
      try await eventually { two.text("a") == "milk" }
      two.write("a", "bread", theirs)
      try await eventually { one.text("a") == "bread" }
      theirs.state.add(pendingRecordZoneChanges: [.deleteRecord(SyncDevice.id("a"))])
      try await eventually { one.names.isEmpty }
      mine.state.add(pendingDatabaseChanges: [.deleteZone(Self.zone.zoneID)])
      try await eventually { two.events.contains("fetchedDatabaseChanges +0 -1") }
      #expect(one.state.withLock(\.failures).isEmpty && two.state.withLock(\.failures).isEmpty)
    }
  }

  @Test func `who comes second is told of the conflict once, merges, and both have the same`()
    async throws
  {
    try await CloudTestServer.run { server in
      let (one, two) = (SyncDevice(), SyncDevice())
      let mine = try await Self.sent("a", by: one, server.container("ann").privateCloudDatabase)
      let theirs = two.engine(try server.container("ann").privateCloudDatabase)
      try await theirs.fetchChanges()
      one.write("a", "milk", mine)
      two.write("a", "bread", theirs)
      two.write("b", "eggs", theirs)
      try await mine.sendChanges()
      // The delegate adds the merged record, which the same call sends.
      try await theirs.sendChanges()
      #expect(two.state.withLock(\.failures).map(\.code) == [.serverRecordChanged])
      #expect(theirs.state.pendingRecordZoneChanges.isEmpty)
      try await mine.fetchChanges()
      #expect(one.text("a") == "milk + bread" && one.text("b") == "eggs")
      #expect(two.text("a") == "milk + bread")
    }
  }

  @Test func `an engine goes on where the last one was, with what was pending`() async throws {
    try await CloudTestServer.run { server in
      let device = SyncDevice()
      let database = try server.container("ann").privateCloudDatabase
      var engine = try await Self.sent("a", by: device, database)
      try await engine.fetchChanges()
      device.write("b", "later", engine)
      try await eventually {
        device.state.withLock { $0.kept?.archived.changes.map(\.record) == ["b"] }
      }
      // As it is written to a file and read from it.
      let kept = try JSONEncoder().encode(device.state.withLock(\.kept))
      let read = try JSONDecoder().decode(CKSyncEngine.State.Serialization?.self, from: kept)
      device.state.withLock { ($0.kept, $0.events) = (read, []) }
      engine = device.engine(database)
      #expect(engine.state.pendingRecordZoneChanges == [.saveRecord(SyncDevice.id("b"))])
      try await engine.sendChanges()
      try await engine.fetchChanges()
      // Nobody else is there, and of what was known nothing is told again but what was sent just now.
      #expect(!device.events.contains { $0.hasPrefix("accountChange") })
      #expect(
        device.events.filter { $0.hasPrefix("fetchedRecord") } == ["fetchedRecordZoneChanges +1 -0"]
      )
    }
  }

  @Test func `without a network everything stays pending, and is sent when it is back`()
    async throws
  {
    try await CloudTestServer.run { server in
      let network = UnpluggedTransport()
      let cloud = try GroveCloud(
        server: server.url, credentials: try server.credentials("ann"), transport: network)
      let database = cloud.container(CloudTestServer.container).privateCloudDatabase
      let device = SyncDevice()
      let engine = device.engine(database, automatically: true)
      engine.state.add(pendingDatabaseChanges: [.saveZone(Self.zone)])
      try await eventually { engine.state.pendingDatabaseChanges.isEmpty }
      network.isUnplugged = true
      device.write("a", "written away", engine)
      #expect(await Self.code { try await engine.sendChanges() } == .networkUnavailable)
      #expect(engine.state.pendingRecordZoneChanges == [.saveRecord(SyncDevice.id("a"))])
      #expect(device.state.withLock(\.failures).isEmpty)
      network.isUnplugged = false
      try await eventually { engine.state.pendingRecordZoneChanges.isEmpty }
      try await eventually { device.events.contains { $0.hasPrefix("sentRecordZoneChanges +1") } }
      let found = try await server.container("ann").privateCloudDatabase
        .record(for: SyncDevice.id("a"))
      #expect(found["text"] == "written away")
    }
  }

  @Test func `what the server refuses is told once, is pending no more, and holds nothing up`()
    async throws
  {
    try await CloudTestServer.run { server in
      let device = SyncDevice()
      let engine = try await Self.sent(
        "a", by: device, server.container("ann").privateCloudDatabase)
      let lost = CKRecord(
        recordType: "Note",
        recordID: CKRecord.ID(recordName: "x", zoneID: CKRecordZone.ID(zoneName: "Nowhere")))
      device.state.withLock { $0.records[lost.recordID] = lost }
      engine.state.add(pendingRecordZoneChanges: [.saveRecord(lost.recordID)])
      engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneName: "_mine"))])
      device.write("b", "b", engine)
      try await engine.sendChanges()
      #expect(device.state.withLock(\.failures).map(\.code) == [.zoneNotFound])
      #expect(
        engine.state.pendingRecordZoneChanges.isEmpty && engine.state.pendingDatabaseChanges.isEmpty
      )
      #expect(try await engine.database.record(for: SyncDevice.id("b"))["text"] == "b")
    }
  }

  @Test func `what the app does not give stays pending, and a batch beyond the scope is refused`()
    async throws
  {
    try await CloudTestServer.run { server in
      let device = SyncDevice()
      let engine = try await Self.sent(
        "a", by: device, server.container("ann").privateCloudDatabase)
      engine.state.add(pendingRecordZoneChanges: [.saveRecord(SyncDevice.id("not here"))])
      device.write("b", "b", engine)
      try await engine.sendChanges()
      #expect(engine.state.pendingRecordZoneChanges == [.saveRecord(SyncDevice.id("not here"))])
      device.write("c", "c", engine)
      device.write("d", "d", engine)
      try await engine.sendChanges(.init(scope: .recordIDs([SyncDevice.id("d")])))
      #expect(engine.state.pendingRecordZoneChanges.contains(.saveRecord(SyncDevice.id("c"))))
      let kept = device.state.withLock { $0.records[SyncDevice.id("c")] }
      let c = try #require(kept)
      device.state.withLock { $0.batch = .init(recordsToSave: [c]) }
      let scope = CKSyncEngine.SendChangesOptions(scope: .recordIDs([SyncDevice.id("d")]))
      #expect(await Self.code { try await engine.sendChanges(scope) } == .invalidArguments)
      #expect(engine.state.pendingRecordZoneChanges.contains(.saveRecord(SyncDevice.id("c"))))
    }
  }

  @Test func `zones that the app does not want now are named, and fetched when it does`()
    async throws
  {
    try await CloudTestServer.run { server in
      let other = CKRecordZone(zoneName: "Other")
      let (one, two) = (SyncDevice(), SyncDevice())
      let mine = try await Self.sent("a", by: one, server.container("ann").privateCloudDatabase)
      try await mine.database.save(other)
      let theirs = two.engine(try server.container("ann").privateCloudDatabase)
      two.state.withLock { $0.scope = .zoneIDs([other.zoneID]) }
      try await theirs.fetchChanges()
      #expect(
        two.names.isEmpty && theirs.state.zoneIDsWithUnfetchedServerChanges == [Self.zone.zoneID])
      two.state.withLock { $0.scope = nil }
      try await theirs.fetchChanges()
      #expect(two.names == ["a"] && theirs.state.zoneIDsWithUnfetchedServerChanges.isEmpty)
    }
  }

  @Test func `tokens that have expired are replaced, and what is gone meanwhile is told`()
    async throws
  {
    try await CloudTestServer.run { server in
      let device = SyncDevice()
      let database = try server.container("ann").privateCloudDatabase
      _ = try await Self.sent("a", "b", by: SyncDevice(), database)
      let gone = CKRecordZone.ID(zoneName: "Gone")
      var archived = SyncProgress.Archived()
      archived.user = try await server.container("ann").userRecordID().recordName
      let token = try await database.recordZoneChanges(inZoneWith: Self.zone.zoneID, since: nil)
      // A zone's token is none of the database, and the database's none of the zone.
      archived.database = token.changeToken.bytes
      let wrong = try await database.databaseChanges(since: nil).changeToken.bytes
      archived.zones = [
        .init(id: Self.zone.zoneID.archived, token: wrong), .init(id: gone.archived, token: wrong),
      ]
      device.state.withLock { $0.kept = .init(SyncProgress(archived)) }
      let engine = device.engine(database)
      try await engine.fetchChanges()
      #expect(device.names == ["a", "b"])
      #expect(device.events.contains("fetchedDatabaseChanges +1 -1"))
      try await engine.fetchChanges()
      #expect(device.events.suffix(2) == ["willFetchChanges", "didFetchChanges"])
    }
  }

  @Test
  func `when somebody else is signed in, what was pending is forgotten, and who left is told`()
    async throws
  {
    try await CloudTestServer.run { server in
      let credentials = ChangingCredentials(try server.credentials("ann"))
      let cloud = try GroveCloud(server: server.url, credentials: credentials)
      let container = cloud.container(CloudTestServer.container)
      let ann = try await container.userRecordID()
      let device = SyncDevice()
      let engine = device.engine(container.privateCloudDatabase)
      engine.state.add(pendingDatabaseChanges: [.saveZone(Self.zone)])
      try await engine.sendChanges()
      #expect(device.state.withLock(\.account) == .signIn(currentUser: ann))
      device.write("a", "ann's", engine)
      credentials.become(try server.credentials("ben"))
      container.context.forgetUser()
      try await engine.sendChanges()
      let ben = try await container.userRecordID()
      #expect(ann != ben && engine.state.pendingRecordZoneChanges.isEmpty)
      #expect(
        device.state.withLock(\.account) == .switchAccounts(previousUser: ann, currentUser: ben))
      credentials.become(nil)
      #expect(await Self.code { try await engine.fetchChanges() } == .notAuthenticated)
      #expect(await Self.code { try await engine.fetchChanges() } == .notAuthenticated)
      #expect(device.state.withLock(\.account) == .signOut(previousUser: ben))
      credentials.become(try server.credentials("ben"))
      try await engine.fetchChanges()
      #expect(device.state.withLock(\.account) == .signIn(currentUser: ben))
    }
  }

  @Test func `an engine is for private and shared records, and ends when nobody holds it`()
    async throws
  {
    try await CloudTestServer.run { server in
      let container = try server.container("ann")
      let device = SyncDevice()
      let open = device.engine(container.publicCloudDatabase)
      #expect(await Self.code { try await open.fetchChanges() } == .badDatabase)
      #expect(await Self.code { try await open.sendChanges() } == .badDatabase)
      var engine: CKSyncEngine? = device.engine(container.privateCloudDatabase, automatically: true)
      weak let held = engine
      try await engine?.fetchChanges()
      engine = nil
      try await eventually { held == nil }
    }
  }

  @Test func `what one person shares is synced by another's engine for the shared database`()
    async throws
  {
    try await CloudTestServer.run { server in
      let (ann, ben) = (try server.container("ann"), try server.container("ben"))
      let (one, two) = (SyncDevice(), SyncDevice())
      let mine = try await Self.sent("a", by: one, ann.privateCloudDatabase)
      let share = CKShare(recordZoneID: Self.zone.zoneID)
      share.publicPermission = .readWrite
      try await ann.privateCloudDatabase.save(share)
      let theirs = two.engine(ben.sharedCloudDatabase, automatically: true)
      try await theirs.fetchChanges()
      #expect(two.state.withLock(\.records).isEmpty)
      let link = try #require(share.url?.lastPathComponent)
      _ = try await ben.context.cloud.client().enterByLink(CollaborationID(link))
      try await eventually { two.names.contains("a") }
      let shared = try #require(
        two.state.withLock { $0.records.keys.first { $0.recordName == "a" } })
      #expect(shared.zoneID.ownerName == (try await ann.userRecordID().recordName))
      let note = two.state.withLock { $0.records[shared] }
      note?["text"] = "ben's"
      theirs.state.add(pendingRecordZoneChanges: [.saveRecord(shared)])
      try await eventually { theirs.state.pendingRecordZoneChanges.isEmpty }
      try await eventually {
        try await mine.fetchChanges()
        return one.text("a") == "ben's"
      }
      #expect(two.state.withLock(\.failures).isEmpty)
      // Ben is put out where the link is closed: the zone is gone for him.
      share.publicPermission = .none
      try await ann.privateCloudDatabase.save(share)
      try await eventually { !two.names.contains("a") }
    }
  }
}
