public import GroveIdentity

/// Adds, removes and replaces identities in one transaction (protocol 9.3).
public struct UpdateIdentities: Hashable, Sendable, Codable {
  /// A root to add.
  public struct Added: Hashable, Sendable, Codable {
    /// The identity tree's root; nothing else of the tree is ever shown to the server.
    public var root: RootHash
    /// Always 5 (protocol 5.1).
    public var depth: Int
    /// Another identity that the caller has given the same person here, active or not: whoever is removed is removed
    /// with all of them.
    public var person: RootHash?

    /// A root to add. One that is active already is no change.
    public init(root: RootHash, depth: Int, person: RootHash? = nil) {
      self.root = root
      self.depth = depth
      self.person = person
    }
  }

  /// A root whose binding moves to another root.
  public struct Replacement: Hashable, Sendable, Codable {
    /// Where it is not active, and `new` is not either, the whole request is refused with
    /// `conflict`.
    public var old: RootHash
    /// Takes over the binding of `old`.
    public var new: RootHash

    /// Made after a participant's device list has changed (protocol 12.2).
    public init(old: RootHash, new: RootHash) {
      self.old = old
      self.new = new
    }
  }

  /// A repeated request is answered with the first answer.
  public var requestID: RequestID
  /// With `remove` and `replace` at most 1024 entries; no root is named twice.
  public var add: [Added]?
  /// Roots to remove with their bindings, and whatever else their persons have; one that is not there is no change.
  public var remove: [RootHash]?
  /// True: `remove` removes these identities, and leaves their persons what else they have.
  public var only: Bool?
  /// Roots whose bindings move.
  public var replace: [Replacement]?

  /// Made by an app from what its messenger handed over; nil and an empty list mean the same.
  public init(
    requestID: RequestID, add: [Added]? = nil, remove: [RootHash]? = nil, only: Bool? = nil,
    replace: [Replacement]? = nil
  ) {
    self.requestID = requestID
    self.add = add
    self.remove = remove
    self.only = only
    self.replace = replace
  }
}
