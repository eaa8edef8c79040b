package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// Where an app's server tells this account about one collaboration (protocol 12.8). Every device of
/// the account knows it.
package struct NoticeAddress: SharingRecord, Hashable, Redacted {
  package static let kind = "push-subscription"
  package static let sealPurpose = "notice address"

  package var collaboration: CollaborationKey
  /// The relay's name for it.
  package var addressID: Base64URLBytes
  /// Where the server posts to.
  package var endpoint: String
  /// Who alone may.
  package var serverKey: PublicKey
  /// What is sealed to.
  package var publicKey: PublicKey
  /// That key's scalar and the 16 bytes `auth` of RFC 8291, sealed under the device's storage key.
  package var sealedKeys: Base64URLBytes
  /// The statement of the account's own list whose other devices were told of it; nil: none yet.
  package var toldSeq: UInt64?
  /// Another device told of it before anything was shared with this one, which was linked later therefore: who had
  /// come by then was told to the others only.
  package var isLater: Bool?

  /// Two devices may each have made one before they heard of the other's: both are kept.
  package var key: [UInt8] { collaboration.bytes + addressID.bytes }

  package init(
    collaboration: CollaborationKey, addressID: Base64URLBytes, endpoint: String,
    serverKey: PublicKey, publicKey: PublicKey, sealedKeys: Base64URLBytes, toldSeq: UInt64? = nil
  ) {
    self.collaboration = collaboration
    self.addressID = addressID
    self.endpoint = endpoint
    self.serverKey = serverKey
    self.publicKey = publicKey
    self.sealedKeys = sealedKeys
    self.toldSeq = toldSeq
  }

  fileprivate var name: String { Base64URL.encode(addressID.bytes) }
}

/// One that the person wants no more, until the relay has ended it. Each device ends what it had when the person chose on
/// it, and tells the others nothing of it.
package struct EndedNoticeAddress: SharingRecord, Hashable {
  package static let kind = "ended-push-subscription"
  package var addressID: Base64URLBytes
  package var key: [UInt8] { addressID.bytes }

  package init(addressID: Base64URLBytes) { self.addressID = addressID }
}

/// Whether the person wants an app's server to tell them; where there is none, they do. So a yes always stands for a no
/// before it.
package struct NoticeChoice: SharingRecord, Hashable {
  package static let kind = "notice-choice"
  package var audience: Origin
  package var isWanted: Bool
  /// Milliseconds, by the clock of the device it was chosen on.
  package var at: UInt64
  /// As of `NoticeAddress`.
  package var toldSeq: UInt64?
  package var key: [UInt8] { audience.bytes }
}

