public import GroveMessage

/// Creates a relay account: a free handle, a genesis statement, and the first KEM key of the device
/// that signed it.
public struct SignUp: Hashable, Sendable, Codable {
  /// 1..64 characters of `a-z 0-9 . _ -`, unique at this relay, compared in lower case.
  public var handle: String
  /// What contacts see until they choose otherwise; 1..128 bytes, no control characters.
  public var name: String
  /// The genesis statement (protocol 3.4, 3.5).
  public var statement: SignedStatement
  /// The signing device's first KEM key (protocol 3.6).
  public var kemKey: SignedKEMKey

  /// Made by the first device of a new account.
  public init(handle: String, name: String, statement: SignedStatement, kemKey: SignedKEMKey) {
    self.handle = handle
    self.name = name
    self.statement = statement
    self.kemKey = kemKey
  }
}
