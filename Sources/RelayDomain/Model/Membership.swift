public import GroveIdentity

/// Where a member stands in a conversation.
public enum Membership: Hashable, Sendable {
  case accepted
  /// Has still to accept; who put them in.
  case requested(by: AccountID)

  public var requestedBy: AccountID? {
    if case .requested(let by) = self { by } else { nil }
  }
}
