public import GroveIdentity

/// Deleting an account, in steps that are small enough not to hold up a server that runs. The first
/// one closes the account for good; each of the others may be repeated, and so may all of them after an
/// interruption.
public enum AccountDeletion {
  /// Documents or participations that one step takes.
  public static let perStep = 16

  /// Empties the account's row. Its label stays taken: entries in the documents of others name it, and
  /// must never come to mean somebody else. Its sign-in name, which names nothing, is free.
  /// - Parameter now: milliseconds since 1970.
  /// - Returns: the sessions that have ended; or `notFound`. Done before: none.
  public static func begin(
    _ label: AccountLabel, at now: UInt64, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<[SessionHash]>> {
    try outcome {
      var account = try reader.known(label)
      guard account.disabled?.isDeleted != true else { return Decision([]) }
      account.displayName = label.text
      account.password = nil
      account.disabled = AccountRecord.Disabled(at: now, reason: "", isDeleted: true)
      let (ended, changes) = try OperatorRules.closing(account, reading: reader)
      return Decision(ended, changes: changes + [.forgetTraces(label)])
    }
  }

  /// Deletes documents the account owns, as if it had done so itself: sharing ends for everybody, and
  /// the content is forgotten.
  /// - Returns: what was deleted; empty when none is left; or `conflict` before `begin`.
  public static func deleteDocuments(
    of label: AccountLabel, at now: UInt64, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<[Revocation]>> {
    try outcome {
      try begun(label, reader)
      var (revocations, changes): ([Revocation], [CollaborationChange]) = ([], [])
      for document in try reader.documents(
        ownedBy: label, kind: nil, after: nil, limit: perStep)
      {
        let (revocation, more) = try DocumentRules.deletion(
          of: document,
          sharedAs: document.collaborationID.flatMap { try reader.liveCollaboration($0) },
          at: now, reading: reader)
        revocations.append(revocation)
        changes += more
      }
      return Decision(revocations, changes: changes)
    }
  }

  /// Gives up what the account was granted, as if it had left (protocol 9.5): the identities stay, for
  /// another account of the same person, except those that no device holds.
  /// - Returns: the documents whose logs say so; nil when nothing is left; or `conflict` before
  ///   `begin`.
  public static func leave(
    _ label: AccountLabel, at now: UInt64, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<[DocumentID]?>> {
    try outcome {
      try begun(label, reader)
      let bindings = try reader.bindings(of: label, limit: perStep)
      guard !bindings.isEmpty else { return Decision(nil) }
      var changes: [CollaborationChange] = []
      var left: [DocumentID] = []
      for id in Set(bindings.map(\.collaborationID)) {
        let bindings = try reader.bindings(of: label, in: id)
        for binding in bindings {
          let identity = try reader.identity(binding.root, in: id)
          changes.append(
            identity?.origin.isHeldByNoDevice == true
              ? .removeIdentity(id, binding.root) : .removeBinding(id, binding.root))
        }
        guard let collaboration = try reader.liveCollaboration(id),
          let document = try reader.document(collaboration.documentID), document.deletedAt == nil
        else { continue }
        var log = LogWriter(document, by: label, at: now)
        log.append(.left(label))
        changes += log.changes
        if let newest = bindings.first {
          changes += try reader.telling(
            .removedCollaborator, about: newest.root, in: id, by: label, as: newest.root, at: now)
        }
        left.append(document.id)
      }
      return Decision(left, changes: changes)
    }
  }

  private static func begun(_ label: AccountLabel, _ reader: any CollaborationReader) throws {
    guard try reader.known(label).disabled?.isDeleted == true else {
      throw CollaborationRefusal.conflict
    }
  }
}
