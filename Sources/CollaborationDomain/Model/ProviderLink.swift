public import GroveIdentity

/// A person as an OpenID Provider knows them: the two claims that together never become somebody else's
/// (OpenID Connect Core 1.0, section 5.7). Neither a name nor an e-mail address says who somebody is.
public struct ProviderIdentity: Hashable, Sendable {
  /// The provider's issuer identifier, compared as it is written.
  public let issuer: String
  /// Unique at the issuer, 1..255 ASCII characters.
  public let subject: String

  /// Made of a verified ID token, and by a store from its row.
  public init(issuer: String, subject: String) {
    self.issuer = issuer
    self.subject = subject
  }
}

/// That somebody signs in to an account through the provider.
public struct ProviderLink: Hashable, Sendable {
  /// The row's key: one identity leads to one account.
  public var identity: ProviderIdentity
  /// Has one link at most for each issuer.
  public var account: AccountLabel
  /// Milliseconds since 1970.
  public var linkedAt: UInt64

  /// Made at the first sign-in and when somebody links an account that is there.
  public init(identity: ProviderIdentity, account: AccountLabel, linkedAt: UInt64) {
    self.identity = identity
    self.account = account
    self.linkedAt = linkedAt
  }
}
