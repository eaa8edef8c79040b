public import GroveIdentity

/// The calling account.
public struct AppAccount: Hashable, Sendable, Codable {
  /// What the account is called at its server; it is what challenges and proofs name.
  public var account: AccountLabel
  /// How other participants see the account, 1..128 bytes; its label where no name is known.
  public var displayName: String
  /// Whether somebody can sign in to it here with a password.
  public var hasPassword: Bool?
  /// Whether somebody can sign in to it through the OpenID Provider.
  public var isLinked: Bool?
  /// Whether a proof has made it, so that the person's devices enter it by proving again (protocol 8.9).
  public var isEnteredByProof: Bool?
  /// What its person signs in with, where that is not `account` (protocol 8.9.6). Nobody else is told.
  public var signInName: AccountLabel?

  /// What a server answers to `CollaborationRoutes.me`.
  public init(
    account: AccountLabel, displayName: String, hasPassword: Bool? = nil, isLinked: Bool? = nil,
    isEnteredByProof: Bool? = nil, signInName: AccountLabel? = nil
  ) {
    self.account = account
    self.displayName = displayName
    self.hasPassword = hasPassword
    self.isLinked = isLinked
    self.isEnteredByProof = isEnteredByProof
    self.signInName = signInName
  }
}
