import Crypto
import GroveTesting
import Testing

@testable import GroveIdentity

/// Profile 2: off unless configured, and then only what the configuration names (protocol 8.7).
@Suite struct RawIdentityProofTests {
  let vectors: Vectors
  let key: SigningKey

  init() throws {
    vectors = try Vectors.shared.get()
    key = try ProofAttempt().deviceKey(2)
  }

  private func proof() throws -> RawIdentityProof {
    try RawIdentityProof(signing: vectors.challenge.bytes, with: key, in: vectors.tree)
  }

  private func answer(_ proof: RawIdentityProof, _ rules: RawProofRules?) throws
    -> ProofVerifier.Answer
  {
    try ProofVerifier(keys: vectors.challengeKeys, rawProofs: rules)
      .verify(body: StrictJSON.encode(proof), binding: vectors.binding, now: Vectors.issuedAt)
  }

  private func refusal(_ proof: RawIdentityProof, _ rules: RawProofRules? = .standard) throws
    -> ProofRefusal?
  {
    switch try answer(proof, rules) {
    case .refused(let refusal): refusal
    case .verified(let verified):
      ProofVerifier.refusal(
        of: verified, activationEpoch: try verified.root == vectors.rootHash ? 0 : nil)
    }
  }

  @Test func `it is malformed where no rules allow it`() throws {
    #expect(try refusal(proof(), nil) == .malformed)
  }

  @Test func `both signature encodings verify, each under its own name`() throws {
    var proof = try proof()
    #expect(try refusal(proof) == nil)
    let der = DER.encode(proof.signature)
    proof.signatureFormat = .der
    #expect(try refusal(proof) == .signatureMalformed, "64 bytes are not guessed to be P1363")
    proof.signature = der
    #expect(try refusal(proof) == nil)
    proof.signatureFormat = .p1363
    #expect(try refusal(proof) == .signatureMalformed, "DER is not guessed")
  }

  @Test func `DER is read strictly`() throws {
    var proof = try proof()
    let der = DER.encode(proof.signature)
    proof.signatureFormat = .der
    let indefinite: [UInt8] = [0x30, 0x80] + der[2...] + [0, 0]
    let longLength: [UInt8] = [0x30, 0x81] + der[1...]
    let bads: [[UInt8]] = [
      der + [0], Array(der.dropLast()), indefinite, longLength, [], [0x30, 0], [0x31] + der[1...],
    ]
    for bad in bads {
      proof.signature = bad
      #expect(try refusal(proof) == .signatureMalformed)
    }
    for length in 0..<der.count {
      proof.signature = Array(der[..<length])
      #expect(try refusal(proof) == .signatureMalformed)
    }
  }

  @Test func `the challenge is bound as in profile 1`() throws {
    var proof = try proof()
    proof.challenge[20] ^= 1
    #expect(try refusal(proof) == .challengeInvalid)
  }

  @Test func `a signature over another message does not verify`() throws {
    var proof = try proof()
    proof.signature = try key.sign([1])
    #expect(try refusal(proof) == .notVerified)
  }

  @Test func `a depth that is not listed is refused, a listed one is used`() throws {
    var proof = try proof()
    proof.inclusionHashes.removeLast()
    proof.publicKeyIndex = 13
    #expect(try refusal(proof) == .proofMalformed)
    let four = try RawProofRules(depths: [4])
    #expect(try refusal(proof, four) == .notVerified, "an inner node is nobody's identity")
    proof.publicKeyIndex = 16
    #expect(try refusal(proof, four) == .proofMalformed)
    #expect(try refusal(self.proof(), four) == .proofMalformed)
    #expect(throws: IdentityError(.limitExceeded, "")) { try RawProofRules(depths: [0]) }
    #expect(throws: IdentityError(.limitExceeded, "")) { try RawProofRules(depths: [5, 17]) }
  }

