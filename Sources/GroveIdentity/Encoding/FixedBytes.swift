/// A byte string whose length is part of its type, so that a root is never passed as an account.
///
/// On the wire it is base64url (protocol 2.6); as text for people it is lowercase hex.
public protocol FixedBytes: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// How many bytes there are.
  static var byteCount: Int { get }
  /// The value, always `byteCount` bytes unless `init(unchecked:)` was misused.
  var bytes: [UInt8] { get }
  /// Takes bytes whose number is known to be right, such as those a `ByteReader` has just counted;
  /// everything else goes through `init(_:)`, which checks it.
  init(unchecked bytes: [UInt8])
}

extension FixedBytes {
  /// All bytes at once; an array gives them to the hasher one by one, which took a twentieth of a relay's time.
  public func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// Takes bytes from outside.
  /// - Throws: `malformed` unless there are exactly `byteCount` bytes.
  public init(_ bytes: [UInt8]) throws(IdentityError) {
    guard bytes.count == Self.byteCount else {
      throw IdentityError(.malformed, "\(Self.self) takes exactly \(Self.byteCount) bytes")
    }
    self.init(unchecked: bytes)
  }

  /// Reads base64url.
  /// - Throws: `malformed` for another text or length.
  public init(from decoder: any Decoder) throws {
    try self.init(Base64URLBytes(from: decoder).bytes)
  }

  /// Writes base64url.
  public func encode(to encoder: any Encoder) throws {
    try Base64URLBytes(bytes).encode(to: encoder)
  }

  /// By the bytes as unsigned numbers, the first different one deciding: the order in which lists
  /// are sorted.
  public static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// All bytes zero: what the genesis statement carries for identifiers (protocol 3.4).
  public static var zero: Self { Self(unchecked: [UInt8](repeating: 0, count: byteCount)) }

  /// Fresh random bytes.
  public static func random(using generator: inout some RandomNumberGenerator) -> Self {
    Self(
      unchecked: (0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  /// The same from the system's generator.
  public static func random() -> Self {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// Lowercase hex, for people and logs; not the form that travels.
  public var description: String { Hex.encode(bytes) }
  /// The form used in paths and JSON.
  public var base64url: String { Base64URL.encode(bytes) }
}
