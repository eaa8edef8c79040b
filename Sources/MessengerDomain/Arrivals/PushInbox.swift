package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// What becomes of a notice that an app's server tells by itself (protocol 12.8): pure.
package enum PushInbox {
  package enum Outcome: Hashable, Sendable {
    /// A banner opened, or one says more.
    case told(CollaborationKey, NoticeLedger.Receipt)
    case dropped(Reason)

    /// What is so, though nothing may be shown of it.
    package var isFact: Bool {
      switch self {
      case .told, .dropped(.ownAction), .dropped(.alreadySeen): true
      case .dropped: false
      }
    }
  }

  /// Milliseconds that a server's clock may be ahead of this device's: no mistake of it hides what happens much later.
  private static let clockTolerance: UInt64 = 300_000

  /// Why nothing is shown. The raw values are stable.
  package enum Reason: String, Hashable, Sendable {
    /// It came to no address of this device.
    case unknownAddress = "unknown_address"
    case doesNotOpen = "does_not_open"
    case otherCollaboration = "other_collaboration"
    /// The person does not want to be told.
    case noticesOff = "notices_off"
    /// The server does not vouch for it with the key it pushes with.
    case attestationRequired = "attestation_required"
    case noInvitation = "no_invitation"
    /// Nobody here has the identity that the server names.
    case senderNotParticipant = "sender_not_participant"
    /// It mentions somebody else.
    case rootNotMine = "root_not_mine"
    /// This person did it: nobody is told what they did themselves, but the document has changed.
    case ownAction = "own_action"
    /// Somebody was added or removed, and nobody says who.
    case nobodyNamed = "nobody_named"
    /// Who has proved a further identity was in the document before.
    case alreadyIn = "already_in"
    /// The person has seen what it tells of: they had the document open later, or put it away on another device.
    case alreadySeen = "already_seen"
    case notNew = "not_new"
  }

  /// It is a fact, told by the account whose identity the server names, or it is nothing. Of somebody who came by a
  /// knock no identity map knows: they have the name that the app gives them.
  ///
  /// - Parameter receivedAt: milliseconds, by this device's clock.
  package static func receive(
    _ pushed: PushedNotice, at address: NoticeAddress, receivedAt: UInt64, myAccount: AccountID,
    reader: any SharingReader
  ) throws -> SharingDecision<Outcome> {
    let (notice, place) = (pushed.notice, address.collaboration)
    if let reason = try obstacle(to: notice, at: address, reader) {
      let ended =
        reason == .noInvitation ? try awaitedEnded(pushed, at: address, reader) : []
      return SharingDecision(.dropped(reason), changes: ended)
    }
    let participants = try KnownParticipants(place, reader: reader)
    guard let actor = notice.attestation?.root else {
      return SharingDecision(.dropped(.attestationRequired))
    }
    let isOver = notice.kind == .deleted || (pushed.isEnd && notice.root != actor)
    let known = participants.holder(of: actor) ?? (isOver ? participants.onlyInviter : nil)
    let subject = participants.subject(of: notice, named: pushed.shownName)
    // The name of who came or went is not that of whose hand it was.
    let isOfOther = subject.map { $0.account == nil && $0.root != actor } ?? false
    let name = known == nil && !isOfOther ? pushed.shownName : nil
    guard known != nil || name != nil else {
      return SharingDecision(
        .dropped(.senderNotParticipant),
        changes: try WhoIsIn.toldUnder(actor, notice.noticeID, place, reader))
    }
    let account = known ?? AccountID(unchecked: actor.bytes)
    let isOwn = account == myAccount
    let deed = DocumentRules.Deed(
      notice, by: actor, named: pushed.shownName, firstLines: pushed.shownFirstLines,
      isOwn: isOwn, isEnd: pushed.isEnd, receivedAt: receivedAt)
    let following = try DocumentRules.told(deed, of: place, in: reader)
    guard !isOwn else {
      return SharingDecision(
        .dropped(.ownAction),
        changes: following + (try followingOwn(notice, place, reader, receivedAt: receivedAt)))
    }
    if let reason = try noNews(notice, by: account, of: subject, participants, reader) {
      return SharingDecision(.dropped(reason), changes: following)
    }
    var ledger =
      try reader.record(NoticeInbox.Ledger.self, key: place.bytes)
      ?? NoticeInbox.Ledger(collaboration: place)
    // What the server tells is told by no device.
    let receipt = ledger.ledger.receive(
      notice, from: account, named: name,
      about: subject, device: .zero, authenticity: .attested, at: receivedAt,
      isSeen: try wasSeen(notice, place, reader))
    guard receipt != .dropped else {
      return SharingDecision(
        .dropped(.notNew),
        changes: known == nil ? try WhoIsIn.toldUnder(actor, notice.noticeID, place, reader) : [])
    }
    if receipt != .seen, let kind = notice.kind, try ends(notice, place, reader) {
      ledger.putAway(until: .max, except: kind)
    }
    let outcome = receipt == .seen ? Outcome.dropped(.alreadySeen) : .told(place, receipt)
    return SharingDecision(outcome, changes: [try .put(ledger)] + following)
  }

  /// What this person did on another device puts news away here, too.
  private static func followingOwn(
    _ notice: Notice, _ place: CollaborationKey, _ reader: any SharingReader, receivedAt: UInt64
  ) throws -> [SharingChange] {
    if try ends(notice, place, reader) { return try newsPutAway(of: place, until: .max, reader) }
    guard try opens(notice, place, reader) else { return [] }
    let over = try newsPutAway(of: place, until: notice.at, reader)
    let (latest, overflow) = receivedAt.addingReportingOverflow(clockTolerance)
    let opened = ToldOpened(collaboration: place, at: overflow ? notice.at : min(notice.at, latest))
    let before = try reader.record(ToldOpened.self, key: place.bytes)?.at ?? 0
    return over + (opened.at > before ? [try .put(opened)] : [])
  }

  /// What happened before its document was last in front of this person, and comes only now, they have seen: both times
  /// are of the app's server. That it has ended for them they cannot have seen there.
  private static func wasSeen(
    _ notice: Notice, _ place: CollaborationKey, _ reader: any SharingReader
  ) throws -> Bool {
    if try PutAwayRules.wasPutAway(notice, reader) { return true }
    guard let opened = try reader.record(ToldOpened.self, key: place.bytes) else { return false }
    return try notice.at <= opened.at && !ends(notice, place, reader)
  }

  /// Who is in a document already does not come when they prove a further identity, and that somebody was added or
  /// removed tells nothing where nobody says who.
  private static func noNews(
    _ notice: Notice, by account: AccountID, of subject: NoticeBanner.Subject?,
    _ participants: KnownParticipants, _ reader: any SharingReader
  ) throws -> Reason? {
    guard notice.kind == .addedCollaborator || notice.kind == .removedCollaborator else {
      return nil
    }
    guard let root = notice.root else { return .nobodyNamed }
    guard notice.kind == .addedCollaborator, subject?.account == account else { return nil }
    let place = CollaborationKey(
      audience: notice.audience, collaborationID: notice.collaborationID)
    let gone = try reader.record(ToldGone.self, key: place.bytes)?.roots ?? []
    let came = try reader.record(ToldCame.self, key: place.bytes)?.people ?? []
    let isInviter = participants.records.contains { $0.inviter == account }
    let roots = Set(came.filter { $0.account == account }.map(\.root))
      .union(isInviter ? participants.roots(of: account) : [])
    return roots.subtracting(gone).subtracting([root]).isEmpty ? nil : .alreadyIn
  }

  /// Whether it is over here with that. Whose inviter has said so before, and taken the invitation back (12.3.1), is told
  /// it all the same: by whose hand.
  private static func ends(
    _ notice: Notice, _ place: CollaborationKey, _ reader: any SharingReader
  ) throws -> Bool {
    guard notice.kind == .removedCollaborator else { return notice.kind == .deleted }
    return try reader.records(ReceivedInvitation.self, prefix: place.bytes).contains {
      $0.root == notice.root
    }
  }

  /// Whether this person has it open, elsewhere.
  private static func opens(
    _ notice: Notice, _ place: CollaborationKey, _ reader: any SharingReader
  ) throws -> Bool {
    guard notice.kind == .addedCollaborator else { return false }
    return try ReceivedInvitation.usable(place, reader).contains { $0.root == notice.root }
  }

  /// Who has left a document or deleted it knows that, and what was told of it before is news no more. Nor is what was
  /// told until somebody opened it.
  private static func newsPutAway(
    of place: CollaborationKey, until time: UInt64, _ reader: any SharingReader
  ) throws -> [SharingChange] {
    guard var row = try reader.record(NoticeInbox.Ledger.self, key: place.bytes) else { return [] }
    return row.putAway(until: time) ? [try .put(row)] : []
  }

  /// A device that waits to be let into a document, and has no invitation to it, hears all the same that it has
  /// ended: then it waits no more (protocol 12.2.1).
  private static func awaitedEnded(
    _ pushed: PushedNotice, at address: NoticeAddress, _ reader: any SharingReader
  ) throws -> [SharingChange] {
    let notice = pushed.notice
    let isOver = notice.kind == .deleted || (notice.kind == .removedCollaborator && pushed.isEnd)
    guard isOver, let attestation = notice.attestation,
      let awaited = try reader.record(AwaitedDocument.self, key: address.collaboration.bytes),
      attestation.isValid(for: notice, publishedKey: address.serverKey)
    else { return [] }
    return [.delete(awaited)]
  }

  private static func obstacle(
    to notice: Notice, at address: NoticeAddress, _ reader: any SharingReader
  ) throws -> Reason? {
    let place = address.collaboration
    let told = CollaborationKey(
      audience: notice.audience, collaborationID: notice.collaborationID)
    guard told == place else { return .otherCollaboration }
    guard try NoticeAddressRules.isWanted(by: place.audience, reader) else { return .noticesOff }
    guard let kind = notice.kind, let attestation = notice.attestation,
      attestation.keyID == PushedNotice.keyID
    else { return .attestationRequired }
    let invitations = try ReceivedInvitation.usable(place, reader)
    if invitations.isEmpty {
      guard try ends(notice, place, reader),
        try ReceivedInvitation.newest(of: place, reader) != nil
      else { return .noInvitation }
    }
    guard attestation.isValid(for: notice, publishedKey: address.serverKey) else {
      return .attestationRequired
    }
    guard kind != .mention || invitations.contains(where: { $0.root == notice.root })
    else { return .rootNotMine }
    return nil
  }
}

