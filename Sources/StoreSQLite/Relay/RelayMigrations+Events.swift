/// Events that their conversations number.
extension RelayMigrations {
  /// One sequence numbered the events of all conversations before. Both tables are made anew, because the one's key and the
  /// other's check say so; each conversation's events are numbered in the order in which they came.
  static let eventsOfConversations = numbers + events + entries

  private static let numbers = """
    ALTER TABLE conversation ADD COLUMN last_event INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE moved_event (
      event_id INTEGER PRIMARY KEY,
      conversation_id BLOB NOT NULL,
      number INTEGER NOT NULL
    ) STRICT;
    INSERT INTO moved_event SELECT event_id, conversation_id,
      row_number() OVER (PARTITION BY conversation_id ORDER BY event_id) FROM conversation_event;
    UPDATE conversation SET last_event = moved.last FROM (
      SELECT conversation_id, max(number) AS last FROM moved_event GROUP BY conversation_id
    ) AS moved WHERE moved.conversation_id = conversation.conversation_id;

    """

  private static let events = """
    CREATE TABLE numbered_event (
      conversation_id BLOB NOT NULL REFERENCES conversation,
      number INTEGER NOT NULL CHECK (number > 0),
      kind TEXT NOT NULL,
      by_account BLOB NOT NULL,
      subjects BLOB NOT NULL,
      at INTEGER NOT NULL,
      name TEXT,
      members BLOB NOT NULL,
      version INTEGER NOT NULL,
      photo_version INTEGER,
      requested_by BLOB,
      PRIMARY KEY (conversation_id, number)
    ) STRICT;
    INSERT INTO numbered_event
      SELECT e.conversation_id, moved.number, e.kind, e.by_account, e.subjects, e.at, e.name, e.members, e.version,
        e.photo_version, e.requested_by
      FROM conversation_event e JOIN moved_event moved ON moved.event_id = e.event_id;

    """

  /// An entry refers to its event without a foreign key, which lies with the conversation and goes by its age.
  private static let entries = """
    CREATE TABLE numbered_entry (
      account_id BLOB NOT NULL,
      device_id BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      received_at INTEGER NOT NULL,
      -- Whose share it counts against; none: it is a gap.
      subject BLOB,
      envelope BLOB,
      statement_seq INTEGER,
      notice_address BLOB,
      notice_topic TEXT,
      notice_expires INTEGER,
      event_conversation BLOB,
      event_number INTEGER,
      PRIMARY KEY (account_id, device_id, sequence),
      CHECK ((envelope IS NOT NULL) + (event_number IS NOT NULL) + (statement_seq IS NOT NULL) = 1),
      CHECK ((event_conversation IS NULL) = (event_number IS NULL))
    ) STRICT;
    INSERT INTO numbered_entry
      SELECT m.account_id, m.device_id, m.sequence, m.received_at, m.subject, m.envelope, m.statement_seq,
        m.notice_address, m.notice_topic, m.notice_expires, moved.conversation_id, moved.number
      FROM mailbox_entry m LEFT JOIN moved_event moved ON moved.event_id = m.event_id;
    DROP TABLE mailbox_entry;
    DROP TABLE conversation_event;
    DROP TABLE moved_event;
    ALTER TABLE numbered_event RENAME TO conversation_event;
    ALTER TABLE numbered_entry RENAME TO mailbox_entry;
    CREATE INDEX conversation_event_by_time ON conversation_event (at);
    CREATE INDEX mailbox_event_by_time ON mailbox_entry (received_at) WHERE event_number IS NOT NULL;
    CREATE INDEX mailbox_gap ON mailbox_entry (account_id, device_id) WHERE subject IS NULL;
    CREATE INDEX mailbox_notice ON mailbox_entry (account_id, device_id, notice_address)
      WHERE notice_address IS NOT NULL;

    """
}
