/// Events that their conversations number.
extension PostgresRelaySchema {
  /// One sequence numbered the events of all conversations before. Each conversation's are numbered in the order in which
  /// they came. Programs that do not know the step name events by what is gone.
  static let eventsOfConversations = numbers + entries + events

  private static let numbers = """
    ALTER TABLE conversation ADD COLUMN last_event bigint NOT NULL DEFAULT 0;
    CREATE TABLE moved_event AS
      SELECT *, row_number() OVER (PARTITION BY conversation_id ORDER BY event_id) AS number
      FROM conversation_event;
    UPDATE conversation SET last_event = moved.last FROM (
      SELECT conversation_id, max(number) AS last FROM moved_event GROUP BY conversation_id
    ) AS moved WHERE moved.conversation_id = conversation.conversation_id;

    """

  /// An entry refers to its event without a foreign key, which lies with the conversation and goes by its age. With the
  /// column go its index, its key and the check that it stands in.
  private static let entries = """
    ALTER TABLE mailbox_entry ADD COLUMN event_conversation bytea;
    ALTER TABLE mailbox_entry ADD COLUMN event_number bigint;
    UPDATE mailbox_entry SET event_conversation = moved.conversation_id, event_number = moved.number
      FROM moved_event AS moved WHERE moved.event_id = mailbox_entry.event_id;
    ALTER TABLE mailbox_entry DROP COLUMN event_id;
    ALTER TABLE mailbox_entry ADD CHECK (num_nonnulls(envelope, event_number, statement_seq) = 1);
    ALTER TABLE mailbox_entry ADD CHECK ((event_conversation IS NULL) = (event_number IS NULL));
    CREATE INDEX mailbox_event_by_time ON mailbox_entry (received_at) WHERE event_number IS NOT NULL;

    """

  private static let events = """
    DROP TABLE conversation_event;
    CREATE TABLE conversation_event (
      conversation_id bytea NOT NULL REFERENCES conversation,
      number bigint NOT NULL CHECK (number > 0),
      kind text COLLATE "C" NOT NULL,
      by_account bytea NOT NULL,
      subjects bytea NOT NULL,
      at bigint NOT NULL,
      name text COLLATE "C",
      members bytea NOT NULL,
      version bigint NOT NULL,
      photo_version bigint,
      requested_by bytea,
      PRIMARY KEY (conversation_id, number)
    );
    INSERT INTO conversation_event
      SELECT conversation_id, number, kind, by_account, subjects, at, name, members, version,
        photo_version, requested_by
      FROM moved_event;
    DROP TABLE moved_event;
    CREATE INDEX conversation_event_by_time ON conversation_event (at);

    """
}
