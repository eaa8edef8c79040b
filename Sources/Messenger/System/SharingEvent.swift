public import GroveIdentity
import GroveMessage
public import GroveSystem
import MessengerDomain

/// What happened on the sharing side. As with every event, what is true stands in the database.
public enum SharingEvent: Hashable, Sendable {
  /// Sharing failed; the draft is in the compose field again, with the reason.
  case draftReturned(RequestID, ShareFailure)
  case shared(CollaborationKey, ConversationID)
  /// A collaboration can be opened. Also told for what this account shared itself.
  case invited(CollaborationHighlight)
  /// An invitation that is only a link, and why.
  case linkWarned(WarnedLink)
  /// A conversation's people changed: there is a plan to look at.
  case membershipOffered(ConversationID)
  /// Who takes part has changed, as far as this device is told.
  case membershipChanged(CollaborationKey)
  /// An invitation was taken back. Where no other is left, this person does not take part any more.
  case invitationEnded(CollaborationKey)
  /// A document has another name or begins otherwise, or cannot be opened any more.
  case documentChanged(CollaborationKey)
  /// Banners of a collaboration are to be shown anew.
  case noticesChanged(CollaborationKey)
  /// There is something to catch up with: `sync()` does it, and `run()` by itself.
  case workPending

  /// What a committed write tells; nil for what nobody has to look at.
  static func following(_ change: SharingChange) -> SharingEvent? {
    guard case .put(let kind, _, let value) = change else { return nil }
    switch kind {
    case ReceivedInvitation.kind:
      return read(ReceivedInvitation.self, value).map {
        $0.isRevoked ? .invitationEnded($0.collaboration) : .invited($0.highlight)
      }
    case NoticeAddress.kind:
      return read(NoticeAddress.self, value).flatMap { $0.toldSeq == nil ? .workPending : nil }
    case NoticeChoice.kind:
      return read(NoticeChoice.self, value).flatMap { $0.toldSeq == nil ? .workPending : nil }
    case PendingContent.kind, MembershipRules.ChangedDevices.kind:
      return .workPending
    case PlainLink.kind: return read(PlainLink.self, value).map { .linkWarned($0.shown) }
    case KnownMembership.kind:
      return read(KnownMembership.self, value).map { .membershipChanged($0.collaboration) }
    case NoticeInbox.Ledger.kind:
      return read(NoticeInbox.Ledger.self, value).map { .noticesChanged($0.collaboration) }
    case ToldTitle.kind:
      return read(ToldTitle.self, value).map { .documentChanged($0.collaboration) }
    case ToldFirstLines.kind:
      return read(ToldFirstLines.self, value).map { .documentChanged($0.collaboration) }
    case ToldEnding.kind:
      return read(ToldEnding.self, value).map { .documentChanged($0.collaboration) }
    case MembershipRules.Offered.kind:
      return read(MembershipRules.Offered.self, value).map {
        .membershipOffered($0.conversationID)
      }
    default: return nil
    }
  }

  private static func read<Record: SharingRecord>(_ type: Record.Type, _ value: [UInt8]) -> Record?
  {
    try? StrictJSON.decode(type, from: value)
  }
}
