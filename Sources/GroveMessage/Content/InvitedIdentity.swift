public import GroveIdentity

/// The recipient's own identity inside an invitation (protocol 5.5, 6.1): what every device of the
/// recipient needs to recompute the tree.
public struct InvitedIdentity: Hashable, Sendable, Codable, Redacted {
  /// Seed and public directory together are the recipient's device list: never for the app or a
  /// server, and forgotten as soon as the keys have been derived (protocol 4.4.1, 4.8).
  public var seed: IdentitySeed
  /// What the recomputed tree must lead to (protocol 6.3 (e)).
  public var root: RootHash
  /// The recipient's statement whose devices the tree was made for.
  public var statement: StatementReference

  /// Made from a `PreparedIdentity` (`invited`).
  public init(seed: IdentitySeed, root: RootHash, statement: StatementReference) {
    self.seed = seed
    self.root = root
    self.statement = statement
  }

  private enum CodingKeys: String, CodingKey { case seed, depth, root, statement }

  /// Reads the JSON of protocol 6.1.
  /// - Throws: `malformed` for a depth other than 5, and for members of another length.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    seed = try IdentitySeed(members.decode(Base64URLBytes.self, forKey: .seed).bytes)
    guard try members.decode(Int.self, forKey: .depth) == IdentityTree.depth else {
      throw IdentityError(.malformed, "identity depth")
    }
    root = try members.decode(RootHash.self, forKey: .root)
    statement = try members.decode(StatementReference.self, forKey: .statement)
  }

  /// The seed as base64url; the depth 5 is written with it.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(Base64URLBytes(seed.exportBytes()), forKey: .seed)
    try members.encode(IdentityTree.depth, forKey: .depth)
    try members.encode(root, forKey: .root)
    try members.encode(statement, forKey: .statement)
  }

  /// By root and statement: the root follows from the seed, which is not hashed.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(root)
    hasher.combine(statement)
  }
}
