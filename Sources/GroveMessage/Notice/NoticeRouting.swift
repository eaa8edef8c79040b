public import GroveIdentity

/// To whose devices a notice is sealed (protocol 12.4, 12.5).
public enum NoticeRouting {
  /// Why a notice an app asked for is not sent. The raw values are stable.
  public enum Refusal: String, Error, CaseIterable, Sendable, Codable {
    /// The mentioned root is nobody's: the app gets an error and nothing is sent.
    case unknownRoot = "unknown_root"
    /// About another collaboration than the members given.
    case otherCollaboration = "other_collaboration"
    /// This account is not a participant, so nobody would accept its notice.
    case notParticipant = "not_participant"
  }

  /// - Parameter me: the posting person's account.
  /// - Returns: for a mention exactly the mentioned account; for anything else every other
  ///   participant. The person's own devices are told nothing: they know what it did.
  public static func recipients(
    of notice: Notice, in membership: CollaborationMembership, me: AccountID
  ) -> Result<[AccountID], Refusal> {
    guard notice.audience == membership.audience,
      notice.collaborationID == membership.collaborationID
    else { return .failure(.otherCollaboration) }
    guard membership.root(of: me) != nil else { return .failure(.notParticipant) }
    guard notice.kind == .mention else {
      return .success(membership.members.keys.filter { $0 != me }.sorted())
    }
    guard let root = notice.root, let account = membership.account(of: root) else {
      return .failure(.unknownRoot)
    }
    return .success([account])
  }
}
