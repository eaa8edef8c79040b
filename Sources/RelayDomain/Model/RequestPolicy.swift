public import GroveIdentity

/// Whether an account decides first who may put it into a conversation.
public enum RequestPolicy: String, Hashable, Sendable, CaseIterable {
  /// Whoever it does not know yet makes a message request.
  case ask
  /// Everybody may: for programs, and people who want that.
  case anybody
}

/// Whom an account lets in and whom it keeps out, besides the people of its conversations.
public struct Admission: Hashable, Sendable {
  /// For everybody who is in neither list nor known by a conversation.
  public var policy: RequestPolicy
  /// Ascending: known without a conversation, such as by a contact link that was opened.
  public var admitted: [AccountID]
  /// Ascending.
  public var blocked: [AccountID]

  /// By default everybody unknown asks first, as in a new account.
  public init(
    policy: RequestPolicy = .ask, admitted: [AccountID] = [], blocked: [AccountID] = []
  ) {
    self.policy = policy
    self.admitted = admitted
    self.blocked = blocked
  }
}
