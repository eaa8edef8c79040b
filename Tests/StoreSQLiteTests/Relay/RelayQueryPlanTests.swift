import Foundation
import GRDB
import GroveIdentity
import GroveMessage
import GroveTesting
import RelayDomain
import StoreSQL
import Synchronization
import Testing

@testable import StoreSQLite

/// What a command costs must not grow with what else the relay keeps: every statement that a rule
/// runs finds its rows by a key.
struct RelayQueryPlanTests {
  @Test func `no command and no look-up reads a table from end to end`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "grove-plans-\(UUID().uuidString).sqlite"
    ).path
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    try await SQLiteRelayStore(path: path).close()
    let store = TracingStore(try DatabaseQueue(path: path))
    try await exercise(RelayWorld(store))
    let statements = store.statements.sorted()
    #expect(statements.count > 40)
    #expect(statements.contains { $0.contains("remembered_envelope") })
    for sql in statements {
      let plan = try store.plan(sql)
      #expect(
        !plan.contains { $0.hasPrefix("SCAN") && !$0.contains("CONSTANT") }, "\(sql): \(plan)")
    }
  }

  @Test func `an upload runs the same statements whatever else the relay keeps`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "grove-counts-\(UUID().uuidString).sqlite"
    ).path
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    try await SQLiteRelayStore(path: path).close()
    let store = TracingStore(try DatabaseQueue(path: path))
    let world = RelayWorld(store)
    var people = try await world.people("ann", "ben")
    try await world.addDevice(to: &people[1])
    let (ann, ben) = (people[0].address(), [people[1].address(0), people[1].address(1)])
    let alone = try await store.counting { try await world.send(1, to: ben, by: ann).get() }
    #expect(alone.value.accepted == 2)
    for number in UInt8(2)...40 {
      let other = try RelayPerson("other\(number)")
      _ = try await world.signUp(other).get()
      _ = try await world.create(
        RelayWorld.conversation(number), [other.accountID, people[1].accountID], by: ann
      ).get()
      _ = try await world.send(number, to: ben, by: ann).get()
    }
    let crowded = try await store.counting { try await world.send(99, to: ben, by: ann).get() }
    #expect(crowded.value.accepted == 2)
    #expect(crowded.statements == alone.statements)
    #expect((10...40).contains(alone.statements), "\(alone.statements)")
  }

  @Test func `a plan that reads a whole table would be seen`() async throws {
    let queue = try DatabaseQueue()
    try await queue.write { try $0.execute(sql: "CREATE TABLE thing (name TEXT)") }
    let plan = try TracingStore(queue).plan("SELECT name FROM thing WHERE name = ?")
    #expect(plan.contains { $0.hasPrefix("SCAN") })
  }

  private func exerciseRequests(_ world: RelayWorld) async throws {
    let people = try await world.people("eve", "bob", together: false, policy: .ask)
    let (eve, bob) = (people[0].address(), people[1].address())
    let id = RelayWorld.conversation(7)
    _ = try await world.create(id, [bob.account], by: eve).get()
    _ = try await world.send(70, to: [bob], by: eve).get()
    _ = try await world.change(id, name: "N", by: eve).get()
    _ = try await world.accept(id, by: bob).get()
    _ = try await world.change(id, remove: [bob.account], by: bob).get()
    _ = try await world.admit(block: [eve.account], by: bob).get()
    _ = try await world.admit(admit: [eve.account], unblock: [], by: bob).get()
    _ = try await world.admit(unblock: [eve.account], by: bob).get()
    try await world.store.change { _ in
      RelayDecision([.deliver(.gap(entries: 1), to: [bob, bob], at: 1)], answer: ())
    }
    let limits = world.limits
    _ = try await world.store.read {
      try RelayRules.devices(of: bob, limits: limits, in: $0).get()
    }
  }

  private func exercise(_ world: RelayWorld) async throws {
    var people = try await world.people("ann", "ben", "cleo")
    try await world.addDevice(to: &people[1])
    try await exerciseRequests(world)
    let (ann, ben) = (people[0].address(), people[1].address(0))
    let (now, limits) = (world.now, world.limits)
    let both = [ben, people[1].address(1)]
    _ = try await world.send(1, to: both, by: ann).get()
    _ = try await world.send(1, to: both, by: ann).get()
    #expect(
      try await world.send(2, to: [try RelayPerson("eve").address()], by: ann).refusal
        == .notAMember)
    _ = try await world.change(
      RelayWorld.conversation(1), name: "N", remove: [people[2].accountID], by: ann
    ).get()
    try await world.signIn(ann, token: 1, nonce: 1).get()
    _ = try await world.caller(token: 1)
    try await world.acknowledge(upTo: 1, by: ben).get()
    _ = try await world.publish(people[1].removing(1), by: ben).result.get()
    _ = try await world.store.read { reader in
      _ = try RelayRules.mailbox(of: ben, after: 0, limit: 10, now: 1, limits: limits, in: reader)
      _ = try RelayRules.lookUp(
        account: ben.account, from: 0, by: ann, now: now, limits: RelayLimits(), in: reader)
      _ = try RelayRules.lookUp(handle: Handle("ben"), by: ann, in: reader)
      _ = try RelayRules.conversations(of: ann, after: nil, limits: RelayLimits(), in: reader)
      _ = try reader.photo(of: RelayWorld.conversation(1))
    }
    let meeting = RendezvousID(unchecked: [UInt8](repeating: 1, count: 16))
    let attachment = AttachmentID(unchecked: [UInt8](repeating: 1, count: 16))
    for _ in 0..<2 {
      _ = try await world.store.change {
        try RelayRules.leave([1], at: meeting, now: now, limits: limits, in: $0)
      }.result.get()
    }
    _ = try await world.store.change {
      try RelayRules.store(attachment, size: 1, by: ann, now: now, limits: limits, in: $0)
    }.result.get()
    _ = try await world.store.read {
      _ = try RelayRules.messages(at: meeting, from: 0, now: now, in: $0)
      _ = try RelayRules.attachment(attachment, for: ann, now: now, in: $0)
      _ = try $0.expiredAttachments(at: now, limit: 10)
    }
    try await world.store.change { _ in
      RelayDecision([.sweep(now: 1, rememberedBefore: 1)], answer: ())
    }
  }
}

