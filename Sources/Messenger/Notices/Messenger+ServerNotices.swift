import GroveClient
public import GroveIdentity
import GroveMessage
public import GroveSystem
import GroveWire
import MessengerDomain

/// What apps' servers tell this device by themselves (protocol 12.8).
extension Messenger {
  public func noticeAddress(
    for collaborationID: CollaborationID, of origin: Origin, pushKey: PublicKey
  ) async throws(MessengerError) -> PushSubscription? {
    let place = CollaborationKey(audience: origin, collaborationID: collaborationID)
    switch try await look({ try NoticeAddressRules.standing(in: place, for: pushKey, $0) }) {
    case .refused: return nil
    case .given(let known): return try handed(known)
    case .wanted: break
    }
    let made = try await ask { relay throws(ClientError) in
      try await relay.makeNoticeAddress(for: pushKey)
    }
    let address = try address(made, in: place, for: pushKey)
    let kept = try await commitSharing { try NoticeAddressRules.keep(address, $0) }
    if kept != address { try? await endAtRelay(made.addressID) }
    return try kept.map(handed)
  }

  /// Whether an app's server may tell this account's devices. Once it may not, nothing that comes is shown; what was
  /// given out is ended at the relay and forgotten here, at once or when the relay is there again; the other devices are
  /// told.
  public func setServerNotices(_ isWanted: Bool, for audience: Origin) async throws(MessengerError)
  {
    let now = now
    try await commitSharing {
      try NoticeAddressRules.choose(isWanted, for: audience, at: now, $0)
    }
    _ = try await endAddresses()
  }

  /// Ends at the relay what the person wants no more.
  ///
  /// - Returns: false where something is left for a later round: the relay is away, or is not to be asked so much.
  func endAddresses() async throws(MessengerError) -> Bool {
    var isDone = true
    for address in try await look({ try NoticeAddressRules.ended($0) }) {
      do {
        try await endAtRelay(address.addressID)
        try await commitSharing { _ in SharingDecision((), changes: [.delete(address)]) }
      } catch {
        try Self.checkPasses(error)
        // Each would be waited for in vain, and somebody waits for this.
        guard !error.isTemporary else { return false }
        isDone = false
      }
    }
    return isDone
  }

  /// They are, unless somebody said no.
  public func hasServerNotices(of audience: Origin) async throws(MessengerError) -> Bool {
    try await look { try NoticeAddressRules.isWanted(by: audience, $0) }
  }

  /// What this device knows of addresses and choices and the account's other devices do not.
  func tellNoticeAddresses() async throws(MessengerError) {
    let (device, account, secrets) = (deviceID, accountID, collaborationInbox.seal)
    var isMore = true
    while isMore {
      let messageID = fresh(MessageID.self)
      isMore = try await commitSharing { reader in
        try NoticeAddressRules.telling(
          from: device, of: account, messageID: messageID,
          open: { try secrets.open($0, NoticeAddress.sealPurpose) }, in: reader)
      }
    }
  }

  /// Takes in what an app's server has told. What does not open, or is not what its address is for, is
  /// passed over with its reason.
  func take(_ pushed: NoticePushed, _ rules: InboxRules) async throws(MessengerError) {
    let address = try await look { try NoticeAddressRules.address(pushed.addressID, $0) }
    let notice = address.flatMap { opened(pushed.body.bytes, at: $0) }
    guard let address, let notice else {
      let reason: PushInbox.Reason = address == nil ? .unknownAddress : .doesNotOpen
      return try await commit { try rules.ignore(reason: reason.rawValue, in: $0) }
    }
    try await commit {
      try rules.pushed(notice, at: address, operationID: { self.fresh(RequestID.self) }, in: $0)
    }
  }

  private nonisolated func opened(_ body: [UInt8], at address: NoticeAddress) -> PushedNotice? {
    do {
      let (key, secret) = try keys(of: address)
      let plaintext = try PushMessage.open(body, with: key, secret: secret)
      let pushed = try StrictJSON.decode(PushedNotice.self, from: plaintext)
      try pushed.notice.checkLimits()
      return pushed
    } catch {
      return nil
    }
  }

  private nonisolated func address(
    _ made: NoticeAddressMade, in place: CollaborationKey, for serverKey: PublicKey
  ) throws(MessengerError) -> NoticeAddress {
    do {
      let key = try KEMPrivateKey()
      let (scalar, secret) = (key.exportScalar().exportBytes(), fresh(PushSecret.self))
      // What the other devices could not be told of is not kept.
      try NoticeAddresses.Address(
        audience: place.audience, collaborationID: place.collaborationID,
        addressID: made.addressID, endpoint: made.endpoint, serverKey: serverKey,
        p256dh: key.publicKey, privateKey: Base64URLBytes(scalar), auth: secret
      ).checkLimits()
      let sealed = try localSeal.seal(
        scalar + secret.bytes, purpose: NoticeAddress.sealPurpose, nonce: environment.random(12))
      return NoticeAddress(
        collaboration: place, addressID: made.addressID, endpoint: made.endpoint,
        serverKey: serverKey, publicKey: key.publicKey, sealedKeys: Base64URLBytes(sealed))
    } catch {
      throw Self.translated(error)
    }
  }

  private nonisolated func handed(_ address: NoticeAddress) throws(MessengerError)
    -> PushSubscription
  {
    do {
      return PushSubscription(
        endpoint: address.endpoint, p256dh: address.publicKey, auth: try keys(of: address).secret)
    } catch {
      throw Self.translated(error)
    }
  }

  private nonisolated func keys(of address: NoticeAddress) throws -> (
    key: KEMPrivateKey, secret: PushSecret
  ) {
    let kept = try localSeal.open(
      address.sealedKeys.bytes, purpose: NoticeAddress.sealPurpose
    ).exportBytes()
    return (
      try KEMPrivateKey(scalar: SecretBytes(Array(kept.prefix(32)))),
      try PushSecret(Array(kept.dropFirst(32)))
    )
  }

  /// One that has ended already is fine.
  private func endAtRelay(_ addressID: Base64URLBytes) async throws(MessengerError) {
    do {
      try await ask { relay throws(ClientError) in
        try await relay.endNoticeAddress(Base64URL.encode(addressID.bytes))
      }
    } catch  where error.problem == .notFound {
      return
    }
  }
}
