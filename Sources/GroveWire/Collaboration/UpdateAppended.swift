public import GroveIdentity

/// The update is durable at this position.
public struct UpdateAppended: Hashable, Sendable, Codable {
  /// Its place in the document's log; the first one where the update was repeated.
  public var sequence: DecimalUInt64

  /// What a server answers to `AppendUpdate`.
  public init(sequence: DecimalUInt64) {
    self.sequence = sequence
  }
}
