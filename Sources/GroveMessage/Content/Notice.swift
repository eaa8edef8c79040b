public import GroveIdentity

/// What an app tells the other participants through its person's messenger (content type 4,
/// protocol 12.4), or that it takes back what it told (12.6).
public struct Notice: ContentBody {
  /// Type 4 (protocol 18.3).
  public static let contentType = ContentType.notice

  /// Whether the notice tells something or takes back what was told.
  public enum Action: Hashable, Sendable {
    /// Something happened. `root` is the mentioned identity of a mention, and optional otherwise.
    case post(NoticeKind, root: RootHash?)
    /// Everything this sender posted about the collaboration before is to disappear.
    case clear
  }

  /// 16 random bytes; by them a redelivered notice is known.
  public var noticeID: NoticeID
  /// The app's origin, which is that of the collaboration's link.
  public var audience: Origin
  /// What it is about; unique at the audience only.
  public var collaborationID: CollaborationID
  /// Its kind and, of a mention, whom it names.
  public var action: Action
  /// What a renamed document is called now; of every other notice nothing.
  public var title: String?
  /// Milliseconds since 1970, by the sender's clock.
  public var at: UInt64
  /// Strictly increasing for this sending device and collaboration (12.6).
  public var counter: UInt64
  /// Level B, where the app's server vouches for it.
  public var attestation: NoticeAttestation?

  /// Made by the sender's messenger at its app's request.
  public init(
    noticeID: NoticeID, audience: Origin, collaborationID: CollaborationID, action: Action,
    title: String? = nil, at: UInt64, counter: UInt64, attestation: NoticeAttestation? = nil
  ) {
    self.noticeID = noticeID
    self.audience = audience
    self.collaborationID = collaborationID
    self.action = action
    if case .post(.renamed, _) = action { self.title = title }
    self.at = at
    self.counter = counter
    self.attestation = attestation
  }

  /// nil for a clearing.
  public var kind: NoticeKind? {
    if case .post(let kind, _) = action { kind } else { nil }
  }

  /// The identity the notice is about.
  public var root: RootHash? {
    if case .post(_, let root) = action { root } else { nil }
  }

  /// Whether the server says that somebody came or left by themselves: who is added or removed is who did
  /// it.
  var isBySelf: Bool {
    guard let root, root == attestation?.root else { return false }
    return kind == .addedCollaborator || kind == .removedCollaborator
  }

  /// Checked before it is sent and after it was read; `NoticeCheck` asks the rest.
  /// - Throws: `malformed` for a mention without a root or a clearing with an attestation;
  ///   `limitExceeded` for a key identifier above 255 bytes and a title above 1024.
  public func checkLimits() throws(IdentityError) {
    if case .post(.mention, nil) = action {
      throw IdentityError(.malformed, "a mention names a root")
    }
    if case .clear = action, attestation != nil {
      throw IdentityError(.malformed, "a clearing has no attestation")
    }
    try ContentLimit.check(title, ContentLimit.title, "title")
    try ContentLimit.check(attestation?.keyID, ContentLimit.name, "attestation keyID")
  }
}