extension NoticeInbox.Ledger {
  /// Of a document that has ended here nothing but that is news any more, and given again it begins anew.
  ///
  /// - Returns: whether there was anything.
  @discardableResult
  fileprivate mutating func putAway(until time: UInt64, except kind: NoticeKind? = nil) -> Bool {
    let over = ledger.banners.filter { $0.latestAt <= time && $0.kind != kind }
    for banner in over { ledger.dismiss(banner.id) }
    return !over.isEmpty
  }
}

// MARK: The mailbox

extension InboxRules {
  /// A push that has been opened: what follows from it, and that the entry was read.
  ///
  /// - Parameter operationID: a fresh one for each message that others are told with.
  package func pushed(
    _ notice: PushedNotice, at address: NoticeAddress, operationID: () -> RequestID,
    in reader: any MessengerReader
  ) throws -> MessengerDecision<Void> {
    guard try isNew(reader) else { return MessengerDecision([]) }
    var decision = try PushInbox.receive(
      notice, at: address, receivedAt: now, myAccount: myAccountID, reader: reader)
    if decision.answer.isFact {
      let telling = try TellInvited.telling(
        of: address.collaboration, since: notice, myAccount: myAccountID, in: reader)
      decision.changes += telling.changes
      decision.outgoing = telling.outgoing
    }
    let outbox = OutboxRules(myAccountID: myAccountID, myDeviceID: myDeviceID, now: now)
    let stored = try outbox.storing(decision, operationID: operationID, in: reader)
    guard case .dropped(let reason) = decision.answer else {
      return MessengerDecision([.set(.mailboxPosition, sequence)] + stored.changes)
    }
    return MessengerDecision(
      try ignore(reason: reason.rawValue, in: reader).changes + stored.changes)
  }
}
