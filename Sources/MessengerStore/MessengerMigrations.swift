import GRDB
import MessengerDomain

/// The tables of a device, as a frozen list: a migration that has shipped is never edited.
enum MessengerMigrations {
  /// Sharing's follow the device's, in the order in which they were written.
  static let all: [(name: String, sql: String)] =
    [("0001-device", device)] + sharing + [("0002-requests", requests)]

  static func migrator() -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for migration in all {
      migrator.registerMigration(migration.name) { try $0.execute(sql: migration.sql) }
    }
    return migrator
  }

  private static let device = """
    CREATE TABLE counter (
      name TEXT NOT NULL PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE account (
      accountID BLOB NOT NULL PRIMARY KEY CHECK (length(accountID) = 32),
      handle TEXT NOT NULL,
      name TEXT NOT NULL,
      newestHash BLOB NOT NULL CHECK (length(newestHash) = 32),
      newestSeq INTEGER NOT NULL,
      chain BLOB NOT NULL,
      kemKeys BLOB NOT NULL,
      refreshedAt INTEGER NOT NULL,
      wantedSeq INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX accountByHandle ON account (handle);

    CREATE TABLE alarm (
      identity BLOB NOT NULL PRIMARY KEY,
      raisedAt INTEGER NOT NULL,
      alarm BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE conversation (
      conversationID BLOB NOT NULL PRIMARY KEY CHECK (length(conversationID) = 16),
      name TEXT,
      members BLOB NOT NULL CHECK (length(members) % 32 = 0),
      version INTEGER NOT NULL,
      photoVersion INTEGER,
      state TEXT NOT NULL CHECK (state IN ('pending', 'active', 'left', 'refused')),
      lastActivityAt INTEGER NOT NULL,
      pinsTold BLOB
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE item (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      conversationID BLOB NOT NULL REFERENCES conversation (conversationID),
      messageID BLOB CHECK (length(messageID) = 16),
      sender BLOB NOT NULL CHECK (length(sender) = 32),
      senderDevice BLOB CHECK (length(senderDevice) = 16),
      sentAt INTEGER NOT NULL,
      receivedAt INTEGER NOT NULL,
      content BLOB NOT NULL,
      isFromRemovedDevice INTEGER NOT NULL CHECK (isFromRemovedDevice IN (0, 1)),
      delivery TEXT CHECK (delivery IN ('queued', 'sent', 'delivered', 'failed')),
      failure TEXT
    ) STRICT;
    CREATE INDEX itemByConversation ON item (conversationID, position);
    CREATE UNIQUE INDEX itemByMessage ON item (messageID, senderDevice)
      WHERE messageID IS NOT NULL;

    CREATE TABLE seen (
      senderDevice BLOB NOT NULL CHECK (length(senderDevice) = 16),
      messageID BLOB NOT NULL CHECK (length(messageID) = 16),
      at INTEGER NOT NULL,
      PRIMARY KEY (senderDevice, messageID)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seenByTime ON seen (at);

    CREATE TABLE ignored (
      sequence INTEGER NOT NULL PRIMARY KEY,
      at INTEGER NOT NULL,
      sender BLOB CHECK (length(sender) = 32),
      reason TEXT NOT NULL
    ) STRICT;

    CREATE TABLE receipt (
      messageID BLOB NOT NULL CHECK (length(messageID) = 16),
      accountID BLOB NOT NULL CHECK (length(accountID) = 32),
      PRIMARY KEY (messageID, accountID)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE owedReceipt (
      conversationID BLOB NOT NULL CHECK (length(conversationID) = 16),
      accountID BLOB NOT NULL CHECK (length(accountID) = 32),
      messageID BLOB NOT NULL CHECK (length(messageID) = 16),
      PRIMARY KEY (conversationID, accountID, messageID)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE outbox (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      operationID BLOB NOT NULL UNIQUE CHECK (length(operationID) = 16),
      operation BLOB NOT NULL,
      createdAt INTEGER NOT NULL
    ) STRICT;
    """

  private static let requests = """
    ALTER TABLE conversation ADD COLUMN requestedBy BLOB CHECK (length(requestedBy) = 32);

    CREATE TABLE held (
      sequence INTEGER NOT NULL PRIMARY KEY,
      conversationID BLOB NOT NULL CHECK (length(conversationID) = 16),
      uploader BLOB CHECK (length(uploader) = 32),
      envelope BLOB NOT NULL
    ) STRICT;
    CREATE INDEX heldByConversation ON held (conversationID);

    CREATE TABLE undelivered (
      messageID BLOB NOT NULL PRIMARY KEY CHECK (length(messageID) = 16),
      people BLOB NOT NULL,
      attempts INTEGER NOT NULL,
      nextAt INTEGER,
      message BLOB
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX undeliveredByTime ON undelivered (nextAt);
    """

  /// The tables of sharing, as a frozen list like the device's.
  private static let sharing: [(name: String, sql: String)] = [
    (
      "0001-sharing",
      """
      CREATE TABLE sharing_record (
        kind TEXT NOT NULL,
        key BLOB NOT NULL,
        value BLOB NOT NULL,
        PRIMARY KEY (kind, key)
      ) STRICT, WITHOUT ROWID;
      """
    )
  ]
}
