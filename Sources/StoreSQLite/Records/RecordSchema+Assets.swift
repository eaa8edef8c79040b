extension RecordSchema {
  /// `recordAssetLoose` holds what has lost a record or an upload and is to be looked at: what nothing names is then
  /// found without looking at everything.
  static let assets = """
    CREATE TABLE recordAsset (
      hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
      size INTEGER NOT NULL,
      file BLOB NOT NULL UNIQUE CHECK (length(file) = 16)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE recordAssetUse (
      zone BLOB NOT NULL,
      name TEXT NOT NULL,
      hash BLOB NOT NULL,
      PRIMARY KEY (zone, name, hash)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX recordAssetUse_hash ON recordAssetUse (hash);
    CREATE TABLE recordAssetUpload (
      account TEXT NOT NULL,
      container TEXT NOT NULL,
      hash BLOB NOT NULL,
      size INTEGER NOT NULL,
      file BLOB NOT NULL UNIQUE CHECK (length(file) = 16),
      isComplete INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL,
      PRIMARY KEY (account, container, hash)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX recordAssetUpload_hash ON recordAssetUpload (hash);
    CREATE INDEX recordAssetUpload_age ON recordAssetUpload (expiresAt);
    CREATE TABLE recordAssetLoose (hash BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
    """
}
