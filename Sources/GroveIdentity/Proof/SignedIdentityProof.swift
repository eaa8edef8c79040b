/// A profile 1 proof as it travels (protocol 8.4): a key, where it stands in the identity tree, and
/// its signature over the transcript.
///
/// Nothing in here has been checked: lengths, counts and the index may be anything, because the
/// verifier has to refuse each in its own row (8.4.1, 8.5). `ProofVerifier` is what makes it mean
/// something.
public struct SignedIdentityProof: Hashable, Sendable {
  /// A body may be this long (protocol 8.5 row 1).
  public static let maximumBodyBytes = 8 * 1024
  /// A challenge longer than this is never signed (protocol 8.3).
  public static let maximumChallengeBytes = 1024

  /// 65 bytes in a proof that verifies.
  public var publicKey: [UInt8]
  /// 0...31 in a proof that verifies. A JSON number that is no 64-bit integer reads as -1, which
  /// the verifier refuses like every other index outside the tree.
  public var publicKeyIndex: Int
  /// Five times 32 bytes, bottom-up, in a proof that verifies.
  public var inclusionHashes: [[UInt8]]
  /// The server's 68 bytes, opaque to everyone else.
  public var challenge: [UInt8]
  /// 64 bytes `r || s`.
  public var signature: [UInt8]

  /// For a proof that was received; nothing is checked.
  public init(
    publicKey: [UInt8], publicKeyIndex: Int, inclusionHashes: [[UInt8]], challenge: [UInt8],
    signature: [UInt8]
  ) {
    self.publicKey = publicKey
    self.publicKeyIndex = publicKeyIndex
    self.inclusionHashes = inclusionHashes
    self.challenge = challenge
    self.signature = signature
  }

  /// Signs a challenge. Audience and collaboration come from the invitation, never from whoever
  /// asks; the account is the one the person confirmed (protocol 8.3).
  ///
  /// - Parameters:
  ///   - key: the diversified key of this device.
  ///   - tree: the identity it is a leaf of.
  /// - Throws: `limitExceeded` for a challenge of more than 1024 bytes, `keyInvalid` where the key
  ///   is no leaf of the tree.
  public init(
    signing challenge: [UInt8], for account: AccountLabel, with key: SigningKey,
    in tree: IdentityTree, audience: Origin, collaborationID: CollaborationID
  ) throws {
    guard challenge.count <= Self.maximumChallengeBytes else {
      throw IdentityError(.limitExceeded, "a challenge is at most 1024 bytes")
    }
    guard let inclusion = tree.inclusionProof(for: key.publicKey) else {
      throw IdentityError(.keyInvalid, "the key is no leaf of the identity")
    }
    let transcript = ProofTranscript(
      audience: audience, collaborationID: collaborationID, account: account, root: tree.root,
      publicKey: key.publicKey, challenge: challenge)
    self.init(
      publicKey: key.publicKey.bytes, publicKeyIndex: inclusion.index,
      inclusionHashes: inclusion.hashes, challenge: challenge,
      signature: try key.sign(transcript.encoded()))
  }
}
