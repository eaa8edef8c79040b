public import GroveIdentity

/// The update is durable at this position.
public struct UpdateAppended: Hashable, Sendable, Codable {
  public var sequence: DecimalUInt64

  public init(sequence: DecimalUInt64) {
    self.sequence = sequence
  }
}
