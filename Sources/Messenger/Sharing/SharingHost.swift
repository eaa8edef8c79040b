import GroveIdentity
import GroveMessage
import GroveSystem
import MessengerDomain

/// What the sharing side needs of the device it runs on: its database, its keys, the relay, the
/// apps. One protocol, so that every path of a share can be walked without a network.
protocol SharingHost: Sendable {
  var myAccount: AccountID { get }
  var myDevice: DeviceID { get }

  /// Runs a rule and applies what it decided, in one transaction.
  func changeSharing<Answer: Sendable>(
    _ decide: @escaping @Sendable (any SharingReader) throws -> SharingDecision<Answer>
  ) async throws -> Answer

  /// The newest device list the relay has, verified, once each device of it can be written to.
  func resolve(_ account: AccountID) async -> ResolvedChain

  func actionHandler(for origin: Origin) async -> (any CollaborationActionHandler)?

  /// This device's base keys, and how it keeps a derived key.
  func invitationInbox() async throws -> InvitationInbox

  /// One envelope for each device of the accounts that have a content, except this device.
  ///
  /// - Returns: why one of them cannot be written to, where that is so.
  func seal(_ message: SharingMessage) async throws -> Result<[[UInt8]], ShareFailure>
  /// Sends envelopes of one message; sending them again does no harm. Final: where they are refused, a
  /// copy that was sent before comes too late.
  func upload(_ envelopes: [[UInt8]], isFinal: Bool) async -> UploadOutcome
  /// Milliseconds since 1970.
  func now() -> UInt64
  /// Sleeps; returns early, throwing, when the task is cancelled.
  func sleep(seconds: Int) async throws
  func randomBytes(_ count: Int) -> [UInt8]

  func report(_ event: SharingEvent) async
}

/// What looking up an account came to.
enum ResolvedChain: Sendable {
  case found(StatementChain)
  /// It was given a device that cannot be written to yet.
  case deviceComing
  case unknown
  /// Its history forks or went back.
  case untrusted
  case unreachable
}

/// What became of an upload.
enum UploadOutcome: Hashable, Sendable {
  case uploaded
  /// The relay knows newer device lists.
  case devicesChanged
  /// Refused for good.
  case refused(ShareFailure)
  /// Nobody answered, or not to this device any more: it may or may not have arrived, and sending it
  /// again does no harm.
  case unreachable
}
