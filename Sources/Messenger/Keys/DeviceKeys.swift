import GroveIdentity
import GroveMessage
import MessengerDomain

/// Everything secret a device has, and which account at which relay it belongs to (protocol 3.1).
struct DeviceKeys: Sendable, Redacted {
  let relay: Origin
  let accountID: AccountID
  /// Empty until the relay has told it.
  var handle: String
  let identityKey: SigningKey
  var baseKey: DiversificationBaseKey
  /// Replaced base keys: identities derived from them stay usable.
  var formerBaseKeys: [DiversificationBaseKey]
  /// The base key of a rotation that the relay may or may not have heard of.
  var nextBaseKey: DiversificationBaseKey?
  /// Oldest first; those that open nothing any more are deleted.
  var kemKeys: [KEMKeyPair]
  /// The greatest number ever taken: none is used twice (protocol 3.6).
  var lastKeyID: UInt32
  /// Seals what the local database keeps of secrets.
  let storageKey: SecretBytes

  init(
    relay: Origin, accountID: AccountID, handle: String, identityKey: SigningKey,
    baseKey: DiversificationBaseKey, formerBaseKeys: [DiversificationBaseKey] = [],
    nextBaseKey: DiversificationBaseKey? = nil, kemKeys: [KEMKeyPair], lastKeyID: UInt32,
    storageKey: SecretBytes
  ) {
    self.relay = relay
    self.accountID = accountID
    self.handle = handle
    self.identityKey = identityKey
    self.baseKey = baseKey
    self.formerBaseKeys = formerBaseKeys
    self.nextBaseKey = nextBaseKey
    self.kemKeys = kemKeys
    self.lastKeyID = lastKeyID
    self.storageKey = storageKey
  }

  var deviceID: DeviceID { DeviceID(identityKey: identityKey.publicKey) }

  func with(handle: String) -> DeviceKeys {
    var named = self
    named.handle = handle
    return named
  }

  /// What `EnvelopeOpener` looks keys up in.
  var openingKeys: [UInt32: KEMPrivateKey] {
    Dictionary(kemKeys.map { ($0.record.keyID, $0.privateKey) }) { first, _ in first }
  }

  /// The keys after `now`: a new pair where one is due, without those whose time is over.
  ///
  /// - Parameter drainedAt: the newest time at which the mailbox was read to its end.
  /// - Returns: nil where nothing changes.
  func rotated(at now: UInt64, drainedAt: UInt64?) throws -> DeviceKeys? {
    let round = KEMKeyRules.round(
      kemKeys.map(\.record), lastKeyID: lastKeyID, at: now, drainedAt: drainedAt)
    var next = self
    next.kemKeys.removeAll { round.forgotten.contains($0.record.keyID) }
    if let keyID = round.made {
      next.lastKeyID = keyID
      next.kemKeys.append(
        try KEMKeyPair.make(
          keyID: keyID, accountID: accountID, identityKey: identityKey, at: now))
    }
    let changed = next.lastKeyID != lastKeyID || next.kemKeys.count != kemKeys.count
    return changed ? next : nil
  }
}
