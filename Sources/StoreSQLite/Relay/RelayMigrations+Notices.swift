/// Notice addresses, and where browsers are woken.
extension RelayMigrations {
  /// Where apps' servers may tell an account something. A mailbox entry with an address is what was
  /// pushed to it, in the column of envelopes.
  static let noticeAddresses = """
    CREATE TABLE notice_address (
      address_id BLOB NOT NULL PRIMARY KEY CHECK (length(address_id) = 16),
      account_id BLOB NOT NULL REFERENCES account,
      token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
      server_key BLOB NOT NULL CHECK (length(server_key) = 65),
      used_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX notice_address_by_account ON notice_address (account_id, address_id);
    CREATE INDEX notice_address_by_use ON notice_address (used_at);
    ALTER TABLE mailbox_entry ADD COLUMN notice_address BLOB;
    ALTER TABLE mailbox_entry ADD COLUMN notice_topic TEXT;
    ALTER TABLE mailbox_entry ADD COLUMN notice_expires INTEGER;
    CREATE INDEX mailbox_notice ON mailbox_entry (account_id, device_id, notice_address)
      WHERE notice_address IS NOT NULL;
    """
}

extension RelayMigrations {
  /// Where browsers' push services take messages for devices.
  static let webPush = """
    CREATE TABLE web_push (
      account_id BLOB NOT NULL,
      device_id BLOB NOT NULL,
      endpoint TEXT NOT NULL,
      key BLOB NOT NULL CHECK (length(key) = 65),
      secret BLOB NOT NULL CHECK (length(secret) = 16),
      PRIMARY KEY (account_id, device_id),
      FOREIGN KEY (account_id, device_id) REFERENCES device ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    """
}
