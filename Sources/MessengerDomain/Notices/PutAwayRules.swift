package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// Notices of one document that its person has put away.
package struct PutAway: SharingRecord, Hashable {
  package static let kind = "put-away"
  package var collaboration: CollaborationKey
  /// By this device; the account's others were not told of them.
  package var untold: [NoticeID] = []
  /// By others, and they have not come here yet.
  package var awaited: [NoticeID] = []
  package var key: [UInt8] { collaboration.bytes }

  package init(collaboration: CollaborationKey) { self.collaboration = collaboration }
}

/// What a person puts away on one device, or with opening its document, goes away on all (protocol 12.9.1). Notices are
/// called by their identifiers, which all devices got alike: each has banners of its own, and clocks differ. Pure.
package enum PutAwayRules {
  /// Of one document, in a message and kept: the newest.
  package static let limit = NoticesPutAway.maximumNotices

  /// Why nothing is done with what a device tells. The raw values are stable.
  package enum Refusal: String, Hashable, Sendable {
    /// Only the account's own devices are believed.
    case notOwnAccount = "not_own_account"
    case removedDevice = "removed_device"
    case notNew = "not_new"
  }

  /// Notes banners that this device shows no more, because its person has seen them.
  ///
  /// - Returns: nothing where the account has no other device.
  package static func here(
    _ banners: [NoticeBanner], of collaboration: CollaborationKey, from device: DeviceID,
    of account: AccountID, in reader: any MessengerReader
  ) throws -> [SharingChange] {
    guard !banners.isEmpty,
      try OtherDevices.statement(of: account, besides: device, in: reader) != nil
    else { return [] }
    var known = try putAway(in: collaboration, reader)
    known.untold = joined(known.untold, banners.flatMap(\.newestNotices))
    return [try .put(known)]
  }

  /// What the account's other devices have to be told.
  package static func due(_ reader: any SharingReader) throws -> [PutAway] {
    try reader.records(PutAway.self).filter { !$0.untold.isEmpty }
  }

  /// Queues a message that tells them, in the change that notes it as told.
  ///
  /// - Returns: whether there was something to tell; then there may be more.
  package static func telling(
    of account: AccountID, messageID: MessageID, in reader: any MessengerReader
  ) throws -> SharingDecision<Bool> {
    let due = try due(reader).prefix(NoticesPutAway.maximum)
    guard !due.isEmpty,
      let conversation = try OtherDevices.conversation(of: account, in: reader)
    else { return SharingDecision(false) }
    let content = NoticesPutAway(
      documents: due.map {
        NoticesPutAway.Document(
          audience: $0.collaboration.audience, collaborationID: $0.collaboration.collaborationID,
          notices: $0.untold)
      })
    let told = try due.map { one in
      var one = one
      one.untold = []
      return try SharingChange.put(one)
    }
    var decision = SharingDecision(true, changes: told)
    decision.outgoing = [
      try SharingMessage(
        messageID: messageID, conversationID: conversation, content: content, to: [account])
    ]
    return decision
  }

  /// Another device of the account tells.
  package static func came(
    _ told: NoticesPutAway, from sender: AccountID, isFromRemovedDevice: Bool,
    myAccount: AccountID, reader: any SharingReader
  ) throws -> SharingDecision<Refusal?> {
    guard sender == myAccount else { return SharingDecision(.notOwnAccount) }
    guard !isFromRemovedDevice else { return SharingDecision(.removedDevice) }
    let changes = try told.documents.flatMap { document in
      let place = CollaborationKey(
        audience: document.audience, collaborationID: document.collaborationID)
      // Of what this device was not invited to nothing is shown.
      let isKnown = try !reader.records(ReceivedInvitation.self, prefix: place.bytes).isEmpty
      return isKnown ? try followed(document.notices, in: place, reader) : []
    }
    return SharingDecision(changes.isEmpty ? .notNew : nil, changes: changes)
  }

  /// Whether its person has seen a notice that comes only now.
  package static func wasPutAway(_ notice: Notice, _ reader: any SharingReader) throws -> Bool {
    let place = CollaborationKey(
      audience: notice.audience, collaborationID: notice.collaborationID)
    return try reader.record(PutAway.self, key: place.bytes)?.awaited.contains(notice.noticeID)
      ?? false
  }

  private static func followed(
    _ notices: [NoticeID], in place: CollaborationKey, _ reader: any SharingReader
  ) throws -> [SharingChange] {
    var changes: [SharingChange] = []
    let row = try reader.record(NoticeInbox.Ledger.self, key: place.bytes)
    let here = Set(row?.ledger.banners.flatMap(\.newestNotices) ?? [])
    var known = try putAway(in: place, reader)
    let later = notices.filter { !here.contains($0) && !known.awaited.contains($0) }
    if !later.isEmpty {
      known.awaited = joined(known.awaited, later)
      changes.append(try .put(known))
    }
    guard var row, !here.isDisjoint(with: notices) else { return changes }
    row.ledger.putAway(Set(notices))
    return changes + [try .put(row)]
  }

  private static func putAway(in place: CollaborationKey, _ reader: any SharingReader) throws
    -> PutAway
  {
    try reader.record(PutAway.self, key: place.bytes) ?? PutAway(collaboration: place)
  }

  /// Each once, the newest.
  private static func joined(_ known: [NoticeID], _ more: [NoticeID]) -> [NoticeID] {
    var seen = Set(known)
    return Array((known + more.filter { seen.insert($0).inserted }).suffix(limit))
  }
}
