public import GroveIdentity

/// What somebody signs in with to an account whose label nobody chose (protocol 8.9.6): a name or an address of theirs.
/// Others never see it, and nothing is signed over it.
public struct SignInName: Hashable, Sendable {
  /// The row's key. No account has it as its label.
  public var name: AccountLabel
  /// Has one such name at most.
  public var account: AccountLabel

  /// Made with the account's first password.
  public init(name: AccountLabel, account: AccountLabel) {
    self.name = name
    self.account = account
  }
}
