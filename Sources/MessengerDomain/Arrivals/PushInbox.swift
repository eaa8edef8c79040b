package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// What becomes of a notice that an app's server tells by itself (protocol 12.8): pure.
package enum PushInbox {
  /// A push that names a key of the audience that is not known yet. As it came: sealed to its address.
  package struct Pending: SharingRecord, Hashable {
    package static let kind = "pending-push"
    /// More are not kept: only a server that names keys it does not publish brings it that far.
    package static let limit = 64

    package var audience: Origin
    package var sequence: DecimalUInt64
    package var addressID: Base64URLBytes
    package var body: Base64URLBytes
    /// Milliseconds, by this device's clock.
    package var receivedAt: UInt64

    package var key: [UInt8] {
      var writer = ByteWriter()
      writer.u64(sequence.value)
      return writer.bytes
    }
  }

  package enum Outcome: Hashable, Sendable {
    /// A banner opened, or one says more.
    case told(CollaborationKey, NoticeLedger.Receipt)
    case dropped(Reason)
    /// Fetch the audience's keys, then ask again.
    case keysNeeded(Origin)
  }

  /// Why nothing is shown. The raw values are stable.
  package enum Reason: String, Hashable, Sendable {
    /// It came to no address of this device.
    case unknownAddress = "unknown_address"
    case doesNotOpen = "does_not_open"
    case otherCollaboration = "other_collaboration"
    /// The person does not want to be told.
    case noticesOff = "notices_off"
    /// The server does not vouch for it with a key it publishes.
    case attestationRequired = "attestation_required"
    case noInvitation = "no_invitation"
    /// Nobody here has the identity that the server names.
    case senderNotParticipant = "sender_not_participant"
    case notNew = "not_new"
  }

  /// It is a fact, told by the account whose identity the server names, or it is nothing.
  ///
  /// - Parameters:
  ///   - receivedAt: milliseconds, by this device's clock.
  ///   - keysAreFresh: the keys were fetched since it arrived, or cannot be.
  package static func receive(
    _ notice: Notice, at address: NoticeAddress, receivedAt: UInt64, keysAreFresh: Bool,
    reader: any SharingReader
  ) throws -> SharingDecision<Outcome> {
    let place = address.collaboration
    if let reason = try obstacle(to: notice, at: place, reader) {
      return SharingDecision(.dropped(reason))
    }
    guard let attestation = notice.attestation else {
      return SharingDecision(.dropped(.attestationRequired))
    }
    let published = try reader.record(
      NoticeInbox.PublishedKeys.self, key: place.audience.bytes)?.keys[attestation.keyID]
    if published == nil, !keysAreFresh { return SharingDecision(.keysNeeded(place.audience)) }
    guard let published, attestation.isValid(for: notice, publishedKey: published) else {
      return SharingDecision(.dropped(.attestationRequired))
    }
    let participants = try KnownParticipants(place, reader: reader)
    guard let account = participants.account(of: attestation.root) else {
      return SharingDecision(.dropped(.senderNotParticipant))
    }
    var ledger =
      try reader.record(NoticeInbox.Ledger.self, key: place.bytes)
      ?? NoticeInbox.Ledger(collaboration: place)
    // What the server tells is told by no device.
    let receipt = ledger.ledger.receive(
      notice, from: account, device: .zero, authenticity: .attested, at: receivedAt)
    guard receipt != .dropped else { return SharingDecision(.dropped(.notNew)) }
    return SharingDecision(.told(place, receipt), changes: [try .put(ledger)])
  }

  private static func obstacle(
    to notice: Notice, at place: CollaborationKey, _ reader: any SharingReader
  ) throws -> Reason? {
    let told = CollaborationKey(
      audience: notice.audience, collaborationID: notice.collaborationID)
    guard told == place else { return .otherCollaboration }
    guard try NoticeAddressRules.isWanted(by: place.audience, reader) else { return .noticesOff }
    guard notice.kind != nil, notice.attestation != nil else { return .attestationRequired }
    return try ReceivedInvitation.usable(place, reader).isEmpty ? .noInvitation : nil
  }
}

// MARK: The mailbox

extension InboxRules {
  /// A push that has been opened: what follows from it, and that the entry was read.
  ///
  /// - Parameter pushed: as it came, for when the audience's keys have to be fetched first.
  package func pushed(
    _ notice: Notice, at address: NoticeAddress, body: [UInt8],
    in reader: any MessengerReader
  ) throws -> MessengerDecision<Void> {
    guard try isNew(reader) else { return MessengerDecision([]) }
    let decision = try PushInbox.receive(
      notice, at: address, receivedAt: now, keysAreFresh: false, reader: reader)
    var changes = decision.changes
    switch decision.answer {
    case .told: break
    case .dropped(let reason): return try ignore(reason: reason.rawValue, in: reader)
    case .keysNeeded(let audience):
      guard try reader.records(PushInbox.Pending.self).count < PushInbox.Pending.limit else {
        return try ignore(
          reason: PushInbox.Reason.attestationRequired.rawValue, in: reader)
      }
      changes.append(
        try .put(
          PushInbox.Pending(
            audience: audience, sequence: DecimalUInt64(sequence), addressID: address.addressID,
            body: Base64URLBytes(body), receivedAt: now)))
    }
    return MessengerDecision(
      [.set(.mailboxPosition, sequence)] + changes.map(MessengerChange.sharing))
  }
}

extension PushInbox.Pending {
  /// What has waited, judged again.
  ///
  /// - Parameters:
  ///   - opened: nothing where it opens no more: its address has ended meanwhile.
  ///   - keysAreFresh: as for `PushInbox.receive`.
  package func judged(
    _ opened: Notice?, at address: NoticeAddress?, keysAreFresh: Bool,
    in reader: any MessengerReader
  ) throws -> [MessengerChange] {
    guard try reader.record(Self.self, key: key) != nil else { return [] }
    let settled = MessengerChange.sharing(.delete(self))
    func ignored(_ reason: PushInbox.Reason) -> [MessengerChange] {
      let event = IgnoredEvent(
        sequence: sequence.value, at: receivedAt, sender: nil, reason: reason.rawValue)
      return [.ignore(event), settled]
    }
    guard let address else { return ignored(.unknownAddress) }
    guard let opened else { return ignored(.doesNotOpen) }
    let decision = try PushInbox.receive(
      opened, at: address, receivedAt: receivedAt, keysAreFresh: keysAreFresh, reader: reader)
    switch decision.answer {
    case .keysNeeded: return []
    case .dropped(let reason): return ignored(reason)
    case .told: return decision.changes.map(MessengerChange.sharing) + [settled]
    }
  }
}
