public import GroveIdentity

/// Where a member stands in a conversation.
public enum Membership: Hashable, Sendable {
  /// Takes part: has made the conversation, knew who put it in, or has accepted.
  case accepted
  /// Has still to accept; who put them in.
  case requested(by: AccountID)

  /// Who put the member in; nil once they have accepted.
  public var requestedBy: AccountID? {
    if case .requested(let by) = self { by } else { nil }
  }
}
