public import GroveIdentity

/// Everything up to this sequence is safely stored on the device; the relay forgets it.
public struct AcknowledgeMailbox: Hashable, Sendable, Codable {
  /// A mailbox sequence; the entry of this number is forgotten too. Again is no change.
  public var upTo: DecimalUInt64

  /// Made by a device once it has stored what it read.
  public init(upTo: DecimalUInt64) {
    self.upTo = upTo
  }
}
