public import GroveIdentity

extension NoticeRules {
  /// A notice with what is looked up when it is sent.
  public struct DueNotice: Hashable, Sendable {
    /// As it waits.
    public var notice: WaitingNotice
    /// The actor's identity now, or the one it had where it has none any more.
    public var actorRoot: RootHash
    /// Further identities of the actor's, `actorIdentities` in all: who was invited in several conversations has one in
    /// each, proved or not, and whoever is in one of them knows no other.
    public var otherActorRoots: [RootHash]
    /// Those by which who came or went by themselves did so: each is told as that of who is meant. Empty otherwise.
    public var ownRoots: Set<RootHash>
    /// The document's, at most 256 bytes; nil where the collaboration has ended, and for who was removed.
    public var title: String?
    /// The document's, as the last edit that named them has them; nil where no app did, where the collaboration has
    /// ended, and for who was removed.
    public var firstLines: String?
    /// It tells that sharing has ended for everybody, not that this one was removed.
    public var isEnd: Bool
    /// Nothing is told: the operator has disabled the account that would hear of it, or whoever it tells of as being in
    /// the document has gone again.
    public var isMuted: Bool
  }

  /// What is to be done now, and when to look again.
  public struct Survey: Hashable, Sendable {
    /// To be spread.
    public var events: [NoticeEvent.Key]
    /// To be sent: of each relay at most so many as are sent to it at a time.
    public var due: [DueNotice]
    /// Milliseconds since 1970: when the next one is due, after now; nil where none is.
    public var next: UInt64?
  }

  /// Looks what is due.
  /// - Parameters:
  ///   - perRelay: how many are sent to one relay at a time, those in `busy` among them.
  ///   - busy: what is being sent.
  public static func survey(
    at now: UInt64, perRelay: Int, busy: Set<WaitingNotice.Key>,
    reading reader: any CollaborationReader
  ) throws -> Survey {
    let due = try reader.noticeRelays(dueBy: now, limit: 1024).flatMap { relay in
      try reader.dueNotices(to: relay, at: now, limit: perRelay)
        .filter { !busy.contains($0.key) }
        .map { try prepared($0, reading: reader) }
    }
    return Survey(
      events: try reader.dueNoticeEvents(at: now, limit: 64).map(\.key), due: due,
      next: try reader.nextNoticeTime(after: now))
  }

  private static func prepared(_ notice: WaitingNotice, reading reader: any CollaborationReader)
    throws -> DueNotice
  {
    let id = notice.address.collaborationID
    let record = try reader.collaboration(id)
    let collaboration = record?.endedAt == nil ? record : nil
    let document = try collaboration.flatMap { try reader.document($0.documentID) }
    // What it is called after somebody was removed is not for them.
    let isGone =
      notice.action.kind == .removedCollaborator && notice.action.subject == notice.address.root
    // Under the identity of the address alone: whoever handed it over has proved that.
    let isOnOwnCard = isOfOtherOnOwnCard(notice)
    let roots =
      isOnOwnCard
      ? [notice.address.root] : try actorRoots(of: notice.action, in: id, reading: reader)
    let isLate =
      try isOnOwnCard && isGoneAgain(notice.action.subject, in: id, reading: reader)
    let shown = document.flatMap { $0.deletedAt == nil && !isGone ? $0 : nil }
    return DueNotice(
      notice: notice, actorRoot: roots[0], otherActorRoots: Array(roots.dropFirst()),
      ownRoots: try ownRoots(of: notice.action, in: id, reading: reader),
      title: shown.map { told($0.title) }, firstLines: shown?.firstLines,
      // Who was removed before does not learn that it ended afterwards.
      isEnd: isGone && record?.endedAt == notice.action.at,
      isMuted: try isLate || reader.account(notice.address.account)?.disabled != nil)
  }

  /// Whether it tells somebody, as their own doing, of another who is in the document.
  private static func isOfOtherOnOwnCard(_ notice: WaitingNotice) -> Bool {
    let action = notice.action
    return action.kind == .addedCollaborator && action.namesSubject
      && action.account == notice.address.account
  }

  private static func isGoneAgain(
    _ subject: RootHash?, in id: CollaborationID, reading reader: any CollaborationReader
  ) throws -> Bool {
    guard let subject else { return true }
    return try reader.theirs([subject], in: id)
      .allSatisfy { try reader.binding(of: $0, in: id) == nil }
  }

  /// Newest first; once the actor has none any more, the one it had when it happened. Then what else their person has,
  /// whether it was proved or not.
  private static func actorRoots(
    of action: NoticeAction, in id: CollaborationID, reading reader: any CollaborationReader
  ) throws -> [RootHash] {
    let roots = try reader.activeBindings(of: action.account, in: id).map(\.root)
    let known = roots.isEmpty ? [action.actorRoot] : Array(roots.prefix(actorIdentities))
    return Array(try reader.theirs(known, in: id).prefix(actorIdentities))
  }

  private static func ownRoots(
    of action: NoticeAction, in id: CollaborationID, reading reader: any CollaborationReader
  ) throws -> Set<RootHash> {
    guard action.kind.isOfMembership, action.subject == action.actorRoot else { return [] }
    return Set(try reader.theirs([action.actorRoot], in: id))
  }

  /// The beginning of a title, whole characters.
  private static func told(_ title: String) -> String {
    var bytes = 0
    return String(
      title.prefix { character in
        bytes += character.utf8.count
        return bytes <= maximumTitleBytes
      })
  }
}
