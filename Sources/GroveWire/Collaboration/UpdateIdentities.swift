public import GroveIdentity

/// Adds, removes and replaces identities in one transaction (protocol 9.3).
public struct UpdateIdentities: Hashable, Sendable, Codable {
  /// A root to add.
  public struct Added: Hashable, Sendable, Codable {
    public var root: RootHash
    /// Always 5 (protocol 5.1).
    public var depth: Int

    public init(root: RootHash, depth: Int) {
      self.root = root
      self.depth = depth
    }
  }

  /// A root whose binding moves to another root.
  public struct Replacement: Hashable, Sendable, Codable {
    public var old: RootHash
    public var new: RootHash

    public init(old: RootHash, new: RootHash) {
      self.old = old
      self.new = new
    }
  }

  /// A repeated request is answered with the first answer.
  public var requestID: RequestID
  /// At most 1024.
  public var add: [Added]?
  public var remove: [RootHash]?
  public var replace: [Replacement]?

  public init(
    requestID: RequestID, add: [Added]? = nil, remove: [RootHash]? = nil,
    replace:
      [Replacement]? = nil
  ) {
    self.requestID = requestID
    self.add = add
    self.remove = remove
    self.replace = replace
  }
}
