public import GroveIdentity
public import GroveMessage

/// What an app asks its person's messenger to tell the others (protocol 12.4).
///
/// Identifier and time are the app's to choose, so that it can have its server vouch for exactly
/// this notice before it is posted.
public struct NoticePost: Hashable, Sendable, Codable {
  /// Random, and different for each notice. The server's attestation names it.
  public let noticeID: NoticeID
  /// What happened: an edit, a comment, a mention and so on.
  public let kind: NoticeKind
  /// The mentioned person's root, for a mention.
  public let mentionedRoot: RootHash?
  /// What a renamed document is called now; nil of every other notice.
  public let title: String?
  /// Milliseconds since 1970, by the clock of the app's device.
  public let at: UInt64
  /// The word of the app's server for this notice (level B of protocol 12.4); nil where it was not
  /// asked. Others believe a deletion or a removal only with it.
  public let attestation: NoticeAttestation?

  /// A notice to be posted; whether it can be is found out by `MessagingSystem.postNotice`.
  public init(
    noticeID: NoticeID, kind: NoticeKind, mentionedRoot: RootHash? = nil, title: String? = nil,
    at: UInt64, attestation: NoticeAttestation? = nil
  ) {
    self.noticeID = noticeID
    self.kind = kind
    self.mentionedRoot = mentionedRoot
    self.title = title
    self.at = at
    self.attestation = attestation
  }
}

/// Why a notice was not posted; nothing was sent. The raw values are stable.
public enum NoticePostRefusal: String, Error, Hashable, Sendable, Codable {
  /// This person does not take part in such a collaboration.
  case noCollaboration = "no_collaboration"
  /// The mentioned root is nobody's here (protocol 12.5).
  case unknownRoot = "unknown_root"
  /// A mention of oneself reaches nobody.
  case mentionsSelf = "mentions_self"
  /// A mention without a root, or a root too many.
  case malformed
  /// Others believe this kind only with the server's attestation (protocol 12.4).
  case attestationRequired = "attestation_required"
  /// The mentioned person is in no conversation with this one any more.
  case unreachable
}
