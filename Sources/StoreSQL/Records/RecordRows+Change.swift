import CollaborationDomain
import GroveIdentity
import RecordDomain

extension RecordRows {
  func apply(_ change: RecordChange) throws {
    switch change {
    case .collaboration(let change): try rows.apply(change)
    case .putUser(let user):
      try rows.run(
        """
        INSERT INTO recordUser (container, account, name, used) VALUES (?, ?, ?, ?)
        ON CONFLICT (container, account) DO UPDATE SET used = excluded.used
        """, [user.container.text, user.account.text, user.name.text, Stored.integer(user.used)])
    case .setClock(let container, let number):
      try rows.run(
        Upserts.clock, [container.text, Stored.integer(number)])
    case .putZone(let zone): try put(zone)
    case .forgetContent(let zone):
      for table in ["record", "recordOwner", "recordDeletion", "recordShare"] {
        try rows.run("DELETE FROM \(table) WHERE zone = ?", [Stored.blob(zone)])
      }
      try dropAssets(of: nil, in: zone)
      try dropValues(in: zone)
    case .putRecord(let record): try put(record)
    case .removeRecord(let name, let zone):
      try putValues(of: nil, instead: record(name, in: zone))
      try rows.run(
        "DELETE FROM record WHERE zone = ? AND name = ?", [Stored.blob(zone), name.text])
      try rows.run(
        "DELETE FROM recordOwner WHERE zone = ? AND name = ?", [Stored.blob(zone), name.text])
      try dropAssets(of: name, in: zone)
    case .putDeletion(let gone): try put(gone)
    case .forgetDeletions(let zone, let number):
      try rows.run(
        "DELETE FROM recordDeletion WHERE zone = ? AND changedAt <= ?",
        [Stored.blob(zone), Stored.integer(number)])
    case .removeZone(let zone):
      try rows.run("DELETE FROM recordZone WHERE id = ?", [Stored.blob(zone)])
    case .putShare(let share): try put(share)
    case .removeShare(let name, let zone):
      try rows.run(
        "DELETE FROM recordShare WHERE zone = ? AND name = ?", [Stored.blob(zone), name.text])
    case .asset(let change): try apply(change)
    }
  }

  private func put(_ zone: ZoneRecord) throws {
    try rows.run(
      """
      INSERT INTO recordZone (\(Columns.zone)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET changedAt = excluded.changedAt,
        forgottenUpTo = excluded.forgottenUpTo, size = excluded.size, ending = excluded.ending,
        endedAt = excluded.endedAt
      """,
      [
        Stored.blob(zone.id), zone.key.database.container.text, zone.key.database.owner?.text ?? "",
        zone.key.name.text, Stored.integer(zone.createdAt), Stored.integer(zone.changedAt),
        Stored.integer(zone.forgottenUpTo), Stored.integer(zone.size), zone.ending?.rawValue,
        Stored.integer(zone.endedAt),
      ])
  }

  private func put(_ record: StoredRecord) throws {
    let zone = Stored.blob(record.zone)
    // The values that it had: a change of one field leaves the rows of the others.
    try putValues(of: record, instead: self.record(record.name, in: record.zone))
    try rows.run(
      Upserts.record,
      [
        zone, record.name.text, record.type.text,
        Stored.blob(try FieldCoding.encode(record.fields)), record.parent?.text,
        record.ownShare?.text, record.coveringShare?.text, Stored.integer(record.changedAt),
        Stored.integer(record.modification), record.creator.text, Stored.integer(record.createdAt),
        record.modifier.text, Stored.integer(record.modifiedAt),
      ])
    try rows.run("DELETE FROM recordOwner WHERE zone = ? AND name = ?", [zone, record.name.text])
    for owner in record.owners {
      try rows.run(
        "INSERT INTO recordOwner (zone, owner, name) VALUES (?, ?, ?)",
        [zone, owner.text, record.name.text])
    }
    try putAssets(of: record)
    try rows.run(
      "DELETE FROM recordDeletion WHERE zone = ? AND name = ? AND leftShare = ''",
      [zone, record.name.text])
  }

  private func put(_ gone: RecordDeletion) throws {
    try rows.run(
      Upserts.deletion,
      [
        Stored.blob(gone.zone), gone.name.text, gone.leftShare?.text ?? "", gone.type.text,
        Stored.integer(gone.changedAt), gone.coveringShare?.text, Stored.integer(gone.at),
      ])
  }

  private func put(_ share: RecordShare) throws {
    // A document is one share's.
    try rows.run(
      "DELETE FROM recordShare WHERE document = ? AND (zone, name) <> (?, ?)",
      [Stored.blob(share.documentID), Stored.blob(share.zone), share.name.text])
    try rows.run(
      Upserts.share,
      [
        Stored.blob(share.zone), share.name.text, share.terms.root?.text,
        share.terms.access.rawValue, share.terms.publicPermission.rawValue,
        Stored.blob(share.documentID),
      ])
  }
}
