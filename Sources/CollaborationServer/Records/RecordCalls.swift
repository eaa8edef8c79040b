import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire
import RecordDomain
import Synchronization

/// What the routes of records share.
struct RecordCalls: Sendable {
  let core: CollaborationCore
  private let entered = EnteredUsers()
  /// Of what answers with many records.
  private let turns = CallerTurns()

  init(core: CollaborationCore) { self.core = core }

  /// Of routes that answer with many records: one at a time for each account, and none before there is room for it.
  /// - Parameter body: bytes that it takes.
  func limits(body: Int = 65_536, _ rate: RateLimit? = nil) -> RouteLimits {
    RouteLimits(body: body, perCaller: rate, turns: turns, answer: Self.answerBytes)
  }

  /// Of a page of records: half a megabyte and one more record, written as JSON.
  private static let answerBytes = 4 << 20

  /// - Throws: `bad_container` for one that this server does not keep.
  func keptContainer(_ text: String) throws(Problem) -> ContainerID {
    guard let container = try? ContainerID(text),
      core.configuration.containers.contains(container.text)
    else { throw Problem(.badContainer) }
    return container
  }

  /// The container of a request. The caller has a name there when this returns.
  func container(of text: String, for caller: Caller) async throws -> ContainerID {
    let container = try keptContainer(text)
    let key = EnteredUsers.Key(container: container, account: caller.account)
    if entered.contains(key) { return container }
    _ = try await enter(container, for: caller)
    entered.insert(key)
    return container
  }

  func enter(_ container: ContainerID, for caller: Caller) async throws -> RecordUser {
    let user = "_" + Hex.encode(core.random(16))
    let fresh = ZoneRules.Fresh(
      user: try RecordUserName(user), privateZone: ZoneID(unchecked: core.random(ZoneID.byteCount)),
      publicZone: ZoneID(unchecked: core.random(ZoneID.byteCount)))
    return try await change(by: caller) {
      try ZoneRules.enter(container, fresh: fresh, for: $0, reading: $1)
    }
  }

  /// Runs a command in one transaction. What it tells is on its way when this returns.
  func change<Value: Sendable>(
    by caller: Caller,
    _ rule:
      @escaping @Sendable (Call, any RecordReader) throws -> RecordDecision<RecordOutcome<Value>>
  ) async throws -> Value {
    let call = Call(caller, at: core.now())
    return try await core.changeRecords(for: caller.account.streamAccount) {
      try rule(call, $0)
    }.get()
  }

  /// Looks at what is committed, in one snapshot.
  func look<Value: Sendable>(
    for caller: Caller, _ look: @escaping @Sendable (any RecordReader) throws -> Value
  ) async throws -> Value {
    try await core.store.readRecords(for: caller.account.streamAccount, look)
  }

  /// The same by a rule that may refuse.
  func look<Value: Sendable>(
    by caller: Caller,
    _ rule: @escaping @Sendable (Call, any RecordReader) throws -> RecordOutcome<Value>
  ) async throws -> Value {
    let call = Call(caller, at: core.now())
    return try await core.store.readRecords(for: caller.account.streamAccount) {
      try rule(call, $0)
    }
    .get()
  }

  /// How the people of some records are called in their container.
  func naming(
    _ records: [StoredRecord], in container: ContainerID, fields: [String]?, for caller: Caller
  ) async throws -> RecordNaming {
    let wanted = try fields.map { fields in
      try Problem.refusing("fields") { Set(try fields.map { try FieldName($0) }) }
    }
    guard !records.isEmpty else { return RecordNaming(fields: wanted) }
    let call = Call(caller, at: core.now())
    return try await core.store.readRecords(for: caller.account.streamAccount) { reader in
      var naming = RecordNaming(fields: wanted)
      for account in Set(records.flatMap { [$0.creator, $0.modifier] }) {
        naming.names[account] = try reader.user(account, in: container)?.name.text
      }
      var left = RecordLimits.answeredParticipants
      for record in records where record.type == .share {
        guard let share = try reader.share(record.name, in: record.zone),
          let looked = try ShareRules.look(
            at: share, in: container, limit: left, for: call, reading: reader)
        else { continue }
        left -= looked.participants.count
        naming.shares[record.name] = RecordShareState(looked, for: caller.account)
      }
      return naming
    }
  }
}

/// Who is known to have entered a container, so that it is not looked up at each request.
private final class EnteredUsers: Sendable {
  struct Key: Hashable, Sendable {
    var container: ContainerID
    var account: AccountLabel
  }

  /// Above it all are forgotten; entering again changes nothing.
  private static let most = 10_000
  private let known = Mutex<Set<Key>>([])

  func contains(_ key: Key) -> Bool { known.withLock { $0.contains(key) } }

  func insert(_ key: Key) {
    known.withLock { known in
      if known.count >= Self.most { known = [] }
      known.insert(key)
    }
  }
}
