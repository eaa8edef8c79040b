/// The tables of drives, in the collaboration server's file (decision 0030). Frozen like those.
enum DriveSchema {
  static let migrations = [
    SQLiteMigration("drives-1", nodes + beside + files + passwords),
    SQLiteMigration("drives-2", shares),
    SQLiteMigration("drives-3", uploads),
  ]

  /// A folder has no tag. `nameKey` is the name regardless of case.
  private static let nodes = """
    CREATE TABLE drive (
      account TEXT NOT NULL PRIMARY KEY,
      root BLOB NOT NULL CHECK (length(root) = 16),
      used INTEGER NOT NULL,
      nodes INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE driveNode (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      account TEXT NOT NULL,
      parent BLOB,
      name TEXT,
      nameKey TEXT,
      tag BLOB,
      file BLOB,
      size INTEGER NOT NULL,
      type TEXT,
      createdAt INTEGER NOT NULL,
      modifiedAt INTEGER NOT NULL,
      propertyBytes INTEGER NOT NULL,
      binnedAt INTEGER,
      binnedFrom TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX driveNode_place ON driveNode (parent, nameKey) WHERE parent IS NOT NULL;
    CREATE INDEX driveNode_folders ON driveNode (parent, nameKey, id)
      WHERE parent IS NOT NULL AND tag IS NULL;
    CREATE INDEX driveNode_file ON driveNode (file) WHERE file IS NOT NULL;
    CREATE INDEX driveNode_bin ON driveNode (account, binnedAt, id) WHERE binnedAt IS NOT NULL;
    CREATE INDEX driveNode_binAge ON driveNode (binnedAt, id) WHERE binnedAt IS NOT NULL;
    """

  /// Properties hold up to 64 KiB, so their table has row numbers.
  private static let beside = """
    CREATE TABLE driveVersion (
      node BLOB NOT NULL,
      number INTEGER NOT NULL,
      account TEXT NOT NULL,
      tag BLOB NOT NULL,
      file BLOB,
      size INTEGER NOT NULL,
      type TEXT,
      modifiedAt INTEGER NOT NULL,
      replacedAt INTEGER NOT NULL,
      PRIMARY KEY (node, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX driveVersion_age ON driveVersion (account, replacedAt, node, number);
    CREATE INDEX driveVersion_file ON driveVersion (file) WHERE file IS NOT NULL;
    CREATE TABLE driveProperty (
      node BLOB NOT NULL,
      namespace TEXT NOT NULL,
      name TEXT NOT NULL,
      xml TEXT NOT NULL,
      PRIMARY KEY (node, namespace, name)
    ) STRICT;
    CREATE TABLE driveLock (
      token TEXT NOT NULL PRIMARY KEY,
      account TEXT NOT NULL,
      node BLOB NOT NULL,
      isExclusive INTEGER NOT NULL,
      isDeep INTEGER NOT NULL,
      owner TEXT NOT NULL,
      expiresAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX driveLock_account ON driveLock (account, token);
    CREATE INDEX driveLock_node ON driveLock (node);
    CREATE INDEX driveLock_age ON driveLock (expiresAt);
    """

  /// `driveFileLoose` holds what has lost something that named it and is to be looked at.
  private static let files = """
    CREATE TABLE driveFile (
      file BLOB NOT NULL PRIMARY KEY CHECK (length(file) = 16),
      size INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE driveFileLoose (file BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
    """

  /// A lock from before is held by the owner of the drive.
  private static let shares = """
    CREATE TABLE driveShare (
      node BLOB NOT NULL PRIMARY KEY CHECK (length(node) = 16),
      account TEXT NOT NULL,
      document BLOB NOT NULL UNIQUE CHECK (length(document) = 16)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX driveShare_account ON driveShare (account, node);
    ALTER TABLE driveLock ADD COLUMN holder TEXT;
    """

  private static let passwords = """
    CREATE TABLE appPassword (
      hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
      account TEXT NOT NULL,
      name TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      lastUsedAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX appPassword_account ON appPassword (account, createdAt, hash);
    """
}
