/// In which conversations an account is, beside who is in a conversation: each lies with what is asked for it, and whether
/// two people may write to each other is asked where they lie.
extension PostgresRelaySchema {
  static let memberships = """
    CREATE TABLE membership (
      account_id bytea NOT NULL REFERENCES account,
      conversation_id bytea NOT NULL,
      requested_by bytea CHECK (length(requested_by) = 32),
      PRIMARY KEY (account_id, conversation_id)
    );
    INSERT INTO membership SELECT account_id, conversation_id, requested_by FROM member;
    DROP INDEX member_by_account;
    """
}
