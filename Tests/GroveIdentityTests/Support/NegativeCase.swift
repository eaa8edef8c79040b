import GroveTesting
import Testing

@testable import GroveIdentity

/// The 35 cases of protocol 17.3, by their names, each with how it is made and what it must answer.
enum NegativeCase: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case valid
  case validNegatedS = "valid-negated-s"

  case otherAccount = "other-account"
  case otherSession = "other-session"
  case otherCollaboration = "other-collaboration"
  case otherAudience = "other-audience"
  case challengeMAC = "challenge-mac"
  case challengeTTLEdited = "challenge-ttl-edited"
  case challengeTruncated = "challenge-truncated"

  case expired
  case future
  case staleEpoch = "stale-epoch"

  case indexPlus32 = "index-plus-32"
  case indexNegative = "index-negative"
  case shortPath = "short-path"
  case longPath = "long-path"
  case emptyPath = "empty-path"
  case hash31Bytes = "hash-31-bytes"
  case hash33And31Shift = "hash-33-31-shift"

  case keyCompressed = "key-compressed"
  case keyRaw64 = "key-raw64"
  case keyHybrid = "key-hybrid"
  case keyOffCurve = "key-off-curve"

  case signature63 = "signature-63"
  case signatureDER = "signature-der"

  case indexSibling = "index-sibling"
  case pathSwapped = "path-swapped"
  case keyNegatedY = "key-negated-y"
  case otherDeviceKey = "other-device-key"
  case zeroSignature = "zero-signature"
  case rawChallengeSignature = "raw-challenge-signature"
  case signedForOtherAccount = "signed-for-other-account"
  case signedForOtherAudience = "signed-for-other-audience"
  case signedByOtherDevice = "signed-by-other-device"
  case outsiderSamePath = "outsider-same-path"

  var testDescription: String { rawValue }

  /// Nil where the proof is good.
  var answer: ProofRefusal? {
    switch self {
    case .valid, .validNegatedS: nil
    case .otherAccount, .otherSession, .otherCollaboration, .otherAudience, .challengeMAC,
      .challengeTTLEdited, .challengeTruncated:
      .challengeInvalid
    case .expired, .future: .challengeExpired
    case .staleEpoch: .challengeStale
    case .indexPlus32, .indexNegative, .shortPath, .longPath, .emptyPath, .hash31Bytes,
      .hash33And31Shift:
      .proofMalformed
    case .keyCompressed, .keyRaw64, .keyHybrid, .keyOffCurve: .keyInvalid
    case .signature63, .signatureDER: .signatureMalformed
    case .indexSibling, .pathSwapped, .keyNegatedY, .otherDeviceKey, .zeroSignature,
      .rawChallengeSignature, .signedForOtherAccount, .signedForOtherAudience,
      .signedByOtherDevice, .outsiderSamePath:
      .notVerified
    }
  }

  func attempt(version: UInt8 = Challenge.version) throws -> ProofAttempt {
    var attempt = try ProofAttempt(version: version)
    try changeRequest(&attempt)
    try changePath(&attempt.proof)
    try changeKey(&attempt)
    try changeSignature(&attempt)
    return attempt
  }

  private func changeRequest(_ attempt: inout ProofAttempt) throws {
    switch self {
    case .otherAccount: attempt.account = try AccountLabel("eve@docs.example")
    case .otherSession: attempt.session = Array("sess-2".utf8)
    case .otherCollaboration: attempt.collaborationID = try CollaborationID("doc-7f3b")
    case .otherAudience: attempt.audience = try Origin("https://other.example")
    case .challengeMAC: attempt.proof.challenge[67] ^= 1
    case .challengeTTLEdited: attempt.proof.challenge[11] = 121
    case .challengeTruncated: attempt.proof.challenge.removeLast()
    case .expired: attempt.now = Vectors.issuedAt + 120_000
    case .future: attempt.now = Vectors.issuedAt - 5001
    case .staleEpoch: attempt.activationEpoch = Vectors.epoch + 1
    default: break
    }
  }

  private func changePath(_ proof: inout SignedIdentityProof) throws {
    switch self {
    case .indexPlus32: proof.publicKeyIndex += 32
    case .indexNegative: proof.publicKeyIndex = -3
    case .shortPath: proof.inclusionHashes.removeLast()
    case .longPath: proof.inclusionHashes.append([UInt8](repeating: 1, count: 32))
    case .emptyPath: proof.inclusionHashes = []
    case .hash31Bytes: proof.inclusionHashes[1].removeLast()
    case .hash33And31Shift:
      proof.inclusionHashes[0].append(proof.inclusionHashes[1].removeFirst())
    case .indexSibling: proof.publicKeyIndex ^= 1
    case .pathSwapped: proof.inclusionHashes.swapAt(1, 2)
    default: break
    }
  }

  private func changeKey(_ attempt: inout ProofAttempt) throws {
    let key = attempt.proof.publicKey
    switch self {
    case .keyCompressed: attempt.proof.publicKey = [2 + (key[64] & 1)] + key[1...32]
    case .keyRaw64: attempt.proof.publicKey = Array(key[1...])
    case .keyHybrid: attempt.proof.publicKey[0] = 6 + (key[64] & 1)
    case .keyOffCurve: attempt.proof.publicKey[64] ^= 1
    case .keyNegatedY:
      let scalar = try attempt.deviceKey(2).exportScalar().exportBytes()
      let negated = try SigningKey(scalar: OpenSSLOracle().negated(scalar))
      attempt.proof.publicKey = negated.publicKey.bytes
      attempt.proof.signature = try attempt.signature(by: negated)
    case .otherDeviceKey: attempt.proof.publicKey = try attempt.deviceKey(1).publicKey.bytes
    default: break
    }
  }

  private func changeSignature(_ attempt: inout ProofAttempt) throws {
    let signature = attempt.proof.signature
    let own = try attempt.deviceKey(2)
    switch self {
    case .validNegatedS:
      let negated = try OpenSSLOracle().negated(Array(signature[32...]))
      attempt.proof.signature = signature[..<32] + negated
    case .signature63: attempt.proof.signature.removeLast()
    case .signatureDER: attempt.proof.signature = DER.encode(signature)
    case .zeroSignature: attempt.proof.signature = [UInt8](repeating: 0, count: 64)
    case .rawChallengeSignature: attempt.proof.signature = try own.sign(attempt.proof.challenge)
    case .signedForOtherAccount:
      attempt.proof.signature = try attempt.signature(
        by: own, account: AccountLabel("eve@docs.example"))
    case .signedForOtherAudience:
      attempt.proof.signature = try attempt.signature(
        by: own, audience: Origin("https://other.example"))
    case .signedByOtherDevice:
      attempt.proof.signature = try attempt.signature(by: attempt.deviceKey(1))
    case .outsiderSamePath:
      let outsider = SigningKey()
      attempt.proof.publicKey = outsider.publicKey.bytes
      let inclusion = try InclusionProof(
        index: attempt.proof.publicKeyIndex, hashes: attempt.proof.inclusionHashes)
      attempt.proof.signature = try attempt.signature(
        by: outsider, root: inclusion.root(for: outsider.publicKey))
    default: break
    }
  }
}
