extension DriveSchema {
  /// `conditions` is JSON; no row is older than a day.
  static let uploads = """
    CREATE TABLE driveUpload (
      file BLOB NOT NULL PRIMARY KEY CHECK (length(file) = 16),
      account TEXT NOT NULL,
      path TEXT NOT NULL,
      share BLOB,
      conditions TEXT NOT NULL,
      size INTEGER NOT NULL,
      type TEXT,
      isComplete INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX driveUpload_account ON driveUpload (account, isComplete, size);
    CREATE INDEX driveUpload_age ON driveUpload (expiresAt, file);
    """
}
