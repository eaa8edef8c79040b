public import GroveIdentity

/// `/.well-known/collab-keys.json`: the keys that sign notice attestations.
public struct CollaborationKeys: Hashable, Sendable, Codable {
  /// One key.
  public struct Key: Hashable, Sendable, Codable {
    public var keyID: String
    public var publicKey: PublicKey
    public var notAfter: DecimalUInt64?

    public init(keyID: String, publicKey: PublicKey, notAfter: DecimalUInt64? = nil) {
      self.keyID = keyID
      self.publicKey = publicKey
      self.notAfter = notAfter
    }
  }

  public var keys: [Key]

  public init(keys: [Key]) {
    self.keys = keys
  }
}