/// Which addresses a device knows and hands out, and what it tells the account's other devices of
/// them: pure.
package enum NoticeAddressRules {
  /// An account has no more at its relay.
  package static let limit = 1024
  /// The longest ones fit into a message: an identifier of 255 control characters is 1530 bytes of JSON.
  package static let perMessage = 16

  /// Whether an address is handed out to an app.
  package enum Standing: Hashable, Sendable {
    /// None: the person does not want it, takes no part, or has not let the app in.
    case refused
    /// The one that was made for this key of the server.
    case given(NoticeAddress)
    /// One has to be made at the relay, and kept.
    case wanted
  }

  /// The address something was pushed to.
  package static func address(_ id: Base64URLBytes, _ reader: any SharingReader) throws
    -> NoticeAddress?
  {
    try reader.records(NoticeAddress.self).first { $0.addressID == id }
  }

  package static func isWanted(by audience: Origin, _ reader: any SharingReader) throws -> Bool {
    try reader.record(NoticeChoice.self, key: audience.bytes)?.isWanted ?? true
  }

  /// Whether this device hears from its app's server what happens to a document.
  package static func isHeard(of place: CollaborationKey, _ reader: any SharingReader) throws
    -> Bool
  {
    guard try isWanted(by: place.audience, reader) else { return false }
    return try !reader.records(NoticeAddress.self, prefix: place.bytes).isEmpty
  }

  /// Whether this device hears who comes to a document and who goes, and has from the beginning: what it was told
  /// is all there is.
  package static func isTold(of place: CollaborationKey, _ reader: any SharingReader) throws -> Bool
  {
    guard try isWanted(by: place.audience, reader) else { return false }
    return try reader.records(NoticeAddress.self, prefix: place.bytes)
      .contains { $0.isLater != true }
  }

  package static func standing(
    in place: CollaborationKey, for serverKey: PublicKey, _ reader: any SharingReader
  ) throws -> Standing {
    guard try reader.record(ProofRules.ConfirmedAccount.self, key: place.audience.bytes) != nil,
      try !ReceivedInvitation.usable(place, reader).isEmpty
    else { return .refused }
    return try known(in: place, for: serverKey, reader)
  }

  /// The address of this collaboration for this key; where there are several, all devices hand out the
  /// same.
  package static func known(
    in place: CollaborationKey, for serverKey: PublicKey, _ reader: any SharingReader
  ) throws -> Standing {
    guard try isWanted(by: place.audience, reader) else { return .refused }
    let first = try reader.records(NoticeAddress.self, prefix: place.bytes)
      .filter { $0.serverKey == serverKey }.min { $0.name < $1.name }
    return first.map { .given($0) } ?? .wanted
  }

  /// Keeps an address that the relay has made. Where two were asked for at once, both are handed the one
  /// that is kept. Nothing can come any more to one for another key of the server.
  package static func keep(_ made: NoticeAddress, _ reader: any SharingReader) throws
    -> SharingDecision<NoticeAddress?>
  {
    switch try known(in: made.collaboration, for: made.serverKey, reader) {
    case .refused: return SharingDecision(nil)
    case .given(let known): return SharingDecision(known)
    case .wanted:
      let before = try reader.records(NoticeAddress.self, prefix: made.collaboration.bytes)
      return SharingDecision(made, changes: before.map { .delete($0) } + [try .put(made)])
    }
  }

  /// What was handed out is to be ended, with a no and with a yes after it: of an address that the server has already it
  /// does not tell anew who is there.
  package static func choose(
    _ isWanted: Bool, for audience: Origin, at now: UInt64, _ reader: any SharingReader
  ) throws -> SharingDecision<Void> {
    guard try Self.isWanted(by: audience, reader) != isWanted else { return SharingDecision(()) }
    let known = try reader.record(NoticeChoice.self, key: audience.bytes)
    // A clock that was set back must not let the earlier choice win on the other devices.
    let earlier = known?.at ?? 0
    let at = max(now, earlier < .max ? earlier + 1 : .max)
    let choice = NoticeChoice(audience: audience, isWanted: isWanted, at: at)
    let ended = try addresses(of: audience, reader).map {
      EndedNoticeAddress(addressID: $0.addressID)
    }
    return SharingDecision(
      (),
      changes: [try .put(choice)] + (try ended.map { try .put($0) })
        + (try forgetting(audience, reader)))
  }

  /// What the relay is still to end.
  package static func ended(_ reader: any SharingReader) throws -> [EndedNoticeAddress] {
    try reader.records(EndedNoticeAddress.self)
  }

  /// Nobody tells any more who comes and goes. With a new address the server tells who is there.
  private static func forgetting(_ audience: Origin, _ reader: any SharingReader) throws
    -> [SharingChange]
  {
    let came = try reader.records(ToldCame.self).filter { $0.collaboration.audience == audience }
    return try addresses(of: audience, reader).map { .delete($0) } + came.map { .delete($0) }
  }

  private static func addresses(of audience: Origin, _ reader: any SharingReader) throws
    -> [NoticeAddress]
  {
    try reader.records(NoticeAddress.self).filter { $0.collaboration.audience == audience }
  }
}

// MARK: The account's other devices

extension NoticeAddressRules {
  /// Why nothing is done with what a device tells of addresses. The raw values are stable.
  package enum Refusal: String, Hashable, Sendable {
    /// Only the account's own devices are believed.
    case notOwnAccount = "not_own_account"
    case removedDevice = "removed_device"
    case notNew = "not_new"
  }

  /// What is to be told, at most as much as one message takes.
  package struct Due: Hashable, Sendable {
    package var addresses: [NoticeAddress] = []
    package var choices: [NoticeChoice] = []
    package var isEmpty: Bool { addresses.isEmpty && choices.isEmpty }
  }

  /// What the account's other devices have not been told, as their list stands now.
  ///
  /// - Parameter seq: of the account's newest statement.
  package static func due(seq: UInt64, _ reader: any SharingReader) throws -> Due {
    let addresses = try reader.records(NoticeAddress.self)
      .filter { $0.toldSeq != seq }.sorted { $0.name < $1.name }
      .filter { try isWanted(by: $0.collaboration.audience, reader) }
    let choices = try reader.records(NoticeChoice.self).filter { $0.toldSeq != seq }
      .sorted { $0.audience.text < $1.audience.text }
    // A choice ends what was told before it, so all of them come first.
    return Due(
      addresses: choices.count > perMessage ? [] : Array(addresses.prefix(perMessage)),
      choices: Array(choices.prefix(perMessage)))
  }

