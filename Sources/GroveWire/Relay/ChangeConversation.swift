public import GroveIdentity

/// Changes name or members; what is absent stays. Any member may. Repeating a change is no change.
public struct ChangeConversation: Hashable, Sendable, Codable {
  /// Empty removes the name.
  public var name: String?
  public var add: [AccountID]?
  /// Removing oneself is leaving.
  public var remove: [AccountID]?

  public init(name: String? = nil, add: [AccountID]? = nil, remove: [AccountID]? = nil) {
    self.name = name
    self.add = add
    self.remove = remove
  }
}
