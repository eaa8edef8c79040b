public import GroveIdentity

/// Which collaboration: identifiers are chosen by servers, so only the pair with the audience
/// names one (protocol 2.7, 2.8).
public struct CollaborationKey: Hashable, Sendable, Codable, Comparable {
  public let audience: Origin
  public let collaborationID: CollaborationID

  public init(audience: Origin, collaborationID: CollaborationID) {
    self.audience = audience
    self.collaborationID = collaborationID
  }

  /// `vec16(audience) || vec16(collaborationID)`: no pair is the beginning of another.
  package var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 128)
    writer.vec16(audience)
    writer.vec16(collaborationID)
    return writer.bytes
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
