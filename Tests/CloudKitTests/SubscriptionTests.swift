import GroveClient
import Testing

@testable import CloudKit

/// Subscriptions, and what they tell while an app runs.
@Suite(.timeLimit(.minutes(3)))
struct SubscriptionTests {
  private static let zone = CKRecordZone(zoneName: "Notes")

  private static func code(_ work: () async throws -> Void) async -> CKError.Code? {
    do {
      try await work()
      return nil
    } catch {
      return (error as? CKError)?.code
    }
  }

  @Test func `what is changed in a subscription's information counts, and in what was set not`() {
    let subscription = CKDatabaseSubscription(subscriptionID: "all")
    let given = CKSubscription.NotificationInfo(title: "News")
    subscription.notificationInfo = given
    subscription.notificationInfo?.alertBody = "Something is new"
    given.title = "Other"
    #expect(subscription.notificationInfo?.alertBody == "Something is new")
    #expect(subscription.notificationInfo?.title == "News")
    let copy = subscription.copy() as? CKDatabaseSubscription
    subscription.notificationInfo?.title = "Later"
    #expect(copy?.notificationInfo?.title == "News")
  }

  @Test func `subscriptions are saved, found and deleted, each person's own`() async throws {
    try await CloudTestServer.run { server in
      let database = try server.container("ann").privateCloudDatabase
      let all = CKDatabaseSubscription(subscriptionID: "all")
      all.notificationInfo = CKSubscription.NotificationInfo(title: "News")
      try await database.save(all)
      try await database.save(
        CKRecordZoneSubscription(zoneID: Self.zone.zoneID, subscriptionID: "z"))
      try await database.save(all)
      #expect(try await database.allSubscriptions().map(\.subscriptionID).sorted() == ["all", "z"])
      let found = try await database.subscription(for: "z") as? CKRecordZoneSubscription
      #expect(found?.zoneID == Self.zone.zoneID)
      #expect(try await database.subscription(for: "all").notificationInfo?.title == "News")
      let several = try await database.modifySubscriptions(saving: [], deleting: ["z", "none"])
      #expect(several.deleteResults.count == 2)
      #expect(await Self.code { try await database.subscription(for: "z") } == .unknownItem)
      let shared = database.context
      #expect(shared.subscriptions.all(of: "_somebody else").isEmpty)
    }
  }

  @Test func `what no stream can say is refused with a sentence when it is saved`() async throws {
    try await CloudTestServer.run { server in
      let container = try server.container("ann")
      let database = container.privateCloudDatabase
      let query = CKQuerySubscription(
        recordType: "Note", predicate: NSPredicate(value: true), subscriptionID: "q")
      #expect(await Self.code { try await database.save(query) } == .invalidArguments)
      let typed = CKDatabaseSubscription(subscriptionID: "t")
      typed.recordType = "Note"
      #expect(await Self.code { try await database.save(typed) } == .invalidArguments)
      let all = CKDatabaseSubscription(subscriptionID: "all")
      #expect(await Self.code { try await container.publicCloudDatabase.save(all) } == .badDatabase)
      let zone = CKRecordZoneSubscription(zoneID: Self.zone.zoneID)
      #expect(
        await Self.code { try await container.sharedCloudDatabase.save(zone) } == .badDatabase)
      #expect(try await database.allSubscriptions().isEmpty)
    }
  }

  @Test func `a person has a hundred subscriptions at most`() throws {
    let book = SubscriptionBook { nil }
    func entry(_ number: Int, _ user: String = "_ann") -> SubscriptionBook.Entry {
      SubscriptionBook.Entry(user: user, scope: 2, id: "\(number)", zone: nil, info: nil)
    }
    for number in 0..<100 { try book.save(entry(number)) }
    #expect(throws: CKError.self) { try book.save(entry(100)) }
    try book.save(entry(99))
    try book.save(entry(0, "_ben"))
    #expect(book.all(of: "_ann").count == 100)
  }

  @Test func `subscriptions that are kept in a file are there for the next program`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("grove-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("subscriptions.json").path
    let entry = SubscriptionBook.Entry(
      user: "_ann", scope: 2, id: "a", zone: Self.zone.zoneID.archived,
      info: NotificationTexts(title: "News"))
    try SubscriptionBook { path }.save(entry)
    #expect(SubscriptionBook { path }.all(of: "_ann") == [entry])
    #expect(try SubscriptionBook { path }.delete("a", 2, of: "_ann"))
    #expect(SubscriptionBook { path }.all(of: "_ann").isEmpty)
  }

  @Test func `who listens hears at the beginning, and of what changes in database and zone`()
    async throws
  {
    try await CloudTestServer.run { server in
      let container = try server.container("ann")
      let database = container.privateCloudDatabase
      try await database.save(CKDatabaseSubscription(subscriptionID: "all"))
      try await database.save(
        CKRecordZoneSubscription(zoneID: Self.zone.zoneID, subscriptionID: "z"))
      try await container.sharedCloudDatabase.save(CKDatabaseSubscription(subscriptionID: "theirs"))
      var heard = container.groveNotifications.makeAsyncIterator()
      func next(_ count: Int) async -> Set<String> {
        var names: Set<String> = []
        for _ in 0..<count { names.insert(await heard.next()?.subscriptionID ?? "") }
        return names
      }
      #expect(await next(3) == ["all", "z", "theirs"])
      let other = try server.container("ann").privateCloudDatabase
      try await other.save(CKRecordZone(zoneName: "Other"))
      let first = await heard.next()
      #expect(first is CKDatabaseNotification && first?.subscriptionID == "all")
      try await other.save(Self.zone)
      #expect(await next(2) == ["all", "z"])
      #expect(first?.containerIdentifier == CloudTestServer.container)
    }
  }
}
