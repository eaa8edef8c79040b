/// Events that their conversations number, and memberships, beside nodes of 0.3.0. Those name an event by a number among those
/// of all conversations, and write and read who is in a conversation as members only.
extension PostgresRelaySchema {
  static let expansion = turn + numbers + entries + besideMembers + followers

  /// Waits for its turn a little at a time: what it holds meanwhile, whoever it waits for may be waiting for, and whoever
  /// comes after it waits for it.
  private static let turn = """
    DO $$ BEGIN
      FOR attempt IN 1..400 LOOP
        BEGIN
          SET LOCAL lock_timeout = '100ms';
          LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE;
          LOCK TABLE conversation, member, conversation_event, mailbox_entry IN ACCESS EXCLUSIVE MODE;
          SET LOCAL lock_timeout = 0;
          RETURN;
        EXCEPTION WHEN lock_not_available THEN
          PERFORM pg_sleep(random() / 10);
        END;
      END LOOP;
      RAISE lock_not_available;
    END $$;

    """

  /// Nothing is made anew: transactions that have begun before find their rows as they were. What an event has for a number
  /// is one among its conversation's, too, and no conversation has come further than the newest.
  private static let numbers = """
    DO $$ BEGIN
      EXECUTE format('ALTER TABLE conversation ADD COLUMN last_event bigint NOT NULL DEFAULT %s',
        (SELECT coalesce(max(event_id), 0) FROM conversation_event));
    END $$;
    ALTER TABLE conversation ALTER COLUMN last_event SET DEFAULT 0;
    ALTER TABLE mailbox_entry DROP CONSTRAINT mailbox_entry_event_id_fkey;
    ALTER TABLE conversation_event DROP CONSTRAINT conversation_event_pkey;
    ALTER TABLE conversation_event ADD COLUMN number bigint CHECK (number > 0);
    UPDATE conversation_event SET number = event_id;
    ALTER TABLE conversation_event ADD PRIMARY KEY (conversation_id, number);
    ALTER TABLE conversation_event ADD FOREIGN KEY (conversation_id) REFERENCES conversation;
    CREATE UNIQUE INDEX conversation_event_by_id ON conversation_event (event_id);
    CREATE INDEX conversation_event_by_time ON conversation_event (at);

    """

  private static let entries = """
    ALTER TABLE mailbox_entry ADD COLUMN event_conversation bytea, ADD COLUMN event_number bigint;
    UPDATE mailbox_entry SET event_conversation = event.conversation_id, event_number = event.number
      FROM conversation_event AS event WHERE event.event_id = mailbox_entry.event_id;
    ALTER TABLE mailbox_entry RENAME CONSTRAINT mailbox_entry_check TO mailbox_entry_check_of_id;
    ALTER TABLE mailbox_entry ADD CHECK (num_nonnulls(envelope, event_number, statement_seq) = 1),
      ADD CHECK ((event_conversation IS NULL) = (event_number IS NULL));
    CREATE INDEX mailbox_event_by_time ON mailbox_entry (received_at) WHERE event_number IS NOT NULL;

    """

  /// Its keys come last: everybody waits meanwhile, and so it takes half as long.
  private static let besideMembers = """
    CREATE TABLE membership (
      account_id bytea NOT NULL,
      conversation_id bytea NOT NULL,
      requested_by bytea CHECK (length(requested_by) = 32)
    );
    INSERT INTO membership SELECT account_id, conversation_id, requested_by FROM member;
    ALTER TABLE membership ADD PRIMARY KEY (account_id, conversation_id);
    ALTER TABLE membership ADD FOREIGN KEY (account_id) REFERENCES account;

    """

  /// An event without a number is of 0.3.0, an entry lacks the name that its writer does not know, and a member is
  /// followed by the membership, whoever has written it. A transaction that has begun before does not see a
  /// membership that it has to delete: it is run again.
  private static let followers = """
    CREATE FUNCTION number_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE conversation SET last_event = last_event + 1
        WHERE conversation_id = NEW.conversation_id RETURNING last_event INTO STRICT NEW.number;
      RETURN NEW;
    END $$;
    CREATE TRIGGER number_event BEFORE INSERT ON conversation_event
      FOR EACH ROW WHEN (NEW.number IS NULL) EXECUTE FUNCTION number_event();
    CREATE FUNCTION name_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.event_number IS NULL THEN
        SELECT conversation_id, number INTO STRICT NEW.event_conversation, NEW.event_number
          FROM conversation_event WHERE event_id = NEW.event_id;
      ELSE
        SELECT event_id INTO STRICT NEW.event_id FROM conversation_event
          WHERE conversation_id = NEW.event_conversation AND number = NEW.event_number;
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER name_event BEFORE INSERT ON mailbox_entry
      FOR EACH ROW WHEN ((NEW.event_id IS NULL) <> (NEW.event_number IS NULL)) EXECUTE FUNCTION name_event();
    CREATE FUNCTION follow_member() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'DELETE' THEN
        DELETE FROM membership
          WHERE account_id = OLD.account_id AND conversation_id = OLD.conversation_id;
        IF NOT FOUND THEN RAISE serialization_failure; END IF;
      ELSE
        INSERT INTO membership (account_id, conversation_id, requested_by)
          VALUES (NEW.account_id, NEW.conversation_id, NEW.requested_by)
          ON CONFLICT (account_id, conversation_id) DO UPDATE SET requested_by = excluded.requested_by;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER follow_member AFTER INSERT OR UPDATE OR DELETE ON member
      FOR EACH ROW EXECUTE FUNCTION follow_member();

    """

  /// Indices and checks of a column go with it.
  static let contraction = """
    DROP TRIGGER number_event ON conversation_event;
    DROP TRIGGER name_event ON mailbox_entry;
    DROP TRIGGER follow_member ON member;
    DROP FUNCTION number_event();
    DROP FUNCTION name_event();
    DROP FUNCTION follow_member();
    DROP INDEX member_by_account;
    ALTER TABLE mailbox_entry DROP COLUMN event_id;
    ALTER TABLE conversation_event DROP COLUMN event_id;

    """
}
