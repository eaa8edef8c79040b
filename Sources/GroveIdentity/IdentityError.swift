/// Why bytes from outside could not become a value of this module.
///
/// Equality looks at the code only, so a test can write the error it expects. The context is a
/// fixed phrase naming the place; it never carries input bytes, so it is safe to show a stranger.
public struct IdentityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of problem it is. The raw value is stable.
  public enum Code: String, Sendable {
    /// The bytes do not have the one encoding that is allowed here (protocol 2).
    case malformed
    /// Not a 65-byte uncompressed point on P-256 (protocol 2.4).
    case keyInvalid = "key_invalid"
    /// A value outside its stated limit (protocol 18.5).
    case limitExceeded = "limit_exceeded"
    /// Two devices of one account lead to the same leaf or share a key (protocol 3.4, 5.3).
    case duplicateKey = "duplicate_key"
    /// The account has no device that takes part in collaborations (protocol 5.3).
    case noCollaborationDevice = "no_collaboration_device"
  }

  /// What programs decide by.
  public let code: Code
  /// A fixed phrase naming the place, never input.
  public let context: String

  /// - Parameter context: a fixed phrase naming the place, never input.
  public init(_ code: Code, _ context: String) {
    self.code = code
    self.context = context
  }

  /// By the code alone.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
  /// By the code alone, as equality is.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
  /// Code and phrase: safe to log and to show.
  public var description: String { "\(code.rawValue): \(context)" }
}
