package import GroveIdentity

extension CausedEvent.Kind {
  /// Milliseconds: how long its author has to pause before it is told, and how long it waits at most.
  /// What comes in between joins it, so nobody makes this server tell faster than that.
  var delay: (pause: UInt64, longest: UInt64) {
    switch self {
    case .edit: (1000, 10_000)
    case .comment: (250, 2000)
    case .addedCollaborator, .removedCollaborator, .mention, .created, .deleted, .renamed, .moved:
      (0, 0)
    }
  }

  /// A document's name, and who is in it no more.
  fileprivate var isOnCards: Bool { self == .renamed || self == .removedCollaborator }
}

extension NoticeAction {
  /// Besides, who came in without an invitation: no messenger knows it otherwise.
  fileprivate var isOnCards: Bool {
    kind.isOnCards || (kind == .addedCollaborator && name != nil && namesSubject)
  }
}

/// What a transaction writes so that others are told of what happened in it (protocol 12.8). A few point
/// look-ups and one row, however many hear of it.
extension CollaborationReader {
  /// Nothing where nobody hears, and where the actor has bound no identity: nobody could check it.
  /// - Parameters:
  ///   - subject: the one who was added, removed or mentioned.
  ///   - root: the actor's identity, where it is bound in this very transaction.
  ///   - knocker: the subject's account, where it came by a knock or by the link.
  ///   - isEnd: everybody hears, the actor's own devices too: their cards show it.
  ///   - changesLines: the same holds, because the document's first lines are others.
  ///   - mentioned: who hears that they are mentioned in it.
  func telling(
    _ kind: CausedEvent.Kind, about subject: RootHash? = nil, in id: CollaborationID?,
    by account: AccountLabel, as root: RootHash? = nil, knocker: AccountLabel? = nil,
    isEnd: Bool = false, changesLines: Bool = false, mentioning mentioned: [RootHash] = [],
    at now: UInt64
  ) throws -> [CollaborationChange] {
    let isOnOwnCard = isEnd || changesLines || (kind == .addedCollaborator && knocker != nil)
    let other = isOnOwnCard ? nil : account
    guard let id, try isHeard(kind, about: subject, in: id, by: other) else { return [] }
    if var waiting = try noticeEvent(NoticeEvent.Key(id, account, kind, subject)) {
      waiting.join(mentioning: mentioned, at: now)
      waiting.changesLines = waiting.changesLines || changesLines
      return [.putNoticeEvent(waiting)]
    }
    guard let actor = try root ?? activeBindings(of: account, in: id).first?.root else { return [] }
    let action = NoticeAction(
      account: account, kind: kind, subject: subject, actorRoot: actor,
      name: try name(of: account, as: actor, kind, about: subject, knocker: knocker, isEnd: isEnd),
      at: now)
    return [
      .putNoticeEvent(
        NoticeEvent(
          collaborationID: id, action: action, firstAt: now, dueAt: now + kind.delay.pause,
          changesLines: changesLines, mentioned: Set(mentioned)))
    ]
  }

  /// What is written when an account has done something to a document whose content is kept elsewhere: that it may be
  /// attested, and what others are told.
  /// - Parameter title: what it is called from now on; nil: as before.
  package func noting(
    _ kind: CausedEvent.Kind, in id: DocumentID, title: String? = nil, by account: AccountLabel,
    at now: UInt64
  ) throws -> [CollaborationChange] {
    guard var document = try document(id), document.deletedAt == nil,
      let shared = document.collaborationID, try liveCollaboration(shared) != nil
    else { return [] }
    var changes: [CollaborationChange] = [
      .putCausedEvent(CausedEvent(documentID: id, account: account, kind: kind, at: now))
    ]
    if let title, title != document.title {
      document.title = title
      changes.append(.putDocument(document))
    }
    return try changes + telling(kind, in: shared, by: account, at: now)
  }

  /// The same for what ends a collaboration: everybody's address stays for this one notice. It must be
  /// written before the identities are removed.
  func tellingLast(
    _ kind: CausedEvent.Kind, in id: CollaborationID, by account: AccountLabel, at now: UInt64
  ) throws -> [CollaborationChange] {
    let told = try telling(kind, in: id, by: account, isEnd: true, at: now)
    return told.isEmpty
      ? []
      : [.keepLastAddresses(id)]
        + told.map { change in
          guard case .putNoticeEvent(var event) = change else { return change }
          event.isLast = true
          event.dueAt = now
          return .putNoticeEvent(event)
        }
  }

  /// Where whoever an identity belongs to hears: who has a document in several conversations is named by any of theirs, and
  /// their account has handed over one address.
  func address(reaching root: RootHash, in id: CollaborationID) throws -> NoticeAddress? {
    if let address = try noticeAddress(of: root, in: id) { return address }
    guard let account = try binding(of: root, in: id)?.account else { return nil }
    return try activeBindings(of: account, in: id).lazy
      .compactMap { try noticeAddress(of: $0.root, in: id) }.first
  }

  /// A mention, by the one it names; what cards show, by everybody, because the actor's own messenger has one
  /// too; anything else, by the others, or by everybody where there is no actor to leave out.
  private func isHeard(
    _ kind: CausedEvent.Kind, about subject: RootHash?, in id: CollaborationID,
    by account: AccountLabel?
  ) throws -> Bool {
    switch kind {
    case .mention:
      guard let subject, let address = try address(reaching: subject, in: id) else { return false }
      return address.account != account
    default:
      guard let account, !kind.isOnCards else {
        return try !noticeAddresses(in: id, after: nil, limit: 1, isLast: false).isEmpty
      }
      return try hasNoticeAddress(in: id, besides: account)
    }
  }

  /// How the app shows the one whom a reader may not know, because they came by a knock or are in none of the reader's
  /// conversations: who did it, or whom the owner let in. Whom the owner has added nobody knows here yet.
  private func name(
    of actor: AccountLabel, as root: RootHash, _ kind: CausedEvent.Kind, about subject: RootHash?,
    knocker: AccountLabel?, isEnd: Bool
  ) throws -> String? {
    if let knocker { return try account(knocker)?.displayName ?? knocker.text }
    let isOfOther = kind.isOfMembership && !isEnd && subject != root
    if let known = try account(actor) { return isOfOther ? nil : known.displayName }
    // Who comes in may be made in this very transaction: `NoticeRules.spread` looks.
    return isOfOther || kind == .addedCollaborator ? nil : actor.text
  }
}

extension NoticeEvent {
  /// Whether it is what one of the last addresses waits for: of several who go at once each hears by whose hand they went.
  func ends(_ address: NoticeAddress) -> Bool {
    guard action.kind == .removedCollaborator, let subject = action.subject else { return true }
    return address.root == subject
      || (subject == action.actorRoot && address.account == action.account)
  }

  /// Whether an address hears of it.
  func isFor(_ address: NoticeAddress) -> Bool {
    switch action.kind {
    // Only whoever is mentioned is asked about.
    case .mention: address.account != action.account
    case _ where action.isOnCards || changesLines: true
    default: address.account != action.account && !mentioned.contains(address.root)
    }
  }

  /// Another of its kind. Where some have been told already, telling begins anew.
  fileprivate mutating func join(mentioning others: [RootHash], at now: UInt64) {
    mentioned = noticeID == nil ? mentioned.intersection(others) : Set(others)
    if noticeID != nil { firstAt = now }
    let (pause, longest) = action.kind.delay
    action.at = max(action.at, now)
    dueAt = min(firstAt + longest, now + pause)
    noticeID = nil
    after = nil
    isLast = false
  }
}
