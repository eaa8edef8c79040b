public import GroveIdentity

/// What people sign in with to accounts whose labels nobody chose (protocol 8.9.6). Labels and sign-in names are one space:
/// what is the one is nowhere made the other, so that a name leads to one account.
public enum SignInNameRules {
  /// Which account is meant at the sign-in, and what its password is compared with: by a label, or by a sign-in name.
  /// As many look-ups whether there is such an account, such a name or neither.
  public static func account(meantBy name: AccountLabel, reading reader: any CollaborationReader)
    throws -> (label: AccountLabel, password: PasswordRecord?)
  {
    let label = try label(meantBy: name, reading: reader)
    return (label, try reader.account(label)?.password)
  }

  /// The label of the account that a sign-in name leads to; else the name, whether it is an account's label or nobody's.
  public static func label(meantBy name: AccountLabel, reading reader: any CollaborationReader)
    throws -> AccountLabel
  {
    try reader.signInName(name)?.account ?? name
  }

  /// What the account's person signs in with, where that is not the label. Only an account that a proof has made has one.
  public static func name(of account: AccountRecord, reading reader: any CollaborationReader)
    throws -> AccountLabel?
  {
    guard account.bornOf != nil, account.password != nil else { return nil }
    return try reader.signInName(of: account.account)?.name
  }
}

extension CollaborationReader {
  /// That nobody has this as a label or signs in with it, so that two people never land in one account.
  /// - Throws: `accountTaken`, also for what entries keep to themselves.
  func checkFree(_ name: AccountLabel) throws {
    guard !name.isKeptForEntries, try account(name) == nil, try signInName(name) == nil else {
      throw CollaborationRefusal.accountTaken
    }
  }
}
