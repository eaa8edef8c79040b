public import GroveIdentity

/// A challenge nonce that has led to a grant (protocol 9.1), kept until no challenge with it could
/// be current (9.8).
public struct NonceRecord: Hashable, Sendable {
  public var nonce: ChallengeNonce
  public var root: RootHash
  public var account: AccountLabel
  public var expiresAt: UInt64

  public init(nonce: ChallengeNonce, root: RootHash, account: AccountLabel, expiresAt: UInt64) {
    self.nonce = nonce
    self.root = root
    self.account = account
    self.expiresAt = expiresAt
  }
}
