public import GroveIdentity

/// A challenge nonce that has led to a grant (protocol 9.1), kept until no challenge with it could
/// be current (9.8).
public struct NonceRecord: Hashable, Sendable {
  /// The row's key: a second insertion is refused.
  public var nonce: ChallengeNonce
  /// The identity it was consumed for; with `account`, what a retry must repeat (protocol 8.6).
  public var root: RootHash
  /// The account that was granted access.
  public var account: AccountLabel
  /// Milliseconds since 1970, `issuedAt + 305 s`: from then on it may be purged.
  public var expiresAt: UInt64

  /// Made by the grant that consumes the nonce.
  public init(nonce: ChallengeNonce, root: RootHash, account: AccountLabel, expiresAt: UInt64) {
    self.nonce = nonce
    self.root = root
    self.account = account
    self.expiresAt = expiresAt
  }
}
