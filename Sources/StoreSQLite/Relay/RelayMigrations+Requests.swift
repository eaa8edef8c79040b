/// Message requests, shares of mailboxes, and when a device was last seen.
extension RelayMigrations {
  /// Who is in a conversation already has accepted it.
  static let requests = """
    -- Who put the member in, until the member accepts.
    ALTER TABLE member ADD COLUMN requested_by BLOB CHECK (length(requested_by) = 32);
    -- The event as it is told to those who have not accepted.
    ALTER TABLE conversation_event ADD COLUMN requested_by BLOB;
    ALTER TABLE account ADD COLUMN request_policy TEXT NOT NULL DEFAULT 'ask';
    CREATE TABLE left_conversation (
      account_id BLOB NOT NULL REFERENCES account,
      conversation_id BLOB NOT NULL,
      PRIMARY KEY (account_id, conversation_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE admitted (
      account_id BLOB NOT NULL REFERENCES account,
      other BLOB NOT NULL CHECK (length(other) = 32),
      PRIMARY KEY (account_id, other)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE blocked (
      account_id BLOB NOT NULL REFERENCES account,
      other BLOB NOT NULL CHECK (length(other) = 32),
      PRIMARY KEY (account_id, other)
    ) STRICT, WITHOUT ROWID;
    -- What a stranger has used of its requests; not less when the device has fetched it.
    CREATE TABLE request_use (
      account_id BLOB NOT NULL,
      requester BLOB NOT NULL CHECK (length(requester) = 32),
      entries INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (account_id, requester)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX request_use_by_time ON request_use (at);

    """

  /// From here on an entry's subject is whose share it counts against, for events too; an entry
  /// without one is a gap, and its statement_seq how many entries are lost.
  static let shares = """
    ALTER TABLE device ADD COLUMN last_seen INTEGER NOT NULL DEFAULT 0;
    UPDATE device SET last_seen = 1000 * CAST(strftime('%s', 'now') AS INTEGER);
    UPDATE mailbox_entry SET subject = (
      SELECT by_account FROM conversation_event
      WHERE conversation_event.event_id = mailbox_entry.event_id)
    WHERE event_id IS NOT NULL;
    CREATE INDEX mailbox_gap ON mailbox_entry (account_id, device_id) WHERE subject IS NULL;
    CREATE TABLE mailbox_share (
      account_id BLOB NOT NULL,
      device_id BLOB NOT NULL,
      origin BLOB NOT NULL CHECK (length(origin) = 32),
      entries INTEGER NOT NULL CHECK (entries >= 0),
      bytes INTEGER NOT NULL CHECK (bytes >= 0),
      PRIMARY KEY (account_id, device_id, origin)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO mailbox_share
      SELECT account_id, device_id, subject, count(*), coalesce(sum(length(envelope)), 0)
      FROM mailbox_entry WHERE subject IS NOT NULL AND subject <> account_id
      GROUP BY account_id, device_id, subject;
    """
}
