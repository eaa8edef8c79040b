import GroveIdentity

/// The member `v` of every content: 1 is written, and nothing but 1 is read.
public struct ContentVersion: Hashable, Sendable, Codable {
  /// Version 1: there is no other.
  public init() {}

  /// Reads a JSON number.
  /// - Throws: `malformed` for any number but 1.
  public init(from decoder: any Decoder) throws {
    guard try decoder.singleValueContainer().decode(Int.self) == 1 else {
      throw IdentityError(.malformed, "content version")
    }
  }

  /// Writes the number 1.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(1)
  }
}
