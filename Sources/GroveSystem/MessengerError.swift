public import GroveWire

/// Why the messenger did not do what its person asked. Nothing in here is secret, so it may be
/// shown to anybody who sees the screen.
public struct MessengerError: Error, Hashable, Sendable {
  /// What went wrong, as a word for programs. The raw values are stable: they travel between the
  /// agent and apps, and scripts read them.
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
    /// The key file is there and cannot be read as one.
    case keyFileMalformed = "key_file_malformed"
    /// The key file is encrypted, and no passphrase was given.
    case passphraseRequired = "passphrase_required"
    /// The passphrase does not open the key file.
    case passphraseWrong = "passphrase_wrong"
    /// The local database cannot be used.
    case storeUnavailable = "store_unavailable"
    // The relay
    /// There was no connection to the relay, or it broke before the answer; the same may succeed
    /// later.
    case relayUnreachable = "relay_unreachable"
    /// The relay refused; `problem` says why.
    case relayRefused = "relay_refused"
    /// The relay answered something that no relay of this protocol says.
    case relayAnswerInvalid = "relay_answer_invalid"
    /// Another account of this relay has the handle already.
    case handleTaken = "handle_taken"
    /// This device is no longer in its account's device list.
    case deviceRemoved = "device_removed"
    // People and conversations
    /// The relay knows nobody with this handle.
    case contactUnknown = "contact_unknown"
    /// The handle now belongs to another account than the one known under it.
    case contactChanged = "contact_changed"
    /// The account's device list does not hold: see the alarms.
    case deviceListInvalid = "device_list_invalid"
    /// There is no such conversation on this device.
    case conversationUnknown = "conversation_unknown"
    /// This account is no longer in the conversation.
    case notAMember = "not_a_member"
    /// Somebody unknown has put this account into the conversation, and it has not been accepted yet.
    case requestPending = "request_pending"
    /// There is no such message or draft, or it is in no state for what was asked.
    case itemUnknown = "item_unknown"
    /// None of the recipients' devices has a usable key.
    case noUsableDevice = "no_usable_device"
    // Linking and recovery
    /// The code for linking a device is no such code.
    case linkCodeInvalid = "link_code_invalid"
    case linkRefused = "link_refused"
    /// The other device did not answer within the time that was given.
    case linkTimedOut = "link_timed_out"
    /// The recovery code is no such code, or does not belong to the account.
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

  /// What a program decides by; `description` is for people.
  public let code: Code
  /// The relay's code, where it refused.
  public let problem: ProblemCode?
  /// A short English phrase that says more; nil where the code says it all. Programs do not read
  /// it.
  public let detail: String?

  /// - Parameters:
  ///   - detail: a phrase with nothing secret in it, since it may be shown to anybody.
  ///   - problem: the relay's code, where the relay refused.
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
  /// The two codes that equality looks at.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(problem)
  }
}

extension MessengerError: CustomStringConvertible {
  /// Code, relay's code and detail, with colons between: for logs and the command line.
  public var description: String {
    [code.rawValue, problem?.rawValue, detail].compactMap { $0 }.joined(separator: ": ")
  }
}
