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
  public var policy: RequestPolicy
  /// Ascending: known without a conversation, such as by a contact link that was opened.
  public var admitted: [AccountID]
  /// Ascending.
  public var blocked: [AccountID]

  public init(
    policy: RequestPolicy = .ask, admitted: [AccountID] = [], blocked: [AccountID] = []
  ) {
    self.policy = policy
    self.admitted = admitted
    self.blocked = blocked
  }
}
