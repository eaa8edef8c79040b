/// The relay's tables, as SQLite's file has them after all of its migrations. Frozen like the collaboration server's.
///
/// Keys begin with an account or a device, or a conversation; no sequence is shared by all.
enum PostgresRelaySchema {
  static let migrations = [
    PostgresMigration("relay-1", accounts + conversations + mailboxes + files),
    PostgresMigration(
      "relay-2-and-3-beside-1", expansion,
      PostgresExpansion(
        steps: ["relay-2-events-of-conversations", "relay-3-memberships"], contraction: contraction)
    ),
    PostgresMigration("relay-2-events-of-conversations", eventsOfConversations),
    PostgresMigration("relay-3-memberships", memberships),
  ]

  private static let accounts = """
    CREATE TABLE account (
      account_id bytea PRIMARY KEY CHECK (length(account_id) = 32),
      handle text COLLATE "C" NOT NULL UNIQUE,
      name text COLLATE "C" NOT NULL,
      head_seq bigint NOT NULL CHECK (head_seq >= 0),
      head_hash bytea NOT NULL CHECK (length(head_hash) = 32),
      request_policy text COLLATE "C" NOT NULL DEFAULT 'ask'
    );
    CREATE TABLE statement (
      account_id bytea NOT NULL REFERENCES account,
      seq bigint NOT NULL CHECK (seq >= 0),
      record bytea NOT NULL,
      PRIMARY KEY (account_id, seq)
    );
    CREATE TABLE device (
      account_id bytea NOT NULL REFERENCES account,
      device_id bytea NOT NULL CHECK (length(device_id) = 16),
      identity_key bytea NOT NULL CHECK (length(identity_key) = 65),
      last_seen bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (account_id, device_id)
    );
    CREATE TABLE kem_key (
      account_id bytea NOT NULL REFERENCES account,
      device_id bytea NOT NULL,
      key_id bigint NOT NULL,
      not_before bigint NOT NULL,
      not_after bigint NOT NULL,
      revoked bigint NOT NULL DEFAULT 0 CHECK (revoked IN (0, 1)),
      body bytea NOT NULL,
      signature bytea NOT NULL,
      PRIMARY KEY (account_id, device_id, key_id)
    );
    CREATE TABLE session (
      token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
      account_id bytea NOT NULL,
      device_id bytea NOT NULL,
      expires_at bigint NOT NULL,
      FOREIGN KEY (account_id, device_id) REFERENCES device ON DELETE CASCADE
    );
    CREATE INDEX session_by_device ON session (account_id, device_id);
    CREATE INDEX session_by_expiry ON session (expires_at);
    CREATE TABLE used_challenge (
      nonce bytea PRIMARY KEY,
      expires_at bigint NOT NULL
    );
    CREATE INDEX used_challenge_by_expiry ON used_challenge (expires_at);
    CREATE TABLE web_push (
      account_id bytea NOT NULL,
      device_id bytea NOT NULL,
      endpoint text COLLATE "C" NOT NULL,
      key bytea NOT NULL CHECK (length(key) = 65),
      secret bytea NOT NULL CHECK (length(secret) = 16),
      PRIMARY KEY (account_id, device_id),
      FOREIGN KEY (account_id, device_id) REFERENCES device ON DELETE CASCADE
    );
    CREATE TABLE notice_address (
      address_id bytea PRIMARY KEY CHECK (length(address_id) = 16),
      account_id bytea NOT NULL REFERENCES account,
      token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
      server_key bytea NOT NULL CHECK (length(server_key) = 65),
      used_at bigint NOT NULL
    );
    CREATE INDEX notice_address_by_account ON notice_address (account_id, address_id);
    CREATE INDEX notice_address_by_use ON notice_address (used_at);
    CREATE TABLE request_use (
      account_id bytea NOT NULL,
      requester bytea NOT NULL CHECK (length(requester) = 32),
      entries bigint NOT NULL,
      bytes bigint NOT NULL,
      at bigint NOT NULL,
      PRIMARY KEY (account_id, requester)
    );
    CREATE INDEX request_use_by_time ON request_use (at);
    CREATE TABLE admitted (
      account_id bytea NOT NULL REFERENCES account,
      other bytea NOT NULL CHECK (length(other) = 32),
      PRIMARY KEY (account_id, other)
    );
    CREATE TABLE blocked (
      account_id bytea NOT NULL REFERENCES account,
      other bytea NOT NULL CHECK (length(other) = 32),
      PRIMARY KEY (account_id, other)
    );
    CREATE TABLE left_conversation (
      account_id bytea NOT NULL REFERENCES account,
      conversation_id bytea NOT NULL,
      PRIMARY KEY (account_id, conversation_id)
    );

    """

