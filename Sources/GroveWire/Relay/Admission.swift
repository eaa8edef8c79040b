public import GroveIdentity

/// Who may put the caller's account into a conversation without asking it first, besides the people
/// of its conversations, and who may not at all.
public struct Admission: Hashable, Sendable, Codable {
  /// Whether somebody unknown asks first.
  public enum Policy: String, Hashable, Sendable, Codable, CaseIterable {
    case ask, anybody
  }

  public var policy: Policy
  /// Ascending.
  public var admitted: [AccountID]
  /// Ascending.
  public var blocked: [AccountID]

  public init(policy: Policy, admitted: [AccountID], blocked: [AccountID]) {
    self.policy = policy
    self.admitted = admitted
    self.blocked = blocked
  }
}

/// Changes that; what is absent stays. Repeating a change is no change.
public struct ChangeAdmission: Hashable, Sendable, Codable {
  public var policy: Admission.Policy?
  /// Such as somebody whose contact link was opened.
  public var admit: [AccountID]?
  public var block: [AccountID]?
  public var unblock: [AccountID]?

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
