public import GroveIdentity

/// Knocking: asking the owner for access without an identity (design 5.2).
public enum KnockRules {
  /// Milliseconds during which somebody who was ignored is not shown again: 24 hours.
  public static let quietAfterIgnore: UInt64 = 24 * 3600 * 1000
  /// Open knocks kept and listed per collaboration; further ones are dropped.
  public static let maximumOpen = 1000

  /// Puts the request into the box, wherever it is for. The collaboration is not looked at, so that
  /// work, time and answer are the same for one that is there, one that never was or has ended, for
  /// its owner, for participants, and for who has knocked before: a stranger learns nothing.
  /// - Parameter id: fresh and random.
  public static func knock(
    _ collaborationID: CollaborationID, id: KnockID, note: String?, for call: Call,
    reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<Void>> {
    try outcome {
      let knock = KnockRecord(
        id: id, collaborationID: collaborationID, account: call.account, note: note, at: call.now)
      return Decision((), changes: try reader.admitting(call) + [.putWaitingKnock(knock)])
    }
  }

  /// Takes a request out of the box, and notes it if there is anybody to note it for.
  /// - Returns: the document whose owner should hear of it.
  public static func deliver(_ waiting: KnockRecord, reading reader: any CollaborationReader) throws
    -> Decision<DocumentID?>
  {
    let (id, account) = (waiting.collaborationID, waiting.account)
    // Another process may have been quicker.
    guard let knock = try reader.waitingKnock(by: account, in: id), knock == waiting else {
      return Decision(nil)
    }
    let taken = CollaborationChange.removeWaitingKnock(id, account)
    guard let collaboration = try reader.liveCollaboration(id),
      let document = try reader.document(collaboration.documentID), document.deletedAt == nil,
      document.owner != account, try !reader.hasAccess(account, to: id),
      try isNews(knock, reading: reader)
    else { return Decision(nil, changes: [taken]) }
    var log = LogWriter(document, by: account, at: knock.at)
    log.append(.knocked(account))
    return Decision(document.id, changes: [taken, .putKnock(knock)] + log.changes)
  }

  /// One open knock per account, none soon after being ignored, and not too many altogether.
  private static func isNews(_ knock: KnockRecord, reading reader: any CollaborationReader) throws
    -> Bool
  {
    let id = knock.collaborationID
    if let earlier = try reader.knock(by: knock.account, in: id) {
      guard let ignoredAt = earlier.ignoredAt else { return false }
      return knock.at >= ignoredAt && knock.at - ignoredAt >= quietAfterIgnore
    }
    return try reader.countOpenKnocks(in: id, upTo: maximumOpen) < maximumOpen
  }

  /// A page with how the accounts are shown.
  public struct Knocks: Hashable, Sendable {
    /// Oldest first; those that were ignored are left out.
    public var knocks: [KnockRecord]
    /// How the accounts on this page are shown.
    public var names: [AccountLabel: String]
    /// Where the next page goes on; nil at the end.
    public var next: ListCursor<KnockID>?
  }

  /// The open requests of a collaboration, oldest first.
  /// - Returns: the answer, or `forbidden` to participants.
  public static func list(
    _ id: CollaborationID, after place: ListCursor<KnockID>? = nil, limit: Int = 200,
    for call: Call, reading reader: any CollaborationReader
  ) throws -> Outcome<Knocks> {
    try outcome(looking: {
      _ = try reader.ownedDocument(of: call, in: id)
      let rows = try reader.openKnocks(in: id, after: place, limit: limit + 1)
      let page = Array(rows.prefix(limit))
      return Knocks(
        knocks: page, names: try reader.displayNames(of: page.map(\.account)),
        next: rows.count > limit ? page.last?.place : nil)
    })
  }

  /// Accepting inserts a fresh identity that no device holds and binds it to the account, so that
  /// the join stays the one rule for access. Ignoring tells the account nothing.
  /// - Parameter root: 32 random bytes.
  /// - Returns: the document whose log has grown, if it has; or `notFound` for another knock.
  public static func answer(
    _ id: KnockID, in collaborationID: CollaborationID, accept: Bool, root: RootHash,
    for call: Call, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<DocumentID>> {
    try outcome {
      let known = try reader.admitting(call)
      let (accessible, collaboration) = try reader.ownedDocument(of: call, in: collaborationID)
      guard var knock = try reader.knock(id, in: collaborationID), knock.ignoredAt == nil else {
        throw CollaborationRefusal.notFound
      }
      guard accept else {
        knock.ignoredAt = call.now
        return Decision(accessible.document.id, changes: known + [.putKnock(knock)])
      }
      var changes = known + [.removeKnock(collaborationID, knock.account)]
      if try !reader.hasAccess(knock.account, to: collaborationID) {
        changes += admitting(knock.account, as: root, to: collaboration, of: accessible, by: call)
        changes += try reader.telling(
          .addedCollaborator, about: root, in: collaborationID, by: call.account,
          knocker: knock.account, at: call.now)
      }
      return Decision(accessible.document.id, changes: changes)
    }
  }

  private static func admitting(
    _ account: AccountLabel, as root: RootHash, to collaboration: CollaborationRecord,
    of accessible: AccessibleDocument, by call: Call
  ) -> [CollaborationChange] {
    var collaboration = collaboration
    collaboration.epoch += 1
    collaboration.wasUsed = true
    var log = LogWriter(accessible.document, by: call)
    log.append(.granted(account))
    return [
      .putCollaboration(collaboration),
      .insertIdentity(
        IdentityRecord(
          collaborationID: collaboration.id, root: root, activationEpoch: collaboration.epoch,
          addedBy: call.account, addedAt: call.now, origin: .knock)),
      .putBinding(
        BindingRecord(
          collaborationID: collaboration.id, root: root, account: account,
          epoch: collaboration.epoch, boundAt: call.now)),
      .caused(.addedCollaborator, in: accessible.document.id, by: call),
    ] + log.changes
  }
}

extension CollaborationReader {
  /// How many ask for access, where this account may answer.
  func openKnocks(of accessible: AccessibleDocument) throws -> Int {
    guard accessible.isOwner, let id = accessible.collaboration?.id else { return 0 }
    return try countOpenKnocks(in: id, upTo: KnockRules.maximumOpen)
  }
}
