public import GroveIdentity

/// Where the calling account is signed in, the last used first.
public struct SessionList: Hashable, Sendable, Codable {
  /// Those that have not expired, at most 100.
  public var sessions: [SessionEntry]
  /// Until when the account's sign-in code is good, in milliseconds since 1970; nil where there is none,
  /// or it was used, and from servers older than this member.
  public var codeExpiresAt: DecimalUInt64?

  /// What a server answers to `CollaborationRoutes.sessions`.
  public init(sessions: [SessionEntry], codeExpiresAt: DecimalUInt64? = nil) {
    self.sessions = sessions
    self.codeExpiresAt = codeExpiresAt
  }
}

/// One session as its person sees it. Times are milliseconds since 1970.
public struct SessionEntry: Hashable, Sendable, Codable {
  /// Names the session in `endOneSession`; it opens nothing.
  public var sessionID: String
  /// When somebody signed in.
  public var createdAt: DecimalUInt64
  /// To within ten minutes.
  public var lastUsedAt: DecimalUInt64
  /// From then on its token is refused, used or not.
  public var expiresAt: DecimalUInt64
  /// In a few words what the device said of itself when it signed in: “Firefox on Linux”; may be empty.
  public var device: String
  /// Whether it is the session that asks.
  public var isCurrent: Bool

  /// A row of `SessionList`.
  public init(
    sessionID: String, createdAt: DecimalUInt64, lastUsedAt: DecimalUInt64,
    expiresAt: DecimalUInt64, device: String, isCurrent: Bool
  ) {
    self.sessionID = sessionID
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.expiresAt = expiresAt
    self.device = device
    self.isCurrent = isCurrent
  }
}
