/// The tables of records, in the collaboration server's file (decision 0029). Frozen like those.
enum RecordSchema {
  static let migrations = [
    SQLiteMigration("records-1", people + records + feeds),
    SQLiteMigration("records-documents-and-people", documentKinds),
    SQLiteMigration("records-assets", assets),
    // Its table is filled when the next one has made it anew.
    SQLiteMigration("records-queries", queries),
    SQLiteMigration("records-ordered-values", orderedValues, then: indexRecords),
  ]

  /// `DocumentRecord.Kind`.
  private static let documentKinds = """
    ALTER TABLE document ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
    UPDATE document SET kind = 1 WHERE id IN (SELECT document FROM recordShare);
    CREATE INDEX recordUser_account ON recordUser (account, container);
    """

  private static let people = """
    CREATE TABLE recordUser (
      container TEXT NOT NULL,
      account TEXT NOT NULL,
      name TEXT NOT NULL,
      used INTEGER NOT NULL,
      PRIMARY KEY (container, account),
      UNIQUE (container, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE recordClock (
      container TEXT NOT NULL PRIMARY KEY,
      number INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE recordZone (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      container TEXT NOT NULL,
      owner TEXT NOT NULL,
      name TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      changedAt INTEGER NOT NULL,
      forgottenUpTo INTEGER NOT NULL,
      size INTEGER NOT NULL,
      ending TEXT,
      endedAt INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX recordZone_key ON recordZone (container, owner, name) WHERE ending IS NULL;
    CREATE INDEX recordZone_feed ON recordZone (container, owner, changedAt);
    """

  /// Records hold up to a mebibyte, so the table has row numbers.
  private static let records = """
    CREATE TABLE record (
      zone BLOB NOT NULL,
      name TEXT NOT NULL,
      type TEXT NOT NULL,
      fields BLOB NOT NULL,
      parent TEXT,
      ownShare TEXT,
      coveringShare TEXT,
      changedAt INTEGER NOT NULL,
      modification INTEGER NOT NULL,
      creator TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      modifier TEXT NOT NULL,
      modifiedAt INTEGER NOT NULL,
      PRIMARY KEY (zone, name)
    ) STRICT;
    CREATE INDEX record_feed ON record (zone, changedAt);
    CREATE INDEX record_below ON record (zone, parent, name) WHERE parent IS NOT NULL;
    CREATE TABLE recordOwner (
      zone BLOB NOT NULL,
      owner TEXT NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (zone, owner, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX recordOwner_owned ON recordOwner (zone, name);
    CREATE TABLE recordShare (
      zone BLOB NOT NULL,
      name TEXT NOT NULL,
      root TEXT,
      access TEXT NOT NULL,
      publicPermission TEXT NOT NULL,
      document BLOB NOT NULL UNIQUE CHECK (length(document) = 16),
      PRIMARY KEY (zone, name)
    ) STRICT, WITHOUT ROWID;
    """

  /// An empty text stands for no share.
  private static let feeds = """
    CREATE TABLE recordDeletion (
      zone BLOB NOT NULL,
      name TEXT NOT NULL,
      leftShare TEXT NOT NULL,
      type TEXT NOT NULL,
      changedAt INTEGER NOT NULL,
      coveringShare TEXT,
      at INTEGER NOT NULL,
      PRIMARY KEY (zone, name, leftShare)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX recordDeletion_feed ON recordDeletion (zone, changedAt);
    CREATE INDEX recordDeletion_age ON recordDeletion (at);
    CREATE INDEX recordZone_ended ON recordZone (endedAt) WHERE endedAt IS NOT NULL;
    """
}
