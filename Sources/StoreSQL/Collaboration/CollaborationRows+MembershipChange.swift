import CollaborationDomain
import GroveIdentity

extension CollaborationRows {
  func applyMembership(_ change: CollaborationChange) throws {
    switch change {
    case .putCollaboration(let record): try put(record)
    case .removeMembership(let id):
      // Bindings follow their identities.
      try run("DELETE FROM identity WHERE collaboration = ?", [id.text])
      try endNotices(of: id)
      try run("DELETE FROM knock WHERE collaboration = ?", [id.text])
    case .insertIdentity(let record): try insert(record)
    case .noteReplaced(let id, let root, inPlaceOf: let old):
      try run(
        "UPDATE identity SET replaced = ? WHERE collaboration = ? AND root = ?",
        [Stored.blob(old), id.text, Stored.blob(root)])
    case .notePerson(let id, let root, of: let person):
      try run(
        "UPDATE identity SET person = ? WHERE collaboration = ? AND root = ?",
        [Stored.blob(person), id.text, Stored.blob(root)])
    case .removeIdentity(let id, let root):
      try run(
        "DELETE FROM identity WHERE collaboration = ? AND root = ?", [id.text, Stored.blob(root)])
      try removeNoticeAddress(id, root)
    case .withdrawIdentity(let record):
      try run(
        Upserts.withdrawnIdentity,
        [record.collaborationID.text, Stored.blob(record.root), Stored.integer(record.expiresAt)])
    case .putBinding(let record): try put(record)
    case .removeBinding(let id, let root):
      try run(
        "DELETE FROM binding WHERE collaboration = ? AND root = ?", [id.text, Stored.blob(root)])
      try removeNoticeAddress(id, root)
    case .useNonce(let record):
      try run(
        "INSERT INTO usedNonce (nonce, root, account, expiresAt) VALUES (?, ?, ?, ?)",
        [
          Stored.blob(record.nonce), Stored.blob(record.root), record.account.text,
          Stored.integer(record.expiresAt),
        ])
    case .putKnock(let record): try put(record)
    case .removeKnock(let id, let account):
      try run(
        "DELETE FROM knock WHERE collaboration = ? AND account = ?", [id.text, account.text])
    case .putWaitingKnock(let record):
      try run(
        """
        INSERT INTO waitingKnock (collaboration, account, id, note, at) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (collaboration, account) DO NOTHING
        """,
        [
          record.collaborationID.text, record.account.text, Stored.blob(record.id), record.note,
          Stored.integer(record.at),
        ])
    case .removeWaitingKnock(let id, let account):
      try run(
        "DELETE FROM waitingKnock WHERE collaboration = ? AND account = ?",
        [id.text, account.text])
    default: try applyNotices(change)
    }
  }

  private func put(_ record: CollaborationRecord) throws {
    try run(
      """
      INSERT INTO collaboration (\(Columns.collaboration)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch, access = excluded.access,
        comments = excluded.comments, mentions = excluded.mentions,
        appSelection = excluded.appSelection, preparedAt = excluded.preparedAt,
        wasUsed = excluded.wasUsed, endedAt = excluded.endedAt,
        linkAccess = excluded.linkAccess
      """,
      [
        record.id.text, Stored.blob(record.documentID), Stored.integer(record.epoch),
        record.options.access.rawValue, record.options.allowsComments ? 1 : 0,
        record.options.allowsMentions ? 1 : 0, record.options.appSelection,
        Stored.integer(record.preparedAt), record.wasUsed ? 1 : 0, Stored.integer(record.endedAt),
        record.linkAccess?.rawValue,
      ])
  }

  private func insert(_ record: IdentityRecord) throws {
    try run(
      "INSERT INTO identity (\(Columns.identity)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      [
        record.collaborationID.text, Stored.blob(record.root),
        Stored.integer(record.activationEpoch), record.addedBy.text,
        Stored.integer(record.addedAt), record.origin.rawValue,
        record.replaced.map(Stored.blob), record.person.map(Stored.blob),
      ])
  }

  private func put(_ record: BindingRecord) throws {
    try run(
      Upserts.binding,
      [
        record.collaborationID.text, Stored.blob(record.root), record.account.text,
        Stored.integer(record.epoch), Stored.integer(record.boundAt),
      ])
  }

  private func put(_ record: KnockRecord) throws {
    try run(
      """
      INSERT INTO knock (\(Columns.knock)) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (collaboration, account) DO UPDATE SET id = excluded.id, note = excluded.note,
        at = excluded.at, ignoredAt = excluded.ignoredAt
      """,
      [
        Stored.blob(record.id), record.collaborationID.text, record.account.text, record.note,
        Stored.integer(record.at), Stored.integer(record.ignoredAt),
      ])
  }
}
