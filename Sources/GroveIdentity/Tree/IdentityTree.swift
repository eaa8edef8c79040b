import Crypto

/// A person's identity in one collaboration: a tree of always 32 leaves over their devices'
/// diversified keys and derived padding (protocol 5).
///
/// A sender builds it from the recipient's public base keys to get the root; every device of the
/// recipient rebuilds the same tree from its own account's statement, and so notices any leaf that
/// is not one of its devices or derived padding (6.3).
public struct IdentityTree: Sendable, Redacted {
  /// Part of the protocol's version: a variable count would leak how many devices there are.
  public static let leafCount = 32
  /// Levels from a leaf to the root, so hashes in a proof.
  public static let depth = 5

  /// What stands for the person at the server.
  public let root: RootHash
  /// All 32 leaf hashes, ascending.
  public let leaves: [[UInt8]]
  /// Every level from the leaves up to the root alone.
  private let levels: [[[UInt8]]]

  /// Diversifies every base key, fills up with padding and sorts.
  /// - Parameter bases: the base keys of the devices that take part in collaborations, 1...32 of
  ///   them, in any order.
  /// - Throws: `noCollaborationDevice` for none, `limitExceeded` for more than 32, `duplicateKey`
  ///   where two leaves are equal.
  public init(bases: [PublicKey], seed: IdentitySeed, context: IdentityContext)
    throws(IdentityError)
  {
    guard !bases.isEmpty else {
      throw IdentityError(.noCollaborationDevice, "no device takes part in collaborations")
    }
    guard bases.count <= Self.leafCount else {
      throw IdentityError(.limitExceeded, "an identity has at most 32 devices")
    }
    let diversification = Diversification(seed: seed, context: context)
    var leaves: [[UInt8]] = []
    for base in bases {
      leaves.append(Self.leaf(of: try diversification.publicKey(of: base)))
    }
    try self.init(leaves: diversification.padded(leaves))
  }

  /// - Parameter leaves: exactly 32, in any order.
  init(leaves: [[UInt8]]) throws(IdentityError) {
    let sorted = leaves.sorted { $0.lexicographicallyPrecedes($1) }
    guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0 != $1 }) else {
      throw IdentityError(.duplicateKey, "two leaves are equal")
    }
    var levels = [sorted]
    while let below = levels.last, below.count > 1 {
      levels.append(Self.parents(of: below))
    }
    self.leaves = sorted
    self.levels = levels
    root = RootHash(unchecked: levels[Self.depth][0])
  }

  /// The path of a diversified key, nil where it is not in this tree.
  public func inclusionProof(for publicKey: PublicKey) -> InclusionProof? {
    guard let index = leaves.firstIndex(of: Self.leaf(of: publicKey)) else { return nil }
    let siblings = levels.prefix(Self.depth).enumerated().map { level, hashes in
      hashes[(index >> level) ^ 1]
    }
    return try? InclusionProof(index: index, hashes: siblings)
  }

  /// `H(D')` over the 65 bytes.
  static func leaf(of publicKey: PublicKey) -> [UInt8] {
    Array(SHA256.hash(data: publicKey.bytes))
  }

  /// `H(left || right)`, without prefixes: the session's construction (protocol 5.6).
  private static func parents(of hashes: [[UInt8]]) -> [[UInt8]] {
    stride(from: 0, to: hashes.count, by: 2).map { left in
      Array(SHA256.hash(data: hashes[left] + hashes[left + 1]))
    }
  }
}
