import GroveIdentity
import GroveMessage
import GroveTesting
import Synchronization

@testable import Messenger

/// A device without a network: real keys and chains, rows in memory, an upload that does as it is
/// told.
final class TestHost: SharingHost {
  struct State {
    var rows = MemorySharingRows()
    var chains: [AccountID: ResolvedChain] = [:]
    var handler: (any CollaborationActionHandler)?
    var stored: [MessageID: SharingMessage] = [:]
    var uploads: [UploadOutcome] = []
    var uploaded: [SharingMessage] = []
    var queued: [SharingMessage] = []
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

  func changeSharing<Answer: Sendable>(
    _ decide: @escaping @Sendable (any SharingReader) throws -> SharingDecision<Answer>
  ) async throws -> Answer {
    try state.withLock { state in
      guard state.steps < state.crashAfter else { throw Crash() }
      let decision = try decide(state.rows)
      if !decision.changes.isEmpty { state.steps += 1 }
      for change in decision.changes { state.rows.apply(change) }
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

  func store(_ message: SharingMessage) async throws {
    state.withLock { $0.stored[message.messageID] = message }
  }

  func upload(_ messageID: MessageID) async -> UploadOutcome {
    state.withLock { state in
      guard let message = state.stored[messageID] else { return .nothingStored }
      let outcome = state.uploads.isEmpty ? .uploaded : state.uploads.removeFirst()
      if outcome == .uploaded { state.uploaded.append(message) }
      if outcome != .unreachable { state.stored[messageID] = nil }
      return outcome
    }
  }

  func queue(_ message: SharingMessage) async throws {
    state.withLock { $0.queued.append(message) }
  }

  func now() -> UInt64 { TestAccount.t0 }
  func sleep(seconds: Int) async throws { try await Task.sleep(for: .milliseconds(seconds)) }
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
