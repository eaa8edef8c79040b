/// In which conversations an account is, beside who is in a conversation.
extension RelayMigrations {
  static let memberships = """
    CREATE TABLE membership (
      account_id BLOB NOT NULL REFERENCES account,
      conversation_id BLOB NOT NULL,
      requested_by BLOB CHECK (length(requested_by) = 32),
      PRIMARY KEY (account_id, conversation_id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO membership SELECT account_id, conversation_id, requested_by FROM member;
    DROP INDEX member_by_account;
    """
}
