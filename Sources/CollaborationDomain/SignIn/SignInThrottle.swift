import GroveIdentity

/// Decides which attempts at passwords are looked at. A value: time comes in, a decision comes out.
public struct SignInThrottle: Sendable {
  private enum Key: Hashable, Sendable {
    case address(String)
    case accountAtAddress(AccountLabel, String)
    case account(AccountLabel)
    case device(AccountLabel, [UInt8])
  }

  private let limits: SignInLimits
  private var strangers: AttemptCounts<Key>
  /// Apart, so that a flood of strangers cannot fill the table under known devices.
  private var devices: AttemptCounts<Key>

  /// Begins without any attempt; kept in memory only, so a restart forgets the counts.
  public init(_ limits: SignInLimits) {
    self.limits = limits
    strangers = AttemptCounts(maximum: limits.maximumCounts)
    devices = AttemptCounts(maximum: limits.maximumCounts)
  }

  /// Counts an attempt under everything it falls under, or under nothing where one of them is used
  /// up: whoever has no attempts left at an account takes none from others.
  ///
  /// - Parameter now: milliseconds on a clock that does not go back.
  /// - Returns: nil, or the seconds to wait.
  public mutating func admit(_ attempt: SignInAttempt, now: UInt64) -> Int? {
    attempt.device == nil
      ? strangers.take(keys(attempt), now: now) : devices.take(keys(attempt), now: now)
  }

  /// Counts an attempt that another node has admitted, whatever is left here. So where one comes to several nodes before they
  /// have told each other, what was looked at too much is waited for afterwards.
  public mutating func heard(_ attempt: SignInAttempt, now: UInt64) {
    if attempt.device == nil {
      strangers.add(keys(attempt), now: now)
    } else {
      devices.add(keys(attempt), now: now)
    }
  }

  private func keys(_ attempt: SignInAttempt) -> [(key: Key, limit: SignInLimit)] {
    if let device = attempt.device {
      return [(.device(attempt.account, device), limits.device)]
    }
    return [
      (.address(attempt.address), limits.address),
      (.accountAtAddress(attempt.account, attempt.address), limits.accountAtAddress),
      (.account(attempt.account), limits.account),
    ]
  }

  /// The password was right, so the attempt was no guess: the account's strangers get it back.
  public mutating func succeeded(_ attempt: SignInAttempt, now: UInt64) {
    guard attempt.device == nil else { return }
    strangers.giveBack(
      .accountAtAddress(attempt.account, attempt.address), limits.accountAtAddress, now: now)
    strangers.giveBack(.account(attempt.account), limits.account, now: now)
  }
}
