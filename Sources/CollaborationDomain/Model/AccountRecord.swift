public import GroveIdentity

/// An app account this server has met: a local one with a password, or one that the app's own
/// backend acts for, without.
public struct AccountRecord: Hashable, Sendable {
  /// Unique at this server, compared as bytes.
  public var account: AccountLabel
  /// How others see the account, 1..128 bytes; a backend may change it with every request.
  public var displayName: String
  /// Nil for accounts that only a backend acts for: nobody can sign in to them here.
  public var password: PasswordRecord?
  /// Milliseconds since 1970.
  public var createdAt: UInt64
  /// Nil where nothing is the matter; else nobody signs in to it or acts for it.
  public var disabled: Disabled?
  /// The identity by whose proof the account was made, and may be entered again (protocol 8.9); nil for every other
  /// account, which no proof opens.
  public var bornOf: RootHash?

  /// Whether there is a way in beside the provider: a password, or the proof that made the account.
  public var hasEntryOfItsOwn: Bool { password != nil || bornOf != nil }

  /// What the server's operator has decided about an account. What it owns and what it was granted
  /// stays in the book, so that taking the decision back gives everything back.
  public struct Disabled: Hashable, Sendable {
    /// Milliseconds since 1970.
    public var at: UInt64
    /// The operator's own note, at most 512 bytes; told to nobody over the network.
    public var reason: String
    /// It does not come back: only its label is kept, so that nobody else appears under it.
    public var isDeleted: Bool

    /// Made by `OperatorRules` and `AccountDeletion`, and by a store from its row.
    public init(at: UInt64, reason: String, isDeleted: Bool = false) {
      self.at = at
      self.reason = reason
      self.isDeleted = isDeleted
    }
  }

  /// Made at registration, for an account that a backend names for the first time, and at an entry.
  public init(
    account: AccountLabel, displayName: String, password: PasswordRecord?, createdAt: UInt64,
    disabled: Disabled? = nil, bornOf: RootHash? = nil
  ) {
    self.account = account
    self.displayName = displayName
    self.password = password
    self.createdAt = createdAt
    self.disabled = disabled
    self.bornOf = bornOf
  }
}
