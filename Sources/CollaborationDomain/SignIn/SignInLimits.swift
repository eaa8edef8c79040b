/// How many attempts at a password are borne: `burst` at once, then one each `secondsEach`.
public struct SignInLimit: Hashable, Sendable {
  /// Attempts that are admitted at once, after a time without any.
  public var burst: Int
  /// Seconds after which one more is admitted.
  public var secondsEach: Int

  /// For a server that is configured otherwise, and for tests.
  public init(burst: Int, secondsEach: Int) {
    self.burst = burst
    self.secondsEach = secondsEach
  }
}

/// What attempts at passwords are counted under.
///
/// Whoever guesses must run out of attempts, and must not be able to use up those of the person whose
/// account it is. So a device on which somebody has signed in to the account before has attempts of its
/// own; strangers have few from one address; and all strangers together have so many that it takes
/// many addresses to use them up, and so few that the password stays out of their reach.
public struct SignInLimits: Hashable, Sendable {
  /// One address, whatever accounts it tries. Right passwords count: each costs the same work.
  public var address = SignInLimit(burst: 60, secondsEach: 2)
  /// One address and one account: 730 wrong passwords a day.
  public var accountAtAddress = SignInLimit(burst: 10, secondsEach: 120)
  /// One account from unknown devices, whatever their addresses: 2 980 wrong passwords a day.
  public var account = SignInLimit(burst: 100, secondsEach: 30)
  /// One known device of an account, whatever its address.
  public var device = SignInLimit(burst: 20, secondsEach: 10)
  /// Counts kept at one time, for strangers and for known devices apart.
  public var maximumCounts = 100_000

  /// The defaults of a server.
  public init() {}
}
