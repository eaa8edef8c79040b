public import GroveWire

/// Why the messenger did not do what its person asked. Nothing in here is secret, so it may be
/// shown to anybody who sees the screen.
public struct MessengerError: Error, Hashable, Sendable {
  /// Stable.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    // The folder a device lives in
    /// The folder cannot be made, read or written.
    case folderUnusable = "folder_unusable"
    /// There is no device in this folder yet.
    case noDevice = "no_device"
    /// There is a device in this folder already.
    case deviceExists = "device_exists"
    /// Another process is using this folder.
    case inUse = "in_use"
    /// Others can read the key file; nothing is opened until they cannot.
    case keyFileExposed = "key_file_exposed"
    case keyFileMalformed = "key_file_malformed"
    case passphraseRequired = "passphrase_required"
    case passphraseWrong = "passphrase_wrong"
    /// The local database cannot be used.
    case storeUnavailable = "store_unavailable"
    // The relay
    case relayUnreachable = "relay_unreachable"
    /// The relay refused; `problem` says why.
    case relayRefused = "relay_refused"
    case relayAnswerInvalid = "relay_answer_invalid"
    case handleTaken = "handle_taken"
    /// This device is no longer in its account's device list.
    case deviceRemoved = "device_removed"
    // People and conversations
    case contactUnknown = "contact_unknown"
    /// The handle now belongs to another account than the one known under it.
    case contactChanged = "contact_changed"
    /// The account's device list does not hold: see the alarms.
    case deviceListInvalid = "device_list_invalid"
    case conversationUnknown = "conversation_unknown"
    case notAMember = "not_a_member"
    /// Somebody unknown has put this account into the conversation, and it has not been accepted yet.
    case requestPending = "request_pending"
    case itemUnknown = "item_unknown"
    /// None of the recipients' devices has a usable key.
    case noUsableDevice = "no_usable_device"
    // Linking and recovery
    case linkCodeInvalid = "link_code_invalid"
    case linkRefused = "link_refused"
    case linkTimedOut = "link_timed_out"
    case recoveryCodeInvalid = "recovery_code_invalid"
    case lastDevice = "last_device"
    // The agent between an app and the messenger
    /// No agent of this user is there, or it went away before it answered.
    case agentUnreachable = "agent_unreachable"
    /// The agent speaks another version, or something else listens in its place.
    case agentIncompatible = "agent_incompatible"
    /// Another app is registered for this origin, or this connection is not the origin's.
    case originRefused = "origin_refused"
    // What was asked for
    case malformed
    case limitExceeded = "limit_exceeded"
    case attachmentInvalid = "attachment_invalid"
    case cancelled
    case internalError = "internal_error"
  }

  public let code: Code
  /// The relay's code, where it refused.
  public let problem: ProblemCode?
  /// A fixed phrase.
  public let detail: String?

  public init(_ code: Code, _ detail: String? = nil, problem: ProblemCode? = nil) {
    self.code = code
    self.problem = problem
    self.detail = detail
  }

  /// Those of sign-in are among them: a relay that starts anew forgets its challenges and tokens.
  private static let passingProblems: Set<ProblemCode> = [
    .rateLimited, .unavailable, .outcomeUnknown, .internalError, .unauthenticated,
    .challengeInvalid,
    .challengeExpired, .challengeUsed,
  ]

  /// True where the same may succeed later without anybody changing anything.
  public var isTemporary: Bool {
    switch code {
    case .relayUnreachable, .agentUnreachable, .cancelled: true
    case .relayRefused: problem.map(Self.passingProblems.contains) ?? false
    default: false
    }
  }

  /// What an unsent item shows: the relay's code where there is one.
  public var reason: String { problem?.rawValue ?? code.rawValue }

  /// Equality looks at the codes only.
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && left.problem == right.problem
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(problem)
  }
}

extension MessengerError: CustomStringConvertible {
  public var description: String {
    [code.rawValue, problem?.rawValue, detail].compactMap { $0 }.joined(separator: ": ")
  }
}
