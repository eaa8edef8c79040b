public import GroveIdentity

/// A password as it is kept: what scrypt (RFC 7914) made of it, with its own salt and cost, so that
/// the cost can be raised later without locking anybody out. Prints as nothing.
public struct PasswordRecord: Hashable, Sendable, Redacted {
  /// Random, one for each password.
  public var salt: [UInt8]
  /// scrypt's N: memory and time grow with it.
  public var cost: UInt32
  /// scrypt's r.
  public var blockSize: UInt32
  /// scrypt's p.
  public var parallelism: UInt32
  /// What scrypt made of the password; compared in constant time by the shell.
  public var hash: [UInt8]

  /// Made by the shell that runs scrypt; rules only compare whole records.
  public init(
    salt: [UInt8], cost: UInt32, blockSize: UInt32, parallelism: UInt32, hash: [UInt8]
  ) {
    self.salt = salt
    self.cost = cost
    self.blockSize = blockSize
    self.parallelism = parallelism
    self.hash = hash
  }
}
