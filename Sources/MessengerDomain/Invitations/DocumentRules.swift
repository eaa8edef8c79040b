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
    /// What it is called now.
    package var title: String?
    /// What its text begins with now: the app's server alone says so. Nil where nothing is said of it.
    package var firstLines: String?
    /// Milliseconds, not after it was heard of.
    package var at: UInt64
    /// This person did it.
    package var isOwn: Bool
    /// With this person everybody was removed.
    package var isEnd: Bool

    package init(
      _ notice: Notice, firstLines: String? = nil, isOwn: Bool, isEnd: Bool = false,
      receivedAt: UInt64
    ) {
      (kind, root, title) = (notice.kind, notice.root, notice.title)
      self.firstLines = firstLines
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
    let written = try written(deed, collaboration, reader)
    return switch deed.kind {
    case .renamed: written + (try renamed(deed, collaboration, reader))
    case .deleted: written + (try end(collaboration, .deleted, order: 0, reader))
    case .addedCollaborator: written + (try came(deed, collaboration, reader))
    case .removedCollaborator: written + (try went(deed, collaboration, reader))
    default: written
    }
  }

  /// The app asks for a proof: without having refused one it may have let this person in again, and who went comes
  /// back; once it has refused them all, there is nothing to open.
  package static func proofAsked(
    of collaboration: CollaborationKey, refused: Set<RootHash>, in reader: any SharingReader
  ) throws -> [SharingChange] {
    let usable = try ReceivedInvitation.usable(collaboration, reader)
    if let newest = usable.first, usable.allSatisfy({ refused.contains($0.root) }) {
      return try end(collaboration, .refused, order: newest.order, reader)
    }
    guard let told = try reader.record(ToldEnding.self, key: collaboration.bytes),
      told.how == .refused || told.how == .left
    else { return [] }
    return [.delete(told)]
  }

  /// Where nothing is said of the first lines they stay as they are.
  private static func written(
    _ deed: Deed, _ collaboration: CollaborationKey, _ reader: any SharingReader
  ) throws -> [SharingChange] {
    let known = try reader.record(ToldFirstLines.self, key: collaboration.bytes)
    guard let lines = deed.firstLines, known.map({ $0.at <= deed.at }) ?? true else { return [] }
    return [
      try .put(ToldFirstLines(collaboration: collaboration, firstLines: lines, at: deed.at))
    ]
  }

  private static func renamed(
    _ deed: Deed, _ collaboration: CollaborationKey, _ reader: any SharingReader
  ) throws -> [SharingChange] {
    let known = try reader.record(ToldTitle.self, key: collaboration.bytes)
    guard let title = deed.title, !title.isEmpty, known.map({ $0.at <= deed.at }) ?? true else {
      return []
    }
    let instead = try ReceivedInvitation.newest(of: collaboration, reader)?.title
    let told = ToldTitle(collaboration: collaboration, title: title, at: deed.at, instead: instead)
    return [try .put(told)] + (try called(title, collaboration, reader))
  }

  /// Who is invited from now on reads the present name.
  private static func called(
    _ title: String, _ collaboration: CollaborationKey, _ reader: any SharingReader
  ) throws -> [SharingChange] {
    try reader.records(SharedCollaboration.self).filter { $0.collaboration == collaboration }
      .map { shared in
        var shared = shared
        shared.title = title
        shared.metadata.title = title
        return try .put(shared)
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
  }

  private static func went(
    _ deed: Deed, _ collaboration: CollaborationKey, _ reader: any SharingReader
  ) throws -> [SharingChange] {
    guard let root = deed.root else { return [] }
    var gone =
      try reader.record(ToldGone.self, key: collaboration.bytes)
      ?? ToldGone(collaboration: collaboration, roots: [])
    var changes: [SharingChange] = []
    if !gone.roots.contains(root) {
      gone.roots = (gone.roots + [root]).suffix(ToldGone.limit)
      changes.append(try .put(gone))
    }
    // Whom it is about: nobody's invitation but this person's own is here.
    let mine = try reader.record(ReceivedInvitation.self, key: collaboration.bytes + root.bytes)
    guard let mine else { return changes }
    let how: DocumentState.Ending = deed.isEnd ? .stopped : deed.isOwn ? .left : .removed
    return changes + (try end(collaboration, how, order: mine.order, at: deed.at, reader))
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

extension ToldEnding {
  /// Whether the other one says more.
  fileprivate func gives(wayTo other: ToldEnding) -> Bool {
    if how == .deleted || other.how.isFinal { return how != .deleted }
    // That the server refuses says less than why.
    let isNewer = order < other.order || (order == other.order && other.how != .refused)
    return !how.isFinal && isNewer
  }
}
