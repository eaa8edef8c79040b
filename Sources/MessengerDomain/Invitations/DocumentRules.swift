package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// What a device is told of a document since it was shared, in notices that the app's server vouches for and by the
/// app itself: pure. What follows from it is `DocumentState`.
package enum DocumentRules {
  /// Something that has happened to a document.
  package struct Deed: Hashable, Sendable {
    /// Nil where a notice takes back what its sender told.
    package var kind: NoticeKind?
    /// Who came or went.
    package var root: RootHash?
    /// The identity of who did it, where the app's server says whose that is.
    package var actor: RootHash?
    /// What the app calls somebody whom no identity map knows: who came, else who did it.
    package var name: String?
    /// What it is called now.
    package var title: String?
    /// What its text begins with now: the app's server alone says so. Nil where nothing is said of it.
    package var firstLines: String?
    /// The same where one person is told of under several identities.
    package var noticeID: NoticeID?
    /// Milliseconds, not after it was heard of.
    package var at: UInt64
    /// This person did it.
    package var isOwn: Bool
    /// With this person everybody was removed.
    package var isEnd: Bool

    package init(
      _ notice: Notice, by actor: RootHash? = nil, named name: String? = nil,
      firstLines: String? = nil, isOwn: Bool, isEnd: Bool = false, receivedAt: UInt64
    ) {
      (kind, root, title) = (notice.kind, notice.root, notice.title)
      (self.actor, self.name, self.firstLines) = (actor, name, firstLines)
      noticeID = notice.noticeID
      at = min(notice.at, receivedAt)
      (self.isOwn, self.isEnd) = (isOwn, isEnd)
    }

    /// What this device's own app says.
    package init(_ post: NoticePost) {
      (kind, root, title, at) = (post.kind, post.mentionedRoot, post.title, post.at)
      (isOwn, isEnd) = (true, false)
    }
  }

  /// Somebody says so who can be believed about it.
  package static func told(
    _ deed: Deed, of collaboration: CollaborationKey, in reader: any SharingReader
  ) throws -> [SharingChange] {
    var shared = try reader.records(SharedCollaboration.self)
      .filter { $0.collaboration == collaboration }
    let written = try written(deed, collaboration, &shared, reader)
    let following =
      switch deed.kind {
      case .renamed: try renamed(deed, collaboration, &shared, reader)
      case .deleted: try end(collaboration, .deleted, order: 0, reader)
      case .addedCollaborator: try came(deed, collaboration, reader)
      case .removedCollaborator: try went(deed, collaboration, reader)
      default: [SharingChange]()
      }
    return written + following + (try WhoIsIn.noted(deed, collaboration, reader))
  }

  /// The app asks for a proof: without having refused one it may have let this person in again; once it has refused them
  /// all, there is nothing to open.
  package static func proofAsked(
    of collaboration: CollaborationKey, refused: Set<RootHash>, in reader: any SharingReader
  ) throws -> [SharingChange] {
    let usable = try ReceivedInvitation.usable(collaboration, reader)
    if let newest = usable.first, usable.allSatisfy({ refused.contains($0.root) }) {
      return try end(collaboration, .refused, order: newest.order, reader)
    }
    guard let told = try reader.record(ToldEnding.self, key: collaboration.bytes),
      told.how == .refused
    else { return [] }
    return [.delete(told)]
  }

  /// This device signs: who went comes back.
  package static func proofSigned(
    of collaboration: CollaborationKey, in reader: any SharingReader
  ) throws -> [SharingChange] {
    guard let told = try reader.record(ToldEnding.self, key: collaboration.bytes),
      told.how == .left
    else { return [] }
    return [.delete(told)]
  }

  /// Where nothing is said of the first lines they stay as they are.
  private static func written(
    _ deed: Deed, _ collaboration: CollaborationKey, _ shared: inout [SharedCollaboration],
    _ reader: any SharingReader
  ) throws -> [SharingChange] {
    let known = try reader.record(ToldFirstLines.self, key: collaboration.bytes)
    guard let lines = deed.firstLines, known.map({ $0.at <= deed.at }) ?? true else { return [] }
    let told = ToldFirstLines(collaboration: collaboration, firstLines: lines, at: deed.at)
    let isSame = known?.firstLines == lines
    return [try .put(told)] + (isSame ? [] : try shown(lines, &shared))
  }

  /// Who is invited from now on sees the present beginning.
  private static func shown(_ firstLines: String, _ shared: inout [SharedCollaboration]) throws
    -> [SharingChange]
  {
    var changes: [SharingChange] = []
    for place in shared.indices where shared[place].metadata.card != nil {
      shared[place].metadata.card?.firstLines = firstLines.isEmpty ? nil : firstLines
      changes.append(try .put(shared[place]))
    }
    return changes
  }

  private static func renamed(
    _ deed: Deed, _ collaboration: CollaborationKey, _ shared: inout [SharedCollaboration],
    _ reader: any SharingReader
  ) throws -> [SharingChange] {
    let known = try reader.record(ToldTitle.self, key: collaboration.bytes)
    guard let title = deed.title, !title.isEmpty, known.map({ $0.at <= deed.at }) ?? true else {
      return []
    }
    let instead = try ReceivedInvitation.newest(of: collaboration, reader)?.title
    let told = ToldTitle(collaboration: collaboration, title: title, at: deed.at, instead: instead)
    return [try .put(told)] + (try called(title, &shared))
  }

  /// Who is invited from now on reads the present name.
  private static func called(_ title: String, _ shared: inout [SharedCollaboration]) throws
    -> [SharingChange]
  {
    try shared.indices.map { place in
      shared[place].title = title
      shared[place].metadata.title = title
      return try .put(shared[place])
    }
  }

  private static func came(
    _ deed: Deed, _ collaboration: CollaborationKey, _ reader: any SharingReader
  ) throws -> [SharingChange] {
    guard let root = deed.root,
      var gone = try reader.record(ToldGone.self, key: collaboration.bytes),
      gone.roots.contains(root)
    else { return [] }
    gone.roots.removeAll { $0 == root }
    return [try .put(gone)]
      + (try ToldLeft.noted(root, hasLeft: false, of: collaboration, reader))
      + (try reopened(by: root, at: deed.at, collaboration, reader))
  }

  /// This person is in it again, by another of their devices or because its owner let them in.
  private static func reopened(
    by root: RootHash, at: UInt64, _ collaboration: CollaborationKey, _ reader: any SharingReader
  ) throws -> [SharingChange] {
    guard let told = try reader.record(ToldEnding.self, key: collaboration.bytes),
      !told.how.isFinal, told.at.map({ $0 <= at }) ?? true,
      try reader.record(ReceivedInvitation.self, key: collaboration.bytes + root.bytes) != nil
    else { return [] }
    return [.delete(told)]
  }

  private static func went(
    _ deed: Deed, _ collaboration: CollaborationKey, _ reader: any SharingReader
  ) throws -> [SharingChange] {
    guard let root = deed.root else { return [] }
    // Whom it is about: nobody's invitation but this person's own is here.
    let mine = try reader.record(ReceivedInvitation.self, key: collaboration.bytes + root.bytes)
    // Nobody tells this person any more who comes and goes: given it anew they are told who is there.
    let isLast = try reader.records(ReceivedInvitation.self, prefix: collaboration.bytes)
      .allSatisfy { $0.receivedAt <= deed.at }
    let beside = mine != nil && isLast ? try othersRoots(collaboration, reader) : []
    var changes = try ToldGone.noting(
      beside.filter { $0 != root } + [root], of: collaboration, reader)
    changes += try ToldLeft.noted(
      root, hasLeft: deed.actor == root, of: collaboration, reader)
    guard let mine else { return changes }
    // What is written in it afterwards nobody tells this person.
    let lines = try reader.record(ToldFirstLines.self, key: collaboration.bytes)
    if lines != nil || deed.firstLines != nil {
      changes.append(
        .delete(lines ?? ToldFirstLines(collaboration: collaboration, firstLines: "", at: 0)))
    }
    let how: DocumentState.Ending = deed.isEnd ? .stopped : deed.isOwn ? .left : .removed
    let order = try orderUntil(deed.at, of: collaboration, least: mine.order, reader)
    return changes + (try end(collaboration, how, order: order, at: deed.at, reader))
  }

  /// Of whom others have invited.
  private static func othersRoots(
    _ collaboration: CollaborationKey, _ reader: any SharingReader
  ) throws -> [RootHash] {
    let own = try reader.records(SharedCollaboration.self)
      .filter { $0.collaboration == collaboration }.flatMap(\.participants).map(\.root)
    return try KnownParticipants(collaboration, reader: reader).rootsOfInvited
      .filter { !own.contains($0) }
  }

  /// Whoever was out is given it anew, and their inviter names who may come: of these that is known again, but for who
  /// left by themselves.
  package static func namedAnew(
    _ roots: [RootHash], of collaboration: CollaborationKey, in reader: any SharingReader
  ) throws -> [SharingChange] {
    let told = try reader.record(ToldEnding.self, key: collaboration.bytes)
    guard let told, !told.how.isFinal,
      var gone = try reader.record(ToldGone.self, key: collaboration.bytes)
    else { return [] }
    let left = try reader.record(ToldLeft.self, key: collaboration.bytes)?.roots ?? []
    let rest = gone.roots.filter { left.contains($0) || !roots.contains($0) }
    guard rest.count < gone.roots.count else { return [] }
    gone.roots = rest
    return [try .put(gone)]
  }

  /// Who leaves gives up every invitation that they had by then, and who is taken out loses all (protocol 9.3.1).
  private static func orderUntil(
    _ time: UInt64, of collaboration: CollaborationKey, least: UInt64, _ reader: any SharingReader
  ) throws -> UInt64 {
    try reader.records(ReceivedInvitation.self, prefix: collaboration.bytes)
      .filter { $0.receivedAt <= time }.map(\.order).reduce(least, max)
  }

  private static func end(
    _ collaboration: CollaborationKey, _ how: DocumentState.Ending, order: UInt64,
    at: UInt64? = nil, _ reader: any SharingReader
  ) throws -> [SharingChange] {
    let told = ToldEnding(collaboration: collaboration, how: how, order: order, at: at)
    let known = try reader.record(ToldEnding.self, key: collaboration.bytes)
    if let known, !known.gives(wayTo: told) { return [] }
    return [try .put(told)]
  }
}

extension ToldLeft {
  /// Whose identity stands after they went.
  fileprivate static func noted(
    _ root: RootHash, hasLeft: Bool, of collaboration: CollaborationKey,
    _ reader: any SharingReader
  ) throws -> [SharingChange] {
    var left =
      try reader.record(ToldLeft.self, key: collaboration.bytes)
      ?? ToldLeft(collaboration: collaboration, roots: [])
    guard left.roots.contains(root) != hasLeft else { return [] }
    left.roots.removeAll { $0 == root }
    if hasLeft { left.roots = (left.roots + [root]).suffix(ToldGone.limit) }
    return [try .put(left)]
  }
}

extension ToldEnding {
  /// Whether the other one says more.
  fileprivate func gives(wayTo other: ToldEnding) -> Bool {
    if how == .deleted || other.how.isFinal { return how != .deleted }
    // That the server refuses says less than why.
    let isNewer = order < other.order || (order == other.order && other.how != .refused)
    return !how.isFinal && isNewer
  }
}
