/// The answer to a command, with what the shell must do once it is committed.
public struct RelayOutcome<Value: Sendable>: Sendable {
  /// The answer, or the refusal, with which nothing has changed.
  public var result: Result<Value, RelayRefusal>
  /// Mailboxes that have new entries: their open streams read again.
  public var delivered: Set<DeviceAddress>
  /// Devices that no longer exist: their open streams end before the caller is answered.
  public var removed: Set<DeviceAddress>
  /// Devices whose person should hear of what has come, also where nothing of theirs is open.
  public var rung: Set<DeviceAddress>

  /// Rules make one by `decide`, which fills the first two sets from the changes.
  public init(
    _ result: Result<Value, RelayRefusal>, delivered: Set<DeviceAddress> = [],
    removed: Set<DeviceAddress> = [], rung: Set<DeviceAddress> = []
  ) {
    self.result = result
    self.delivered = delivered
    self.removed = removed
    self.rung = rung
  }
}

extension RelayDecision {
  /// Refused: nothing is written.
  static func refused<Value>(_ refusal: RelayRefusal) -> RelayDecision<RelayOutcome<Value>> {
    RelayDecision<RelayOutcome<Value>>(answer: RelayOutcome(.failure(refusal)))
  }

  /// Done. Whom to wake and whom to cut follows from the changes themselves.
  static func done<Value>(_ value: Value, _ changes: [RelayChange] = [])
    -> RelayDecision<RelayOutcome<Value>>
  {
    var outcome = RelayOutcome<Value>(.success(value))
    for change in changes {
      switch change {
      case .deliver(_, let recipients, _): outcome.delivered.formUnion(recipients)
      case .removeDevice(let address): outcome.removed.insert(address)
      default: break
      }
    }
    return RelayDecision<RelayOutcome<Value>>(changes, answer: outcome)
  }
}