/// The relay's store on one plain connection, keeping the text of every statement it runs.
private final class TracingStore: RelayStore {
  private let queue: DatabaseQueue
  private let seen = Mutex<Set<String>>([])
  private let count = Mutex(0)
  var statements: Set<String> { seen.withLock(\.self) }

  init(_ queue: DatabaseQueue) { self.queue = queue }

  func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any RelayReader) throws -> RelayDecision<Answer>
  ) async throws -> Answer {
    try await queue.write { db in
      self.trace(db)
      return try SQLiteConnection(db).make(decide).answer
    }
  }

  func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any RelayReader) throws -> Answer
  ) async throws -> Answer {
    try await queue.read { db in
      self.trace(db)
      return try look(SQLiteConnection(db).relay)
    }
  }

  private func trace(_ db: Database) {
    db.trace { event in
      guard case .statement(let statement) = event else { return }
      let sql = statement.sql
      guard ["SELECT", "UPDATE", "DELETE", "INSERT"].contains(where: sql.hasPrefix) else { return }
      self.seen.withLock { _ = $0.insert(sql) }
      self.count.withLock { $0 += 1 }
    }
  }

  /// How many statements a call ran.
  func counting<Value>(_ call: () async throws -> Value) async throws -> (
    value: Value, statements: Int
  ) {
    let before = count.withLock(\.self)
    let value = try await call()
    return (value, count.withLock(\.self) - before)
  }

  func plan(_ sql: String) throws -> [String] {
    try queue.read { db in
      let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
      statement.setUncheckedArguments(
        StatementArguments([Int](repeating: 0, count: sql.count { $0 == "?" })))
      return try Row.fetchAll(statement).map { $0["detail"] }
    }
  }
}
