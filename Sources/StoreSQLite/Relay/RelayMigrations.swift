/// The relay's schema, as steps that are never edited once shipped.
///
/// Tables are keyed by what is looked up. Times are milliseconds; identifiers are their bytes.
enum RelayMigrations {
  static let all = [
    SQLiteMigration("relay-1", accounts + conversations + mailboxes + files),
    SQLiteMigration("relay-2", requests + shares),
    SQLiteMigration("relay-notice-addresses", noticeAddresses),
    SQLiteMigration("relay-web-push", webPush),
    SQLiteMigration("relay-events-of-conversations", eventsOfConversations),
    SQLiteMigration("relay-memberships", memberships),
  ]

  private static let accounts = """
    CREATE TABLE account (
      account_id BLOB NOT NULL PRIMARY KEY CHECK (length(account_id) = 32),
      handle TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      head_seq INTEGER NOT NULL CHECK (head_seq >= 0),
      head_hash BLOB NOT NULL CHECK (length(head_hash) = 32)
    ) STRICT, WITHOUT ROWID;
    -- The travelling form, as JSON: it is only ever handed on or decoded whole.
    CREATE TABLE statement (
      account_id BLOB NOT NULL REFERENCES account,
      seq INTEGER NOT NULL CHECK (seq >= 0),
      record BLOB NOT NULL,
      PRIMARY KEY (account_id, seq)
    ) STRICT, WITHOUT ROWID;
    -- The devices of each account's newest statement.
    CREATE TABLE device (
      account_id BLOB NOT NULL REFERENCES account,
      device_id BLOB NOT NULL CHECK (length(device_id) = 16),
      identity_key BLOB NOT NULL CHECK (length(identity_key) = 65),
      PRIMARY KEY (account_id, device_id)
    ) STRICT, WITHOUT ROWID;
    -- Never deleted: a key identifier is taken once.
    CREATE TABLE kem_key (
      account_id BLOB NOT NULL REFERENCES account,
      device_id BLOB NOT NULL,
      key_id INTEGER NOT NULL,
      not_before INTEGER NOT NULL,
      not_after INTEGER NOT NULL,
      revoked INTEGER NOT NULL DEFAULT 0 CHECK (revoked IN (0, 1)),
      body BLOB NOT NULL,
      signature BLOB NOT NULL,
      PRIMARY KEY (account_id, device_id, key_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE session (
      token_hash BLOB NOT NULL PRIMARY KEY CHECK (length(token_hash) = 32),
      account_id BLOB NOT NULL,
      device_id BLOB NOT NULL,
      expires_at INTEGER NOT NULL,
      FOREIGN KEY (account_id, device_id) REFERENCES device ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX session_by_device ON session (account_id, device_id);
    CREATE INDEX session_by_expiry ON session (expires_at);
    CREATE TABLE used_challenge (
      nonce BLOB NOT NULL PRIMARY KEY,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX used_challenge_by_expiry ON used_challenge (expires_at);

    """

  private static let conversations = """
    CREATE TABLE conversation (
      conversation_id BLOB NOT NULL PRIMARY KEY CHECK (length(conversation_id) = 16),
      name TEXT,
      version INTEGER NOT NULL CHECK (version >= 1),
      photo_version INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE member (
      conversation_id BLOB NOT NULL REFERENCES conversation,
      account_id BLOB NOT NULL REFERENCES account,
      PRIMARY KEY (conversation_id, account_id)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX member_by_account ON member (account_id, conversation_id);
    CREATE TABLE photo (
      conversation_id BLOB NOT NULL PRIMARY KEY REFERENCES conversation,
      bytes BLOB NOT NULL
    ) STRICT;
    -- Kept once, however many mailboxes an event goes to.
    CREATE TABLE conversation_event (
      event_id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      by_account BLOB NOT NULL,
      subjects BLOB NOT NULL,
      at INTEGER NOT NULL,
      conversation_id BLOB NOT NULL,
      name TEXT,
      members BLOB NOT NULL,
      version INTEGER NOT NULL,
      photo_version INTEGER
    ) STRICT;

    """

  private static let mailboxes = """
    -- Outlives its device: a position is never given out twice.
    CREATE TABLE mailbox (
      account_id BLOB NOT NULL,
      device_id BLOB NOT NULL,
      last INTEGER NOT NULL,
      entries INTEGER NOT NULL CHECK (entries >= 0),
      bytes INTEGER NOT NULL CHECK (bytes >= 0),
      PRIMARY KEY (account_id, device_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE mailbox_entry (
      account_id BLOB NOT NULL,
      device_id BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      received_at INTEGER NOT NULL,
      -- The sender of an envelope, or the account that has a newer statement.
      subject BLOB,
      envelope BLOB,
      event_id INTEGER REFERENCES conversation_event,
      statement_seq INTEGER,
      PRIMARY KEY (account_id, device_id, sequence),
      CHECK ((envelope IS NOT NULL) + (event_id IS NOT NULL) + (statement_seq IS NOT NULL) = 1)
    ) STRICT;
    CREATE INDEX mailbox_entry_by_event ON mailbox_entry (event_id) WHERE event_id IS NOT NULL;
    CREATE TABLE remembered_envelope (
      message_id BLOB NOT NULL,
      sender_account BLOB NOT NULL,
      sender_device BLOB NOT NULL,
      recipient_account BLOB NOT NULL,
      recipient_device BLOB NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (
        message_id, sender_account, sender_device, recipient_account, recipient_device)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX remembered_envelope_by_time ON remembered_envelope (at);

    """

  private static let files = """
    CREATE TABLE rendezvous (
      rendezvous_id BLOB NOT NULL PRIMARY KEY CHECK (length(rendezvous_id) = 16),
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rendezvous_by_expiry ON rendezvous (expires_at);
    CREATE TABLE rendezvous_message (
      rendezvous_id BLOB NOT NULL REFERENCES rendezvous ON DELETE CASCADE,
      position INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (rendezvous_id, position)
    ) STRICT;
    CREATE TABLE attachment (
      attachment_id BLOB NOT NULL PRIMARY KEY CHECK (length(attachment_id) = 16),
      owner BLOB NOT NULL REFERENCES account,
      size INTEGER NOT NULL CHECK (size > 0),
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX attachment_by_owner ON attachment (owner, size);
    CREATE INDEX attachment_by_expiry ON attachment (expires_at);
    """
}
