import GroveIdentity
import GroveMessage
import GroveSystem

/// A document that was shared in several conversations with the same people: pure.
extension SharedCollaboration {
  /// The same document as this account shared it in other conversations.
  package func beside(_ reader: any SharingReader) throws -> [SharedCollaboration] {
    try reader.records(SharedCollaboration.self)
      .filter { $0.conversationID != conversationID && $0.collaboration == collaboration }
      .sorted { $0.conversationID < $1.conversationID }
  }

  /// Who of these has it by other conversations too, and by which.
  func elsewhere(of accounts: [AccountID], _ reader: any SharingReader) throws
    -> [AccountID: [ConversationID]]
  {
    let others = try beside(reader)
    var found: [AccountID: [ConversationID]] = [:]
    for account in accounts {
      let theirs = try others.filter { other in
        try other.accounts.contains(account)
          && ToldAccess(of: account, in: other, reader) != .removed
      }
      if !theirs.isEmpty { found[account] = theirs.map(\.conversationID) }
    }
    return found
  }

  /// Those of some identities that were given in other conversations.
  func goneBeside(_ roots: [RootHash], _ reader: any SharingReader) throws -> [RootHash] {
    let gone = Set(roots)
    return try beside(reader).flatMap(\.participants).map(\.root).filter(gone.contains)
  }

  /// Without those from whom it was taken: who is invited from now on is not told that they are in it.
  package func standing(_ reader: any SharingReader) throws -> SharedCollaboration {
    let left = Set(try reader.record(ToldLeft.self, key: collaboration.bytes)?.roots ?? [])
    let gone = try reader.record(ToldGone.self, key: collaboration.bytes)?.roots ?? []
    var standing = self
    standing.remove(gone.filter { !left.contains($0) })
    return standing
  }
}

extension ToldGone {
  /// What is kept once these identities are nobody's any more.
  static func noting(
    _ roots: [RootHash], of collaboration: CollaborationKey, _ reader: any SharingReader
  ) throws -> [SharingChange] {
    var gone =
      try reader.record(ToldGone.self, key: collaboration.bytes)
      ?? ToldGone(collaboration: collaboration, roots: [])
    let fresh = roots.filter { !gone.roots.contains($0) }
    guard !fresh.isEmpty else { return [] }
    gone.roots = (gone.roots + fresh).suffix(ToldGone.limit)
    return [try .put(gone)]
  }
}
