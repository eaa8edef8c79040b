/// Whether somebody is signed in.
public enum CKAccountStatus: Int, Hashable, Sendable {
  case couldNotDetermine = 0
  /// Somebody is, as far as is known here: the server may be out of reach.
  case available
  /// The server's operator has disabled the account.
  case restricted
  /// Nobody is, or the session has ended.
  case noAccount
  /// Never given here.
  case temporarilyUnavailable
}
