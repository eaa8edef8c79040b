/// What a sweep forgets.
public enum ExpiryRules {
  /// Milliseconds that emptied rows of ended collaborations and deleted documents stay: 24 hours.
  public static let endedFor: UInt64 = 24 * 3600 * 1000

  /// Used nonces past protocol 9.8, answers and sessions past their time, and what else has served.
  public static func purge(at now: UInt64) -> Decision<Void> {
    func ago(_ milliseconds: UInt64) -> UInt64 { now > milliseconds ? now - milliseconds : 0 }
    return Decision(
      (),
      changes: [
        .purge(
          ExpiryLimits(
            expiresAt: now, causedAt: ago(CausedEvent.attestableFor),
            ignoredAt: ago(KnockRules.quietAfterIgnore), endedAt: ago(endedFor)))
      ])
  }
}
