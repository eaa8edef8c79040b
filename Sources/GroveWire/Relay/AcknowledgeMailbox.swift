public import GroveIdentity

/// Everything up to this sequence is safely stored on the device; the relay forgets it.
public struct AcknowledgeMailbox: Hashable, Sendable, Codable {
  public var upTo: DecimalUInt64

  public init(upTo: DecimalUInt64) {
    self.upTo = upTo
  }
}
