public import GroveIdentity

/// Whether a received notice may be shown, and as whose word (protocol 12.4, 12.5).
public struct NoticeCheck: Sendable {
  /// Kinds that can frighten somebody away from a document: level B only (12.4).
  public static let attestedKinds: Set<NoticeKind> = [.deleted, .removedCollaborator]

  /// Who is in the collaboration, as far as this device has been told.
  public var membership: CollaborationMembership
  /// This person's own roots in the collaboration, replaced ones included.
  public var myRoots: Set<RootHash>
  /// The keys the audience publishes, by their identifiers.
  public var publishedKeys: [String: PublicKey]
  /// Which kinds are believed with an attestation only.
  public var attestedKinds: Set<NoticeKind>

  /// Made for the collaboration that a notice names, from what the device knows at that moment.
  public init(
    membership: CollaborationMembership, myRoots: Set<RootHash>,
    publishedKeys: [String: PublicKey], attestedKinds: Set<NoticeKind> = Self.attestedKinds
  ) {
    self.membership = membership
    self.myRoots = myRoots
    self.publishedKeys = publishedKeys
    self.attestedKinds = attestedKinds
  }

  /// Asks, in order: removed device, collaboration, sender, mention, attestation.
  /// - Parameters:
  ///   - sender: of the verified message.
  ///   - isFromRemovedDevice: `VerifiedMessage.isFromRemovedDevice`.
  public func judge(_ notice: Notice, from sender: AccountID, isFromRemovedDevice: Bool)
    -> Result<NoticeAuthenticity, NoticeRefusal>
  {
    guard !isFromRemovedDevice else { return .failure(.removedDevice) }
    guard notice.audience == membership.audience,
      notice.collaborationID == membership.collaborationID
    else { return .failure(.otherCollaboration) }
    guard membership.root(of: sender) != nil else { return .failure(.senderNotParticipant) }
    if notice.kind == .mention, notice.root.map({ !myRoots.contains($0) }) ?? true {
      return .failure(.mentionsAnother)
    }
    let authenticity: NoticeAuthenticity =
      isAttested(notice, sender: sender) ? .attested : .claimed
    if let kind = notice.kind, attestedKinds.contains(kind), authenticity == .claimed {
      return .failure(.attestationRequired)
    }
    return .success(authenticity)
  }

  /// Fact iff the signature verifies and the sender's root is the actor: a participant cannot pass
  /// somebody else's attested deed off as its own. An attestation that does not hold is no worse
  /// than none.
  private func isAttested(_ notice: Notice, sender: AccountID) -> Bool {
    guard let attestation = notice.attestation, let key = publishedKeys[attestation.keyID],
      membership.root(of: sender) == attestation.root
    else { return false }
    return attestation.isValid(for: notice, publishedKey: key)
  }
}
