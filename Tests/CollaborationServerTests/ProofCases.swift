import GroveClient
import GroveIdentity
import GroveWire
import Testing

/// One negative case of protocol 17.3.
struct ProofCase: Sendable, CustomTestStringConvertible {
  let name: String
  let code: ProblemCode
  let make: @Sendable (ProofScene) async throws -> [UInt8]
  var testDescription: String { "\(name) => \(code.rawValue)" }

  init(
    _ name: String, _ code: ProblemCode,
    _ make: @escaping @Sendable (ProofScene) async throws -> [UInt8]
  ) {
    self.name = name
    self.code = code
    self.make = make
  }

  /// A change to the proof after it was signed.
  init(
    _ name: String, _ code: ProblemCode,
    changing change: @escaping @Sendable (inout SignedIdentityProof) throws -> Void
  ) {
    self.init(name, code) { scene in
      var proof = scene.proof
      try change(&proof)
      return try proof.json()
    }
  }

  static let all = challenges + times + paths + keys + signatures + notVerified

  private static let challenges = [
    ProofCase("other-account", .challengeInvalid) { scene in
      let carol = try await scene.server.client("carol").challenge(for: scene.document.id)
      return try scene.identity.proof(carol, account: scene.challenge.account).json()
    },
    ProofCase("other-session", .challengeInvalid) { scene in
      let other = try await scene.server.client("bob", session: "other")
        .challenge(for: scene.document.id)
      return try scene.identity.proof(other).json()
    },
    ProofCase("other-collaboration", .challengeInvalid) { scene in
      let other = try await scene.bob.challenge(for: CollaborationID("another"))
      return try scene.identity.proof(other).json()
    },
    ProofCase("other-audience", .challengeInvalid) { scene in
      try scene.proof(issuing: { $0.audience = try Origin("https://evil.example") })
    },
    ProofCase("challenge-mac", .challengeInvalid, changing: { $0.challenge[67] ^= 1 }),
    ProofCase("challenge-ttl-edited", .challengeInvalid, changing: { $0.challenge[11] ^= 1 }),
    ProofCase("challenge-truncated", .challengeInvalid, changing: { $0.challenge.removeLast() }),
  ]

  private static let times = [
    ProofCase("expired", .challengeExpired) { scene in
      scene.server.clock.advance(120_000)
      return try scene.proof.json()
    },
    ProofCase("future", .challengeExpired) { scene in
      try scene.proof(issuing: { $0.at += 5001 })
    },
    ProofCase("stale-epoch", .challengeStale) { scene in
      try scene.proof(issuing: { $0.epoch -= 1 })
    },
  ]

  private static let paths = [
    ProofCase("index-plus-32", .proofMalformed, changing: { $0.publicKeyIndex += 32 }),
    ProofCase("index-negative", .proofMalformed, changing: { $0.publicKeyIndex = -1 }),
    ProofCase("short-path", .proofMalformed, changing: { $0.inclusionHashes.removeLast() }),
    ProofCase(
      "long-path", .proofMalformed,
      changing: { $0.inclusionHashes.append([UInt8](repeating: 0, count: 32)) }),
    ProofCase("empty-path", .proofMalformed, changing: { $0.inclusionHashes = [] }),
    ProofCase("hash-31-bytes", .proofMalformed, changing: { $0.inclusionHashes[0].removeLast() }),
    ProofCase(
      "hash-33-31-shift", .proofMalformed,
      changing: { proof in
        proof.inclusionHashes[0].append(proof.inclusionHashes[1].removeFirst())
      }),
  ]

  private static let keys = [
    ProofCase(
      "key-compressed", .keyInvalid,
      changing: { proof in
        proof.publicKey = [2 + (proof.publicKey[64] & 1)] + proof.publicKey[1...32]
      }),
    ProofCase("key-raw64", .keyInvalid, changing: { $0.publicKey.removeFirst() }),
    ProofCase(
      "key-hybrid", .keyInvalid, changing: { $0.publicKey[0] = 6 + ($0.publicKey[64] & 1) }),
    ProofCase("key-off-curve", .keyInvalid, changing: { $0.publicKey[64] ^= 1 }),
  ]

  private static let signatures = [
    ProofCase("signature-63", .signatureMalformed, changing: { $0.signature.removeLast() }),
    ProofCase(
      "signature-der", .signatureMalformed,
      changing: { proof in
        let halves = [proof.signature[..<32], proof.signature[32...]].map { half in
          let value = (half[half.startIndex] >= 0x80 ? [0] : []) + Array(half)
          return [0x02, UInt8(value.count)] + value
        }
        let body = halves.flatMap(\.self)
        proof.signature = [0x30, UInt8(body.count)] + body
      }),
  ]

  private static let notVerified = [
    ProofCase("index-sibling", .notVerified, changing: { $0.publicKeyIndex ^= 1 }),
    ProofCase("path-swapped", .notVerified, changing: { $0.inclusionHashes.swapAt(0, 1) }),
    ProofCase("zero-signature", .notVerified) { scene in
      try scene.proof { $0.signature = [UInt8](repeating: 0, count: 64) }
    },
    ProofCase("key-negated-y", .notVerified) { scene in
      try scene.proof {
        $0.publicKey = try $0.publicKey[..<33] + P256Field.minus($0.publicKey[33...])
      }
    },
    ProofCase("other-device-key", .notVerified) { scene in
      try scene.proof { $0.publicKey = scene.identity.keys[1].publicKey.bytes }
    },
    ProofCase("raw-challenge-signature", .notVerified) { scene in
      try scene.proof { $0.signature = try scene.identity.keys[0].sign($0.challenge) }
    },
    ProofCase("signed-for-other-account", .notVerified) { scene in
      let eve = try CollaborationTestServer.account("eve")
      return try scene.proof { $0.signature = try scene.resigned($0.challenge, account: eve) }
    },
    ProofCase("signed-for-other-audience", .notVerified) { scene in
      let other = try Origin("https://evil.example")
      return try scene.proof { $0.signature = try scene.resigned($0.challenge, audience: other) }
    },
    ProofCase("signed-by-other-device", .notVerified) { scene in
      try scene.proof { $0.signature = try scene.resigned($0.challenge, device: 1) }
    },
    ProofCase("outsider-same-path", .notVerified) { scene in
      let outsider = SigningKey()
      return try scene.proof { proof in
        proof.publicKey = outsider.publicKey.bytes
        let transcript = ProofTranscript(
          audience: scene.identity.audience, collaborationID: scene.document.id,
          account: scene.challenge.account, root: scene.identity.root,
          publicKey: outsider.publicKey, challenge: proof.challenge)
        proof.signature = try outsider.sign(transcript.encoded())
      }
    },
  ]
}