  /// Queues a message that tells the other devices, in the change that notes them as told. It goes by the
  /// conversation in which something happened last.
  ///
  /// - Parameter open: opens what was sealed under the device's storage key.
  /// - Returns: whether there was something to tell; then there may be more.
  package static func telling(
    from device: DeviceID, of account: AccountID, messageID: MessageID,
    open: ([UInt8]) throws -> SecretBytes, in reader: any MessengerReader
  ) throws -> SharingDecision<Bool> {
    guard let newest = try OtherDevices.statement(of: account, besides: device, in: reader),
      let conversation = try OtherDevices.conversation(of: account, in: reader)
    else { return SharingDecision(false) }
    let due = try due(seq: newest.seq, reader)
    guard !due.isEmpty else { return SharingDecision(false) }
    let told = NoticeAddresses(
      addresses: try due.addresses.map { try $0.opened(by: open) },
      choices: due.choices.map {
        NoticeAddresses.Choice(audience: $0.audience, isWanted: $0.isWanted, at: $0.at)
      })
    var decision = try Self.told(due, seq: newest.seq, reader).answering(true)
    decision.outgoing = [
      SharingMessage(
        messageID: messageID, conversationID: conversation,
        type: .noticeAddresses, contents: [account: try told.encodedContent()])
    ]
    return decision
  }

  /// What was sent is not due any more, unless it has become another meanwhile.
  package static func told(_ sent: Due, seq: UInt64, _ reader: any SharingReader) throws
    -> SharingDecision<Void>
  {
    var changes: [SharingChange] = []
    for var address in sent.addresses
    where try reader.record(NoticeAddress.self, key: address.key) == address {
      address.toldSeq = seq
      changes.append(try .put(address))
    }
    for var choice in sent.choices
    where try reader.record(NoticeChoice.self, key: choice.key) == choice {
      choice.toldSeq = seq
      changes.append(try .put(choice))
    }
    return SharingDecision((), changes: changes)
  }

  /// What another device of the account tells.
  ///
  /// - Parameters:
  ///   - seq: of the account's newest statement: whoever tells this tells all devices of it.
  ///   - seal: seals a scalar and `auth` under the device's storage key.
  package static func shared(
    _ told: NoticeAddresses, by sender: AccountID, isFromRemovedDevice: Bool, myAccount: AccountID,
    seq: UInt64, seal: ([UInt8]) throws -> [UInt8], reader: any SharingReader
  ) throws -> SharingDecision<Refusal?> {
    guard sender == myAccount else { return SharingDecision(.notOwnAccount) }
    guard !isFromRemovedDevice else { return SharingDecision(.removedDevice) }
    var changes: [SharingChange] = []
    var unwanted = Set(
      try reader.records(NoticeChoice.self).filter { !$0.isWanted }.map(\.audience))
    for choice in told.choices
    where try choice.at.value > reader.record(NoticeChoice.self, key: choice.audience.bytes)?.at
      ?? 0
    {
      let kept = NoticeChoice(
        audience: choice.audience, isWanted: choice.isWanted, at: choice.at.value, toldSeq: seq)
      changes.append(try .put(kept))
      // A yes that is new here stands for a no that was not told.
      changes += try forgetting(choice.audience, reader)
      if choice.isWanted {
        unwanted.remove(choice.audience)
      } else {
        unwanted.insert(choice.audience)
      }
    }
    var known = Set(try reader.records(NoticeAddress.self).map(\.addressID))
    for address in told.addresses
    where known.count < limit && !unwanted.contains(address.audience) {
      guard known.insert(address.addressID).inserted else { continue }
      let sealed = try seal(address.privateKey.bytes + address.auth.bytes)
      var kept = NoticeAddress(address, sealedKeys: sealed, toldSeq: seq)
      let invited = try reader.records(ReceivedInvitation.self, prefix: kept.collaboration.bytes)
      if invited.isEmpty { kept.isLater = true }
      changes.append(try .put(kept))
    }
    return SharingDecision(changes.isEmpty ? .notNew : nil, changes: changes)
  }
}

extension NoticeAddress {
  fileprivate func opened(by open: ([UInt8]) throws -> SecretBytes) throws
    -> NoticeAddresses.Address
  {
    let keys = try open(sealedKeys.bytes).exportBytes()
    return NoticeAddresses.Address(
      audience: collaboration.audience, collaborationID: collaboration.collaborationID,
      addressID: addressID, endpoint: endpoint, serverKey: serverKey, p256dh: publicKey,
      privateKey: Base64URLBytes(Array(keys.prefix(32))),
      auth: try PushSecret(Array(keys.dropFirst(32))))
  }

  fileprivate init(_ told: NoticeAddresses.Address, sealedKeys: [UInt8], toldSeq: UInt64) {
    self.init(
      collaboration: CollaborationKey(
        audience: told.audience, collaborationID: told.collaborationID),
      addressID: told.addressID, endpoint: told.endpoint, serverKey: told.serverKey,
      publicKey: told.p256dh, sealedKeys: Base64URLBytes(sealedKeys), toldSeq: toldSeq)
  }
}