  @Test(arguments: [
    RawProofRules.KeyEncoding.x963, .compressed, .coordinates, .spki,
  ])
  func `each key encoding is taken only where it is listed, and its bytes are the leaf`(
    encoding: RawProofRules.KeyEncoding
  ) throws {
    let parsed = try P256.Signing.PublicKey(x963Representation: key.publicKey.bytes)
    var proof = try proof()
    proof.publicKey =
      switch encoding {
      case .x963: Array(parsed.x963Representation)
      case .compressed: Array(parsed.compressedRepresentation)
      case .coordinates: Array(parsed.rawRepresentation)
      case .spki: Array(parsed.derRepresentation)
      }
    let others = Set(RawProofRules.KeyEncoding.allCases).subtracting([encoding])
    #expect(try refusal(proof, RawProofRules(keyEncodings: others)) == .keyInvalid)
    let answer = try answer(proof, RawProofRules(keyEncodings: [encoding]))
    guard case .verified(let verified) = answer else {
      Issue.record("refused: \(answer)")
      return
    }
    #expect(verified.publicKey == key.publicKey)
    #expect(verified.profile == .raw)
    #expect(try (verified.root == vectors.rootHash) == (encoding == .x963))
  }

  @Test(arguments: [0, 1, 32, 63, 66, 90, 92])
  func `a key of another length is invalid under every rule`(length: Int) throws {
    var proof = try proof()
    proof.publicKey = [UInt8](repeating: 4, count: length)
    let all = try RawProofRules(keyEncodings: Set(RawProofRules.KeyEncoding.allCases))
    #expect(try refusal(proof, all) == .keyInvalid)
  }

  @Test func `the format must be one of the two names`() throws {
    let json = String(decoding: try StrictJSON.encode(proof()), as: UTF8.self)
    _ = try RawIdentityProof(json: Array(json.utf8))
    for bad in ["\"DER\"", "\"\"", "null", "1", "\"raw\""] {
      let text = json.replacing("\"p1363\"", with: bad)
      #expect(throws: IdentityError(.malformed, "")) {
        try RawIdentityProof(json: Array(text.utf8))
      }
    }
    let missing = json.replacing(",\"signatureFormat\":\"p1363\"", with: "")
    #expect(missing != json)
    #expect(throws: IdentityError(.malformed, "")) {
      try RawIdentityProof(json: Array(missing.utf8))
    }
  }

  @Test func `neither profile reads the other's body`() throws {
    let raw = try StrictJSON.encode(proof())
    let signed = try ProofAttempt().proof.json()
    #expect(throws: IdentityError(.malformed, "")) { try SignedIdentityProof(json: raw) }
    #expect(throws: IdentityError(.malformed, "")) { try RawIdentityProof(json: signed) }
    #expect(try SubmittedProof(json: raw) == .raw(proof(json: raw)))
    #expect(try SubmittedProof(json: signed) == .transcript(ProofAttempt().proof))
    #expect(try StrictJSON.decode(RawIdentityProof.self, from: raw) == proof(json: raw))
  }

  private func proof(json: [UInt8]) throws -> RawIdentityProof { try RawIdentityProof(json: json) }

  @Test func `a device never signs raw data that looks like a structure of this protocol`() throws {
    for text in ["collab/1 ", "collab/1 identity-proof\0", "collab/1 x"] {
      #expect(throws: IdentityError(.malformed, "")) {
        try RawIdentityProof(signing: Array(text.utf8), with: key, in: vectors.tree)
      }
    }
    _ = try RawIdentityProof(signing: Array("collab/1".utf8), with: key, in: vectors.tree)
    #expect(throws: IdentityError(.limitExceeded, "")) {
      try RawIdentityProof(
        signing: [UInt8](repeating: 0, count: 1025), with: key, in: vectors.tree)
    }
  }

  @Test func `a proof is signed only by a key of the identity`() throws {
    #expect(throws: IdentityError(.keyInvalid, "")) {
      try RawIdentityProof(signing: [1], with: SigningKey(), in: vectors.tree)
    }
    #expect(throws: IdentityError(.keyInvalid, "")) {
      try SignedIdentityProof(
        signing: [1], for: AccountLabel("bob"), with: SigningKey(), in: vectors.tree,
        audience: vectors.audience, collaborationID: vectors.collaborationID)
    }
  }
}
