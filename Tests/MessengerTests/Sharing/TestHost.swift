import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Synchronization

@testable import Messenger
@testable import MessengerDomain

/// A device without a network: real keys and chains, rows in memory, an upload that does as it is
/// told.
final class TestHost: SharingHost {
  struct State {
    var rows = MemorySharingRows()
    var chains: [AccountID: ResolvedChain] = [:]
    var handler: (any CollaborationActionHandler)?
    var uploads: [UploadOutcome] = []
    /// Of each upload, whether it was taken now or never.
    var finals: [Bool] = []
    /// What the relay has, by message: sending again changes nothing.
    var uploaded: [MessageID: [AccountID: [UInt8]]] = [:]
    /// Whether the time limit of a call is over.
    var isTimeOver: @Sendable () -> Bool = { false }
    var queued: [SharingMessage] = []
    var lines: [NewThreadItem] = []
    var reports: [SharingEvent] = []
    var random = TestRandom(seed: 1)
    var steps = 0
    /// The process ends when this many steps have been stored.
    var crashAfter = Int.max
  }

  /// The process has ended.
  struct Crash: Error {}

  let me: TestAccount
  let device: TestDevice
  let state = Mutex(State())

  init(_ me: TestAccount, device: Int = 0) {
    self.me = me
    self.device = me.devices[device]
  }

  var myAccount: AccountID { me.id }
  var myDevice: DeviceID { device.id }

  func changeSharing<Answer: Sendable>(
    _ decide: @escaping @Sendable (any SharingReader) throws -> SharingDecision<Answer>
  ) async throws -> Answer {
    try state.withLock { state in
      guard state.steps < state.crashAfter else { throw Crash() }
      let decision = try decide(state.rows)
      if !decision.changes.isEmpty { state.steps += 1 }
      for change in decision.changes { state.rows.apply(change) }
      state.queued += decision.outgoing
      state.lines += decision.lines
      return decision.answer
    }
  }

  func resolve(_ account: AccountID) async -> ResolvedChain {
    state.withLock { $0.chains[account] ?? .unknown }
  }

  func actionHandler(for origin: Origin) async -> (any CollaborationActionHandler)? {
    state.withLock { $0.handler }.flatMap { $0.origin == origin ? $0 : nil }
  }

  func invitationInbox() async throws -> InvitationInbox { inbox.invitations }

  /// One envelope for each content: whom it is for, and what it says.
  func seal(_ message: SharingMessage) async throws -> Result<[[UInt8]], ShareFailure> {
    .success(message.contents.map { message.messageID.bytes + $0.key.bytes + $0.value })
  }

  func upload(_ envelopes: [[UInt8]], isFinal: Bool) async -> UploadOutcome {
    state.withLock { state in
      state.finals.append(isFinal)
      let outcome = state.uploads.isEmpty ? .uploaded : state.uploads.removeFirst()
      guard outcome == .uploaded, let first = envelopes.first else { return outcome }
      let messageID = MessageID(unchecked: Array(first.prefix(16)))
      state.uploaded[messageID] = Dictionary(
        uniqueKeysWithValues: envelopes.map {
          (AccountID(unchecked: Array($0[16..<48])), Array($0[48...]))
        })
      return outcome
    }
  }

  func now() -> UInt64 { TestAccount.t0 }
  func sleep(seconds: Int) async throws {
    while !state.withLock({ $0.isTimeOver })() { try await Task.sleep(for: .milliseconds(1)) }
  }
  func randomBytes(_ count: Int) -> [UInt8] { state.withLock { $0.random.bytes(count) } }
  func report(_ event: SharingEvent) async { state.withLock { $0.reports.append(event) } }

  /// Sealing is the device's affair; here bytes are only turned round.
  static let secrets = LocalSecrets(
    seal: { bytes, _ in bytes.reversed() }, open: { bytes, _ in SecretBytes(bytes.reversed()) })

  var inbox: CollaborationInbox {
    CollaborationInbox(myAccount: me.id, baseKeys: [device.baseKey], seal: Self.secrets)
  }

  // MARK: Looking

  func records<Record: SharingRecord>(_ type: Record.Type) throws -> [Record] {
    try state.withLock { try $0.rows.records(type) }
  }

  func put(_ record: some SharingRecord) throws {
    let change = try SharingChange.put(record)
    state.withLock { $0.rows.apply(change) }
  }
}
