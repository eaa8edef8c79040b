import CollaborationDomain
import DriveDomain
import GroveIdentity
import GroveServing
import GroveWire
import Logging
import Metrics
import RecordDomain

/// What the routes share: the store, the open streams, who is present, the keys, the clock.
struct CollaborationCore: Sendable {
  let store: any CollaborationStore & RecordStore & DriveStore
  /// The files of records' assets; nil: there are none.
  let assets: KeptFiles<AssetFileID>?
  /// The files of drives; nil: there are none.
  let driveFiles: KeptFiles<DriveFileID>?
  let live: LiveStreams
  let presence: PresenceHub
  let pieces: LogChunkCache
  let tails = DocumentTails()
  let knockBox = KnockSignal()
  let noticeCalls = ServiceCalls()
  let signIns: SignInGate
  /// At drives, counted apart.
  let appPasswordTries: PasswordTries
  let uses: SessionUseTimes
  /// How long removals take, from their commit to the answer.
  let removals: Metrics.Timer
  let configuration: CollaborationServerConfiguration
  /// Milliseconds since 1970.
  let now: @Sendable () -> UInt64
  /// So many random bytes nobody can guess.
  let random: @Sendable (Int) -> [UInt8]

  /// Runs a command in one transaction.
  /// - Throws: the refusal, or why the store could not answer.
  func change<Value: Sendable>(
    by caller: Caller,
    _ rule: @escaping @Sendable (Call, any CollaborationReader) throws -> Decision<Outcome<Value>>
  ) async throws -> Value {
    let call = Call(caller, at: now())
    return try await change(for: caller.account.streamAccount) { try rule(call, $0) }
  }

  /// The same for somebody who is not signed in. What a command tells is on its way when this returns.
  func change<Value: Sendable>(
    for group: String,
    _ rule: @escaping @Sendable (any CollaborationReader) throws -> Decision<Outcome<Value>>
  ) async throws -> Value {
    try await changeRecords(for: group) { reader in
      let decision = try rule(reader.collaborations)
      return RecordDecision(
        decision.answer, changes: decision.changes.map(RecordChange.collaboration))
    }.get()
  }

  /// Runs a command in one transaction. When this returns, what it tells is on its way, and the streams of whoever may
  /// see other records than before look again.
  func changeRecords<Answer: Sendable>(
    for group: String,
    _ rule: @escaping @Sendable (any RecordReader) throws -> RecordDecision<Answer>
  ) async throws -> Answer {
    let (answer, tells, audience) = try await store.changeRecords(for: group) { reader in
      let decision = try rule(reader)
      let tells = decision.changes.contains { change in
        if case .collaboration(let change) = change { return change.tells }
        return false
      }
      let audience = try RecordAudience(of: decision.changes, reading: reader).members
      return RecordDecision((decision.answer, tells, audience), changes: decision.changes)
    }
    if tells { noticeCalls.call() }
    for member in audience { changed(member.container.streamGroup(of: member.account)) }
    return answer
  }

  /// Looks at what is committed, in one snapshot.
  func look<Value: Sendable>(
    by caller: Caller,
    _ rule: @escaping @Sendable (Call, any CollaborationReader) throws -> Outcome<Value>
  ) async throws -> Value {
    let call = Call(caller, at: now())
    return try await store.read(for: caller.account.streamAccount) { try rule(call, $0) }.get()
  }

  /// Room for a piece of a document's log, if there is; what is only kept makes way.
  func room(_ bytes: Int, _ document: DocumentID) -> ByteReservation? {
    let answers = configuration.streams.answers
    if let share = answers.takeNow(bytes, for: document.streamGroup) { return share }
    pieces.forget(document)
    if let share = answers.takeNow(bytes, for: document.streamGroup) { return share }
    pieces.forget(nil)
    return answers.takeNow(bytes, for: document.streamGroup)
  }

  /// Somebody else has changed the store or the keys: every stream looks again, which ends those whose
  /// account, session or document is no more, nobody of a disabled account is shown as present, and the
  /// keys are read again.
  func woken(_ logger: Logger) async {
    live.wakeAll()
    noticeCalls.call()
    pieces.forget(nil)
    do {
      let present = presence.accounts
      let gone = try await store.read { reader in
        try present.filter { try reader.account($0)?.disabled != nil }
      }
      for account in gone { presence.signOut(account) }
    } catch {
      // Their leases end by themselves.
      logger.warning(
        "Presence was not looked through",
        metadata: ["error": "\(String(reflecting: type(of: error)))"])
    }
    guard let load = configuration.readKeys else { return }
    KeyReloader(ring: configuration.keyRing, load: load, logger: logger).reload()
  }

  /// Tells the document's streams that its log has grown, on every node.
  func wake(_ document: DocumentID) {
    configuration.nodes?.moved(document.streamGroup)
    wakeHere(document)
  }

  /// The same on this node alone: it has heard of it from another, or it is about who is present here.
  func wakeHere(_ document: DocumentID) {
    guard live.has(document.streamGroup) else { return }
    if !tails.changes.call(document) { live.wake(group: document.streamGroup) }
  }

  private func changed(_ group: String) {
    configuration.nodes?.moved(group)
    live.wake(group: group)
  }
}

extension DocumentID {
  /// The name of the document among the open streams.
  var streamGroup: String { base64url }
}

extension AccountLabel {
  /// Hex and not the text: two labels that look alike to `String` are two accounts (protocol 2.8).
  var streamAccount: String { Hex.encode(bytes) }
}

extension SessionHash {
  var streamSession: String { base64url }
}
