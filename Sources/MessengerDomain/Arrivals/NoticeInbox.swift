package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// What becomes of a notice that arrives (protocol 12.4 to 12.7): pure.
package enum NoticeInbox {
  /// What was told about one collaboration, made quiet.
  package struct Ledger: SharingRecord, Hashable {
    package static let kind = "notice-ledger"
    package var collaboration: CollaborationKey
    package var ledger = NoticeLedger()
    package var key: [UInt8] { collaboration.bytes }
  }

  /// The keys an audience publishes for attestations.
  package struct PublishedKeys: SharingRecord, Hashable {
    package static let kind = "published-keys"
    /// Milliseconds for which what names a key that is not known waits for an audience that does not
    /// answer; then it is judged without.
    package static let patience: UInt64 = 3_600_000
    package var audience: Origin
    package var keys: [String: PublicKey]
    /// Milliseconds.
    package var fetchedAt: UInt64

    package init(audience: Origin, keys: [String: PublicKey], fetchedAt: UInt64) {
      self.audience = audience
      self.keys = keys
      self.fetchedAt = fetchedAt
    }
    package var key: [UInt8] { audience.bytes }
  }

  package enum Outcome: Hashable, Sendable {
    /// A banner opened, or one says more.
    case told(CollaborationKey, NoticeLedger.Receipt)
    case dropped(Reason)
    /// Fetch the audience's keys, then ask again.
    case keysNeeded(Origin)
  }

  /// Why nothing is shown.
  package enum Reason: Hashable, Sendable {
    case refused(NoticeRefusal)
    /// This person has no usable invitation to it.
    case noInvitation
    case senderNotMember
    /// Seen before, or taken back before it arrived.
    case notNew
  }

  /// - Parameter keysAreFresh: the keys were fetched since the notice arrived, or cannot be.
  package static func receive(
    _ notice: Notice, _ arrival: ContentArrival, myAccount: AccountID, keysAreFresh: Bool,
    reader: any SharingReader
  ) throws -> SharingDecision<Outcome> {
    guard arrival.senderIsMember else { return SharingDecision(.dropped(.senderNotMember)) }
    let key = CollaborationKey(
      audience: notice.audience, collaborationID: notice.collaborationID)
    let invitations = try reader.records(ReceivedInvitation.self, prefix: key.bytes)
    guard invitations.contains(where: { !$0.isRevoked }) else {
      return SharingDecision(.dropped(.noInvitation))
    }
    guard
      let members = try KnownParticipants(key, reader: reader).membership(of: arrival.sender)
    else { return SharingDecision(.dropped(.refused(.senderNotParticipant))) }
    let published = try reader.record(PublishedKeys.self, key: key.audience.bytes)?.keys ?? [:]
    if let attestation = notice.attestation, published[attestation.keyID] == nil, !keysAreFresh {
      return SharingDecision(.keysNeeded(key.audience))
    }
    let check = NoticeCheck(
      membership: members, myRoots: Set(invitations.map(\.root)), publishedKeys: published)
    switch check.judge(
      notice, from: arrival.sender, isFromRemovedDevice: arrival.isFromRemovedDevice)
    {
    case .failure(let refusal): return SharingDecision(.dropped(.refused(refusal)))
    case .success(let authenticity):
      let deed = DocumentRules.Deed(
        notice, isOwn: arrival.sender == myAccount, receivedAt: arrival.receivedAt)
      return try tell(notice, arrival, key, authenticity, reader) {
        authenticity == .attested ? try DocumentRules.told(deed, of: key, in: reader) : []
      }
    }
  }

  private static func tell(
    _ notice: Notice, _ arrival: ContentArrival, _ key: CollaborationKey,
    _ authenticity: NoticeAuthenticity, _ reader: any SharingReader,
    following: () throws -> [SharingChange]
  ) throws -> SharingDecision<Outcome> {
    var ledger = try reader.record(Ledger.self, key: key.bytes) ?? Ledger(collaboration: key)
    let receipt = ledger.ledger.receive(
      notice, from: arrival.sender,
      about: try KnownParticipants(key, reader: reader).subject(of: notice),
      device: arrival.senderDevice, authenticity: authenticity, at: arrival.receivedAt,
      // When it happened says nothing here: it is the word of its sender's clock.
      isSeen: try PutAwayRules.wasPutAway(notice, reader))
    guard receipt != .dropped else { return SharingDecision(.dropped(.notNew)) }
    return SharingDecision(.told(key, receipt), changes: [try .put(ledger)] + (try following()))
  }
}
