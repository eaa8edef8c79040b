import Crypto

/// Where a public key stands in an identity tree, and the sibling hashes that lead from it to the
/// root (protocol 5.4).
public struct InclusionProof: Hashable, Sendable {
  /// 0...31, among the sorted leaves.
  public let index: Int
  /// Five sibling hashes of 32 bytes, bottom-up.
  public let hashes: [[UInt8]]

  /// Takes index and hashes from outside.
  /// - Throws: `malformed` unless there are exactly 5 hashes of 32 bytes and an index in 0...31;
  ///   fewer, more or longer ones would let an inner node pass for a leaf (protocol 14 rows 1-5).
  public init(index: Int, hashes: [[UInt8]]) throws(IdentityError) {
    try self.init(index: index, hashes: hashes, depth: IdentityTree.depth)
  }

  /// The same for a depth that a configuration has pinned (protocol 8.7).
  init(index: Int, hashes: [[UInt8]], depth: Int) throws(IdentityError) {
    guard hashes.count == depth, hashes.allSatisfy({ $0.count == 32 }), (0..<63).contains(depth),
      (0..<1 << depth).contains(index)
    else { throw IdentityError(.malformed, "an inclusion proof of another shape") }
    self.index = index
    self.hashes = hashes
  }

  /// The root that `publicKey` leads to.
  public func root(for publicKey: PublicKey) -> RootHash { root(forLeafOf: publicKey.bytes) }

  /// The same over the bytes as received (protocol 8.7).
  func root(forLeafOf publicKey: [UInt8]) -> RootHash {
    // One 64-byte buffer for all levels: the hash under way stands at the place the next level
    // needs it, so nothing is allocated on the way up.
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { node in
      var index = index
      var place = Self.place(index)
      SHA256.hash(data: publicKey).withUnsafeBytes { Self.copy($0, to: node, at: place) }
      for hash in hashes {
        hash.withUnsafeBytes { Self.copy($0, to: node, at: 32 - place) }
        index /= 2
        place = Self.place(index)
        SHA256.hash(data: UnsafeRawBufferPointer(node))
          .withUnsafeBytes { Self.copy($0, to: node, at: place) }
      }
      return RootHash(unchecked: Array(node[place..<place + 32]))
    }
  }

  /// An even index is a left child.
  private static func place(_ index: Int) -> Int { index.isMultiple(of: 2) ? 0 : 32 }

  private static func copy(
    _ hash: UnsafeRawBufferPointer, to node: UnsafeMutableRawBufferPointer, at place: Int
  ) {
    UnsafeMutableRawBufferPointer(rebasing: node[place..<place + 32]).copyMemory(from: hash)
  }
}
