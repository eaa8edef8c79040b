import GroveIdentity
import GroveMessage

extension DeviceKeys {
  /// The keys as JSON: exists only on the way into the key file and out of it.
  struct Stored: Codable, Redacted {
    struct KEM: Codable {
      var record: SignedKEMKey
      var scalar: Base64URLBytes
      var published: Bool
    }

    var relay: Origin
    var accountID: AccountID
    var handle: String
    var identityKey: Base64URLBytes
    var baseKey: Base64URLBytes
    var formerBaseKeys: [Base64URLBytes]
    var nextBaseKey: Base64URLBytes?
    var kemKeys: [KEM]
    var lastKeyID: UInt32
    var storageKey: Base64URLBytes
  }

  var stored: Stored {
    Stored(
      relay: relay, accountID: accountID, handle: handle,
      identityKey: Base64URLBytes(identityKey.exportScalar().exportBytes()),
      baseKey: Base64URLBytes(baseKey.exportScalar().exportBytes()),
      formerBaseKeys: formerBaseKeys.map {
        Base64URLBytes($0.exportScalar().exportBytes())
      },
      nextBaseKey: nextBaseKey.map { Base64URLBytes($0.exportScalar().exportBytes()) },
      kemKeys: kemKeys.map {
        Stored.KEM(
          record: $0.signed, scalar: Base64URLBytes($0.privateKey.exportScalar().exportBytes()),
          published: $0.isPublished)
      },
      lastKeyID: lastKeyID, storageKey: Base64URLBytes(storageKey.exportBytes()))
  }

  /// - Throws: where a member is no key.
  init(_ stored: Stored) throws {
    relay = stored.relay
    accountID = stored.accountID
    handle = stored.handle
    identityKey = try SigningKey(scalar: stored.identityKey.bytes)
    baseKey = try DiversificationBaseKey(scalar: stored.baseKey.bytes)
    formerBaseKeys = try stored.formerBaseKeys.map {
      try DiversificationBaseKey(scalar: $0.bytes)
    }
    nextBaseKey = try stored.nextBaseKey.map { try DiversificationBaseKey(scalar: $0.bytes) }
    kemKeys = try stored.kemKeys.map {
      KEMKeyPair(
        signed: $0.record, record: try KEMKeyRecord(encoded: $0.record.body.bytes),
        privateKey: try KEMPrivateKey(scalar: SecretBytes($0.scalar.bytes)),
        isPublished: $0.published)
    }
    lastKeyID = stored.lastKeyID
    guard stored.storageKey.bytes.count == 32 else {
      throw IdentityError(.malformed, "storage key")
    }
    storageKey = SecretBytes(stored.storageKey.bytes)
  }
}
