public import GroveIdentity

/// Changes name or members; what is absent stays. Any member may. Repeating a change is no change.
public struct ChangeConversation: Hashable, Sendable, Codable {
  /// Empty removes the name.
  public var name: String?
  /// Accounts to put in; those who do not know the caller are asked first (protocol 10.5).
  public var add: [AccountID]?
  /// Removing oneself is leaving.
  public var remove: [AccountID]?

  /// Made by a member; one change may rename, add and remove.
  public init(name: String? = nil, add: [AccountID]? = nil, remove: [AccountID]? = nil) {
    self.name = name
    self.add = add
    self.remove = remove
  }
}
