/// The relay's rules, one extension per subject.
///
/// Each is a pure function: a command, the time and a reader in, a decision out. Refusals are thrown
/// inside as `RelayRefusal` and become values at one place, `decide`; only a `RelayStoreError`
/// leaves as an error.
public enum RelayRules {
  /// Turns a rule that throws its refusal into a decision.
  static func decide<Value: Sendable>(
    _ rule: () throws -> (Value, [RelayChange])
  ) throws -> RelayDecision<RelayOutcome<Value>> {
    do {
      let (value, changes) = try rule()
      return .done(value, changes)
    } catch let refusal as RelayRefusal {
      return .refused(refusal)
    }
  }
}

/// What a rule about `Value` answers.
public typealias RelayAnswer<Value: Sendable> = RelayDecision<RelayOutcome<Value>>
