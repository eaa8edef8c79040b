import Crypto
import GroveTesting
import Testing

@testable import GroveIdentity

@Suite struct IdentityTreeTests {
  private static func context() throws -> IdentityContext {
    IdentityContext(
      audience: try Origin("https://docs.example"), collaborationID: try CollaborationID("doc"),
      recipient: AccountID.zero)
  }

  /// The session's way up the tree: take the first hash, combine by parity, recurse with half.
  private func sessionRoot(_ local: [UInt8], _ hashes: ArraySlice<[UInt8]>, _ index: Int) -> [UInt8]
  {
    guard let sibling = hashes.first else { return local }
    let pair = index.isMultiple(of: 2) ? local + sibling : sibling + local
    return sessionRoot(Array(SHA256.hash(data: pair)), hashes.dropFirst(), index / 2)
  }

  @Test(arguments: [1, 2, 3, 7, 31, 32])
  func `P4 every member verifies, by the session's recursive function too`(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    let bases = (0..<count).map { _ in DiversificationBaseKey() }
    let seed = IdentitySeed.random(using: &generator)
    let context = try Self.context()
    let tree = try IdentityTree(bases: bases.map(\.publicKey), seed: seed, context: context)
    #expect(tree.leaves.count == 32)
    for base in bases {
      let key = try base.diversified(seed: seed, context: context).publicKey
      let proof = try #require(tree.inclusionProof(for: key))
      #expect(proof.hashes.count == 5)
      #expect(proof.root(for: key) == tree.root)
      let leaf = Array(SHA256.hash(data: key.bytes))
      #expect(sessionRoot(leaf, proof.hashes[...], proof.index) == tree.root.bytes)
    }
  }

  @Test func `P4 any other key, index or order of hashes leads to another root`() throws {
    let vectors = try Vectors.shared.get()
    let tree = try vectors.tree
    let keys = try vectors.devices.map { try PublicKey($0.publicKey.bytes) }
    let proof = try #require(tree.inclusionProof(for: keys[1]))
    #expect(proof.root(for: keys[0]) != tree.root)
    #expect(proof.root(for: SigningKey().publicKey) != tree.root)
    for index in 0..<32 where index != proof.index {
      let moved = try InclusionProof(index: index, hashes: proof.hashes)
      #expect(moved.root(for: keys[1]) != tree.root)
    }
    for left in 0..<5 {
      for right in (left + 1)..<5 {
        var hashes = proof.hashes
        hashes.swapAt(left, right)
        #expect(try InclusionProof(index: 29, hashes: hashes).root(for: keys[1]) != tree.root)
      }
    }
  }

  @Test func `P4 no path but one of five whole hashes and an index inside is representable`() throws
  {
    let hash = [UInt8](repeating: 7, count: 32)
    let five = [[UInt8]](repeating: hash, count: 5)
    _ = try InclusionProof(index: 31, hashes: five)
    for count in [0, 1, 4, 6, 32] {
      let hashes = [[UInt8]](repeating: hash, count: count)
      #expect(throws: IdentityError.self) { try InclusionProof(index: 0, hashes: hashes) }
    }
    for index in [-1, 32, 61, 93, Int.min, Int.max] {
      #expect(throws: IdentityError.self) { try InclusionProof(index: index, hashes: five) }
    }
    for length in [0, 31, 33, 64] {
      var hashes = five
      hashes[2] = [UInt8](repeating: 7, count: length)
      #expect(throws: IdentityError.self) { try InclusionProof(index: 0, hashes: hashes) }
    }
  }

  @Test func `P7 a tree with one substituted leaf has another root`() throws {
    let leaves = try Vectors.shared.get().tree.leaves
    let root = try Vectors.shared.get().rootHash
    #expect(try IdentityTree(leaves: leaves.shuffled()).root == root)
    for index in leaves.indices {
      var changed = leaves
      changed[index] = Array(SHA256.hash(data: leaves[index]))
      #expect(try IdentityTree(leaves: changed).root != root)
    }
  }

  @Test func `the order of devices changes nothing`() throws {
    let vectors = try Vectors.shared.get()
    let bases = try vectors.devices.map { try PublicKey($0.base.bytes) }
    let turned = try IdentityTree(
      bases: bases.reversed(), seed: vectors.identitySeed, context: vectors.context)
    #expect(turned.root.bytes == vectors.root.bytes)
  }

  @Test func `equal leaves are refused`() throws {
    let base = SigningKey().publicKey
    let seed = IdentitySeed.random()
    let context = try Self.context()
    #expect(throws: IdentityError(.duplicateKey, "")) {
      try IdentityTree(bases: [base, base], seed: seed, context: context)
    }
  }

  @Test func `no device and more than 32 are refused, each by its own name`() throws {
    let bases = (0..<33).map { _ in SigningKey().publicKey }
    let seed = IdentitySeed.random()
    let context = try Self.context()
    #expect(throws: IdentityError(.noCollaborationDevice, "")) {
      try IdentityTree(bases: [], seed: seed, context: context)
    }
    #expect(throws: IdentityError(.limitExceeded, "")) {
      try IdentityTree(bases: bases, seed: seed, context: context)
    }
  }

  @Test func `a key that is no leaf has no path`() throws {
    #expect(try Vectors.shared.get().tree.inclusionProof(for: SigningKey().publicKey) == nil)
  }

  @Test(arguments: [1, 2, 5, 16])
  func `P6 the rank of a device's leaf is uniform`(devices: Int) throws {
    var generator = SeededGenerator(seed: 66)
    let context = try Self.context()
    let bases = try (0..<devices).map { _ in try SigningKey.random(using: &generator).publicKey }
    let rounds = 1600 / devices
    var counts = [Int](repeating: 0, count: 32)
    for _ in 0..<rounds {
      let seed = IdentitySeed.random(using: &generator)
      let tree = try IdentityTree(bases: bases, seed: seed, context: context)
      for base in bases {
        let key = try Diversification.publicKey(of: base, seed: seed, context: context)
        counts[try #require(tree.inclusionProof(for: key)).index] += 1
      }
    }
    let expected = Double(rounds * devices) / 32
    let statistic = counts.reduce(0.0) { sum, count in
      sum + (Double(count) - expected) * (Double(count) - expected) / expected
    }
    // 31 degrees of freedom: above 80 about twice in a million runs.
    #expect(statistic < 80)
  }
}
