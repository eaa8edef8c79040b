public import GroveIdentity
public import GroveMessage

/// What the sharing side tells whoever shows this messenger to a person.
public enum SharingEvent: Sendable {
  /// Sharing failed; the draft is in the compose field again, with the reason.
  case draftReturned(RequestID, ShareFailure)
  case shared(CollaborationKey, ConversationID)
  /// A collaboration can be opened, or opened again.
  case invited(CollaborationHighlight)
  /// An invitation that is only a link, and why.
  case linkWarned(WarnedLink)
  /// Somebody was shown a device list of this account that is not its own.
  case deviceListAlarm(DeviceListAlarm)
  /// A conversation's people changed: the banner with the plan.
  case membershipOffered(MembershipOffer)
  /// Who takes part has changed; `removedMe` when this person does not any more.
  case membershipChanged(CollaborationKey, removedMe: Bool)
  /// Banners of a collaboration are to be shown anew. True when one opened, which alone may draw
  /// attention.
  case noticesChanged(CollaborationKey, opened: Bool)
}
