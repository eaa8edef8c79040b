public import GroveIdentity

/// Who may put the caller's account into a conversation without asking it first, besides the people
/// of its conversations, and who may not at all.
public struct Admission: Hashable, Sendable, Codable {
  /// Whether somebody unknown asks first.
  public enum Policy: String, Hashable, Sendable, Codable, CaseIterable {
    case ask, anybody
  }

  /// What happens when somebody the account does not know puts it into a conversation.
  public var policy: Policy
  /// Ascending.
  public var admitted: [AccountID]
  /// Ascending.
  public var blocked: [AccountID]

  /// What a relay answers to looking at an admission and to changing it.
  public init(policy: Policy, admitted: [AccountID], blocked: [AccountID]) {
    self.policy = policy
    self.admitted = admitted
    self.blocked = blocked
  }
}

/// Changes the caller's `Admission`; what is nil stays. Repeating a change is no change.
public struct ChangeAdmission: Hashable, Sendable, Codable {
  /// Nil leaves it.
  public var policy: Admission.Policy?
  /// Accounts that need not ask from now on, such as somebody whose contact link was opened.
  public var admit: [AccountID]?
  /// Accounts that can neither add this one nor reach it from now on; they are not told why.
  public var block: [AccountID]?
  /// Accounts that are let in again as strangers are.
  public var unblock: [AccountID]?

  /// Made for the person whose account it is; every member may be left out.
  public init(
    policy: Admission.Policy? = nil, admit: [AccountID]? = nil, block: [AccountID]? = nil,
    unblock: [AccountID]? = nil
  ) {
    self.policy = policy
    self.admit = admit
    self.block = block
    self.unblock = unblock
  }
}