  private static let conversations = """
    CREATE TABLE conversation (
      conversation_id bytea PRIMARY KEY CHECK (length(conversation_id) = 16),
      name text COLLATE "C",
      version bigint NOT NULL CHECK (version >= 1),
      photo_version bigint
    );
    CREATE TABLE member (
      conversation_id bytea NOT NULL REFERENCES conversation,
      account_id bytea NOT NULL REFERENCES account,
      requested_by bytea CHECK (length(requested_by) = 32),
      PRIMARY KEY (conversation_id, account_id)
    );
    CREATE UNIQUE INDEX member_by_account ON member (account_id, conversation_id);
    CREATE TABLE photo (
      conversation_id bytea PRIMARY KEY REFERENCES conversation,
      bytes bytea NOT NULL
    );
    CREATE TABLE conversation_event (
      event_id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
      kind text COLLATE "C" NOT NULL,
      by_account bytea NOT NULL,
      subjects bytea NOT NULL,
      at bigint NOT NULL,
      conversation_id bytea NOT NULL,
      name text COLLATE "C",
      members bytea NOT NULL,
      version bigint NOT NULL,
      photo_version bigint,
      requested_by bytea
    );

    """

  private static let mailboxes = """
    CREATE TABLE mailbox (
      account_id bytea NOT NULL,
      device_id bytea NOT NULL,
      last bigint NOT NULL,
      entries bigint NOT NULL CHECK (entries >= 0),
      bytes bigint NOT NULL CHECK (bytes >= 0),
      PRIMARY KEY (account_id, device_id)
    );
    CREATE TABLE mailbox_entry (
      account_id bytea NOT NULL,
      device_id bytea NOT NULL,
      sequence bigint NOT NULL,
      received_at bigint NOT NULL,
      -- The sender of an envelope, or the account that has a newer statement.
      subject bytea,
      envelope bytea,
      event_id bigint REFERENCES conversation_event,
      statement_seq bigint,
      notice_address bytea,
      notice_topic text COLLATE "C",
      notice_expires bigint,
      PRIMARY KEY (account_id, device_id, sequence),
      CHECK (num_nonnulls(envelope, event_id, statement_seq) = 1)
    );
    CREATE INDEX mailbox_entry_by_event ON mailbox_entry (event_id) WHERE event_id IS NOT NULL;
    CREATE INDEX mailbox_gap ON mailbox_entry (account_id, device_id) WHERE subject IS NULL;
    CREATE INDEX mailbox_notice ON mailbox_entry (account_id, device_id, notice_address)
      WHERE notice_address IS NOT NULL;
    CREATE TABLE mailbox_share (
      account_id bytea NOT NULL,
      device_id bytea NOT NULL,
      origin bytea NOT NULL CHECK (length(origin) = 32),
      entries bigint NOT NULL CHECK (entries >= 0),
      bytes bigint NOT NULL CHECK (bytes >= 0),
      PRIMARY KEY (account_id, device_id, origin)
    );
    CREATE TABLE remembered_envelope (
      message_id bytea NOT NULL,
      sender_account bytea NOT NULL,
      sender_device bytea NOT NULL,
      recipient_account bytea NOT NULL,
      recipient_device bytea NOT NULL,
      at bigint NOT NULL,
      PRIMARY KEY (
        message_id, sender_account, sender_device, recipient_account, recipient_device)
    );
    CREATE INDEX remembered_envelope_by_time ON remembered_envelope (at);

    """

  private static let files = """
    CREATE TABLE rendezvous (
      rendezvous_id bytea PRIMARY KEY CHECK (length(rendezvous_id) = 16),
      expires_at bigint NOT NULL
    );
    CREATE INDEX rendezvous_by_expiry ON rendezvous (expires_at);
    CREATE TABLE rendezvous_message (
      rendezvous_id bytea NOT NULL REFERENCES rendezvous ON DELETE CASCADE,
      position bigint NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (rendezvous_id, position)
    );
    CREATE TABLE attachment (
      attachment_id bytea PRIMARY KEY CHECK (length(attachment_id) = 16),
      owner bytea NOT NULL REFERENCES account,
      size bigint NOT NULL CHECK (size > 0),
      expires_at bigint NOT NULL
    );
    CREATE INDEX attachment_by_owner ON attachment (owner, size);
    CREATE INDEX attachment_by_expiry ON attachment (expires_at);

    """
}
