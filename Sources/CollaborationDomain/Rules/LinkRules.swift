public import GroveIdentity

/// Coming in by the link alone, where the owner has opened what is shared to whoever has it. The link is the authority
/// then; everywhere else it carries none (protocol 8).
public enum LinkRules {
  /// People who came in so, in one collaboration.
  public static let maximumByLink = 10_000

  /// What somebody may do who came in.
  public struct Entry: Hashable, Sendable {
    public var documentID: DocumentID
    public var access: DocumentAccess
    /// Whether nothing let the account in before.
    public var isNew: Bool
  }

  /// Lets the account in as whom no device stands for, like an accepted knock: the join of protocol 9.1 stays the one
  /// rule for access.
  /// - Parameter root: 32 random bytes; not used where the account has access already.
  /// - Returns: what it may do; or `notFound` where the link lets nobody in, leads nowhere or is no more;
  ///   `limitExceeded` where 10 000 came so.
  public static func enter(
    _ id: CollaborationID, root: RootHash, for call: Call, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<Entry>> {
    try outcome {
      let known = try reader.admitting(call)
      if let there = try there(id, for: call, reading: reader) { return Decision(there) }
      guard var collaboration = try reader.liveCollaboration(id),
        let access = collaboration.linkAccess,
        let document = try reader.document(collaboration.documentID), document.deletedAt == nil
      else { throw CollaborationRefusal.notFound }
      let present = try reader.countLinkIdentities(in: id, upTo: maximumByLink)
      guard present < maximumByLink else { throw CollaborationRefusal.limitExceeded }
      collaboration.epoch += 1
      var changes = known + entering(call.account, as: root, by: collaboration, at: call.now)
      if try reader.knock(by: call.account, in: id) != nil {
        changes.append(.removeKnock(id, call.account))
      }
      var log = LogWriter(document, by: call)
      log.append(.granted(call.account))
      changes += log.changes
      changes += try reader.telling(
        .addedCollaborator, about: root, in: id, by: call.account, as: root, knocker: call.account,
        at: call.now)
      return Decision(
        Entry(documentID: document.id, access: DocumentAccess(access), isNew: true),
        changes: changes)
    }
  }

  private static func there(
    _ id: CollaborationID, for call: Call, reading reader: any CollaborationReader
  ) throws -> Entry? {
    do {
      let accessible = try reader.accessibleDocument(of: call, in: id).0
      return Entry(documentID: accessible.document.id, access: accessible.access, isNew: false)
    } catch CollaborationRefusal.notFound {
      return nil
    }
  }

  private static func entering(
    _ account: AccountLabel, as root: RootHash, by collaboration: CollaborationRecord,
    at now: UInt64
  ) -> [CollaborationChange] {
    [
      .putCollaboration(collaboration),
      .insertIdentity(
        IdentityRecord(
          collaborationID: collaboration.id, root: root, activationEpoch: collaboration.epoch,
          addedBy: account, addedAt: now, origin: .link)),
      .putBinding(
        BindingRecord(
          collaborationID: collaboration.id, root: root, account: account,
          epoch: collaboration.epoch, boundAt: now)),
    ]
  }

  /// Opens a collaboration to whoever has its link, or closes it: everybody who came in so is out at once, and those
  /// who were invited stay.
  /// - Parameter collaboration: as it is to be, but for who is in it.
  /// - Returns: who has lost access, and what is written.
  package static func change(
    _ collaboration: CollaborationRecord, for call: Call, reading reader: any CollaborationReader
  ) throws -> (Revocation?, [CollaborationChange]) {
    guard collaboration.linkAccess == nil else { return (nil, [.putCollaboration(collaboration)]) }
    let gone = try reader.linkIdentities(in: collaboration.id, limit: maximumByLink)
    guard !gone.isEmpty, let document = try reader.document(collaboration.documentID),
      let update = IdentityRules.Update(add: [], remove: gone, replace: [], only: true)
    else { return (nil, [.putCollaboration(collaboration)]) }
    let accessible = AccessibleDocument(
      document: document, collaboration: collaboration, access: .owner)
    var membership = MembershipChange(collaboration, of: accessible, by: call)
    try membership.apply(update, reading: reader)
    let revocation = Revocation(
      documentID: document.id, epoch: membership.epoch, lost: .accounts(membership.lost))
    return (revocation, try membership.changes(reading: reader))
  }
}

extension DocumentAccess {
  init(_ access: SelectedShareOptions.Access) {
    self = access == .readWrite ? .readWrite : .readOnly
  }
}

extension CollaborationReader {
  /// What the participant may do: whoever was invited, or came by a knock, what the options say; whoever came by the
  /// link alone, what it lets them.
  func granted(_ account: AccountLabel, in collaboration: CollaborationRecord) throws
    -> DocumentAccess
  {
    let usual = DocumentAccess(collaboration.options.access)
    // Where nobody comes in by the link, nobody has: closing it has removed them.
    guard let byLink = collaboration.linkAccess else { return usual }
    for binding in try activeBindings(of: account, in: collaboration.id) {
      guard try identity(binding.root, in: collaboration.id)?.origin == .link else { return usual }
    }
    return DocumentAccess(byLink)
  }
}
