public import GroveIdentity

/// Which collaboration: identifiers are chosen by servers, so only the pair with the audience
/// names one (protocol 2.7, 2.8).
public struct CollaborationKey: Hashable, Sendable, Codable, Comparable {
  /// The origin of the collaboration's link.
  public let audience: Origin
  /// Chosen by that origin's server, and unique there only.
  public let collaborationID: CollaborationID

  /// Both parts come from an invitation or from the app's answer to a start action.
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

  /// The order of the encoded bytes: the same on every device, and without meaning for people.
  public static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
