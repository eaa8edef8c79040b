public import GroveIdentity

/// The vectors' inputs that protocol 17.2 gives in words, as values of this package.
extension Vectors {
  /// The account, session and times of the vector challenge.
  public static let account = "bob@docs.example"
  public static let session = Array("sess-1".utf8)
  public static let issuedAt: UInt64 = 1_700_000_000_000
  public static let ttlSeconds: UInt16 = 120
  public static let epoch: UInt64 = 41
  public static let keyID: UInt8 = 7

  public var identitySeed: IdentitySeed { get throws { try IdentitySeed(seed.bytes) } }
  public var rootHash: RootHash { get throws { try RootHash(root.bytes) } }

  public var context: IdentityContext {
    get throws {
      IdentityContext(
        audience: audience, collaborationID: collaborationID,
        recipient: try AccountID(recipient.bytes))
    }
  }

  /// The identity of the three devices.
  public var tree: IdentityTree {
    get throws {
      try IdentityTree(
        bases: devices.map { try PublicKey($0.base.bytes) }, seed: identitySeed, context: context)
    }
  }

  public var binding: ChallengeBinding {
    get throws {
      ChallengeBinding(
        audience: audience, collaborationID: collaborationID,
        account: try AccountLabel(Self.account), session: Self.session)
    }
  }

  public var challengeKeys: ChallengeKeys {
    get throws {
      ChallengeKeys(
        current: try ChallengeKey(keyID: Self.keyID, secret: SecretBytes(challengeKey.bytes)))
    }
  }

  public var verifier: ProofVerifier { get throws { ProofVerifier(keys: try challengeKeys) } }
}
