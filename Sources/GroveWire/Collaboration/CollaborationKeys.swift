public import GroveIdentity

/// `/.well-known/collab-keys.json`: the keys that sign notice attestations, and the one that posts to
/// notice addresses.
public struct CollaborationKeys: Hashable, Sendable, Codable {
  /// One key.
  public struct Key: Hashable, Sendable, Codable {
    /// What an attestation names its key by.
    public var keyID: String
    /// The key a messenger verifies attestations with (ECDSA over P-256 with SHA-256).
    public var publicKey: PublicKey
    /// Milliseconds since 1970, from when on the key is not to be believed; nil where no end is
    /// set.
    public var notAfter: DecimalUInt64?

    /// A key as a server publishes it.
    public init(keyID: String, publicKey: PublicKey, notAfter: DecimalUInt64? = nil) {
      self.keyID = keyID
      self.publicKey = publicKey
      self.notAfter = notAfter
    }
  }

  /// All that are in force: a rotation adds one before it signs.
  public var keys: [Key]

  /// The key that alone may post to notice addresses made for this audience (protocol 12.8); nil where
  /// the server tells nothing by itself.
  public var pushKey: PublicKey?

  /// The whole document; anybody may read it.
  public init(keys: [Key], pushKey: PublicKey? = nil) {
    self.keys = keys
    self.pushKey = pushKey
  }
}
