import Crypto
import GroveTesting
import Testing

@testable import GroveIdentity

/// Every deterministic value of protocol 17.2, byte for byte.
@Suite struct VectorTests {
  let vectors: Vectors

  init() throws { vectors = try Vectors.shared.get() }

  @Test func `the context hash is that of the vectors`() throws {
    #expect(try vectors.context.hash == vectors.contextHash.bytes)
  }

  @Test func `the account that an identity enters is that of protocol 17.2`() throws {
    let root = try RootHash(vectors.root.bytes)
    let label = try AccountLabel.entered(
      by: root, in: vectors.context.collaborationID, of: vectors.context.audience)
    #expect(label.text == "invited-8fe04fce9c9b1e26b35c2fb52f7cceec")
    #expect(label.isKeptForEntries && !label.isEntryCandidate)
    let candidate = AccountLabel.entryCandidate([UInt8](0..<32))
    #expect(candidate.text == "new:AAECAwQFBgcICQoLDA0ODw")
    #expect(candidate.isKeptForEntries && candidate.isEntryCandidate)
    for other in ["new:", "new:AAECAwQFBgcICQoLDA0ODx", "new:recipes", "invited-8fe0", "invited"] {
      #expect(try !AccountLabel(other).isKeptForEntries)
    }
  }

  @Test func `each device's scalar is the hash the vectors name`() throws {
    for (index, device) in vectors.devices.enumerated() {
      let scalar = Array(SHA256.hash(data: Array("vector device \(index + 1)".utf8)))
      #expect(device.d.bytes == scalar)
      let key = try DiversificationBaseKey(scalar: scalar)
      #expect(key.publicKey.bytes == device.base.bytes)
      #expect(key.exportScalar().exportBytes() == scalar)
    }
  }

  @Test func `each device's blind is that of the vectors`() throws {
    let diversification = try Diversification(seed: vectors.identitySeed, context: vectors.context)
    for device in vectors.devices {
      let blind = diversification.blind(for: try PublicKey(device.base.bytes))
      #expect(blind.bigEndianBytes == device.blind.bytes)
    }
  }

  @Test func `the public half makes each device's diversified key`() throws {
    for device in vectors.devices {
      let key = try Diversification.publicKey(
        of: PublicKey(device.base.bytes), seed: vectors.identitySeed, context: vectors.context)
      #expect(key.bytes == device.publicKey.bytes)
    }
  }

  @Test func `the private half makes the same key and its scalar`() throws {
    for device in vectors.devices {
      let key = try DiversificationBaseKey(scalar: device.d.bytes)
        .diversified(seed: vectors.identitySeed, context: vectors.context)
      #expect(key.exportScalar().exportBytes() == device.dPrime.bytes)
      #expect(key.publicKey.bytes == device.publicKey.bytes)
    }
  }

  @Test func `the 29 padding leaves are those of the vectors`() throws {
    let diversification = try Diversification(seed: vectors.identitySeed, context: vectors.context)
    #expect(vectors.pads.count == 29)
    for (index, pad) in vectors.pads.enumerated() {
      #expect(diversification.pad(UInt16(index)) == pad.bytes)
    }
    let all = vectors.pads.flatMap(\.bytes)
    #expect(
      Hex.encode(SHA256.hash(data: all))
        == "b3fa94caaf235301a93f53a1d913c8ee67c7966334541842f3610837d8002acf")
  }

  @Test func `leaves, their order and the root are those of the vectors`() throws {
    let tree = try vectors.tree
    #expect(tree.leaves == vectors.leaves.map(\.bytes))
    #expect(tree.root.bytes == vectors.root.bytes)
    #expect(
      Hex.encode(SHA256.hash(data: tree.leaves.flatMap { $0 }))
        == "ce918c8335d35f41e994c7d16237332dbcad0af0f0bad178d3fcc162565b55fe")
  }

  @Test func `each device's place and path are those of the vectors`() throws {
    let tree = try vectors.tree
    for device in vectors.devices {
      let key = try PublicKey(device.publicKey.bytes)
      let inclusion = try #require(tree.inclusionProof(for: key))
      #expect(String(inclusion.index) == device.index)
      #expect(inclusion.hashes == (try device.hashes))
      #expect(inclusion.root(for: key).bytes == vectors.root.bytes)
      #expect(IdentityTree.leaf(of: key) == device.leaf.bytes)
    }
  }

  @Test func `the challenge is that of the vectors`() throws {
    #expect(
      vectors.challengeKey.bytes == Array(SHA256.hash(data: Array("vector challenge key".utf8))))
    let nonce = try ChallengeNonce((0..<16).map { UInt8($0) })
    let challenge = try vectors.challengeKeys.issue(
      at: Vectors.issuedAt, ttl: Vectors.ttlSeconds, epoch: Vectors.epoch, nonce: nonce,
      binding: vectors.binding)
    #expect(challenge.bytes == vectors.maskedChallenge.challenge.bytes)
    let mask = try vectors.challengeKeys.current.epochMask(after: challenge.bytes[..<12], nonce)
    #expect(mask.bigEndianBytes == vectors.maskedChallenge.mask.bytes)
  }

  @Test func `a challenge of version 1 is recognised still`() throws {
    let found = try #require(
      try vectors.challengeKeys.recognize(vectors.challenge.bytes, binding: vectors.binding))
    #expect(found.epoch == Vectors.epoch)
  }

  /// Challenge, transcript, signature and proof, of version 2 and of version 1.
  private var signed:
    [(challenge: HexBytes, transcript: HexBytes, signature: HexBytes, proof: HexBytes)]
  {
    let masked = vectors.maskedChallenge
    return [
      (masked.challenge, masked.transcript, masked.signature, masked.proofBinary),
      (vectors.challenge, vectors.transcript, vectors.signature, vectors.proofBinary),
    ]
  }

  @Test func `the transcripts are those of the vectors`() throws {
    for set in signed {
      let transcript = ProofTranscript(
        audience: vectors.audience, collaborationID: vectors.collaborationID,
        account: try AccountLabel(Vectors.account), root: try vectors.rootHash,
        publicKey: try PublicKey(vectors.devices[1].publicKey.bytes),
        challenge: set.challenge.bytes)
      #expect(try transcript.encoded() == set.transcript.bytes)
      #expect(set.transcript.bytes.count == 250)
    }
  }

  @Test func `the vectors' signatures verify`() throws {
    let key = try PublicKey(vectors.devices[1].publicKey.bytes)
    for set in signed {
      #expect(key.isValidSignature(set.signature.bytes, for: set.transcript.bytes))
    }
  }

  @Test func `the binary proofs of the vectors read, write and verify`() throws {
    for set in signed { try check(set.proof.bytes, signature: set.signature.bytes) }
  }

  private func check(_ binary: [UInt8], signature: [UInt8]) throws {
    let proof = try SignedIdentityProof(binary: binary)
    #expect(binary.count == 363)
    #expect(try proof.binary() == binary)
    #expect(proof.signature == signature)
    let answer = try vectors.verifier.verify(
      proof, binding: vectors.binding, now: Vectors.issuedAt)
    guard case .verified(let verified) = answer else {
      Issue.record("refused: \(answer)")
      return
    }
    #expect(verified.root.bytes == vectors.root.bytes)
    #expect(verified.account.text == Vectors.account)
    #expect(verified.challengeEpoch == Vectors.epoch)
    #expect(verified.nonce.bytes == (0..<16).map { UInt8($0) })
    #expect(verified.issuedAt == Vectors.issuedAt)
    #expect(verified.ttlSeconds == Vectors.ttlSeconds)
  }
}

extension UInt64 {
  fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
