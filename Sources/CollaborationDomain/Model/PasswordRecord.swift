public import GroveIdentity

/// A password as it is kept: what scrypt (RFC 7914) made of it, with its own salt and cost, so that
/// the cost can be raised later without locking anybody out. Prints as nothing.
public struct PasswordRecord: Hashable, Sendable, Redacted {
  public var salt: [UInt8]
  /// scrypt's N, r and p.
  public var cost: UInt32
  public var blockSize: UInt32
  public var parallelism: UInt32
  public var hash: [UInt8]

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
