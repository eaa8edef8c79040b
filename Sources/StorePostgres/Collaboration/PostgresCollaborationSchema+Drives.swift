/// The tables of drives (decision 0030).
extension PostgresCollaborationSchema {
  static let drives = """
    CREATE TABLE drive (
      account text COLLATE "C" PRIMARY KEY,
      root bytea NOT NULL CHECK (length(root) = 16),
      used bigint NOT NULL,
      nodes bigint NOT NULL
    );
    CREATE TABLE driveNode (
      id bytea PRIMARY KEY CHECK (length(id) = 16),
      account text COLLATE "C" NOT NULL,
      parent bytea,
      name text COLLATE "C",
      nameKey text COLLATE "C",
      tag bytea,
      file bytea,
      size bigint NOT NULL,
      type text COLLATE "C",
      createdAt bigint NOT NULL,
      modifiedAt bigint NOT NULL,
      propertyBytes bigint NOT NULL,
      binnedAt bigint,
      binnedFrom text COLLATE "C"
    );
    CREATE UNIQUE INDEX driveNode_place ON driveNode (parent, nameKey) WHERE parent IS NOT NULL;
    CREATE INDEX driveNode_folders ON driveNode (parent, nameKey, id)
      WHERE parent IS NOT NULL AND tag IS NULL;
    CREATE INDEX driveNode_file ON driveNode (file) WHERE file IS NOT NULL;
    CREATE INDEX driveNode_bin ON driveNode (account, binnedAt, id) WHERE binnedAt IS NOT NULL;
    CREATE INDEX driveNode_binAge ON driveNode (binnedAt, id) WHERE binnedAt IS NOT NULL;
    CREATE TABLE driveVersion (
      node bytea NOT NULL,
      number bigint NOT NULL,
      account text COLLATE "C" NOT NULL,
      tag bytea NOT NULL,
      file bytea,
      size bigint NOT NULL,
      type text COLLATE "C",
      modifiedAt bigint NOT NULL,
      replacedAt bigint NOT NULL,
      PRIMARY KEY (node, number)
    );
    CREATE INDEX driveVersion_age ON driveVersion (account, replacedAt, node, number);
    CREATE INDEX driveVersion_file ON driveVersion (file) WHERE file IS NOT NULL;
    CREATE TABLE driveProperty (
      node bytea NOT NULL,
      namespace text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      xml text COLLATE "C" NOT NULL,
      PRIMARY KEY (node, namespace, name)
    );
    CREATE TABLE driveLock (
      token text COLLATE "C" PRIMARY KEY,
      account text COLLATE "C" NOT NULL,
      node bytea NOT NULL,
      isExclusive bigint NOT NULL,
      isDeep bigint NOT NULL,
      owner text COLLATE "C" NOT NULL,
      expiresAt bigint NOT NULL,
      holder text COLLATE "C"
    );
    CREATE INDEX driveLock_account ON driveLock (account, token);
    CREATE INDEX driveLock_node ON driveLock (node);
    CREATE INDEX driveLock_age ON driveLock (expiresAt);

    """

  static let files = """
    CREATE TABLE driveFile (
      file bytea PRIMARY KEY CHECK (length(file) = 16),
      size bigint NOT NULL
    );
    CREATE TABLE driveFileLoose (file bytea PRIMARY KEY);
    CREATE TABLE driveShare (
      node bytea PRIMARY KEY CHECK (length(node) = 16),
      account text COLLATE "C" NOT NULL,
      document bytea NOT NULL UNIQUE CHECK (length(document) = 16)
    );
    CREATE INDEX driveShare_account ON driveShare (account, node);
    CREATE TABLE driveUpload (
      file bytea PRIMARY KEY CHECK (length(file) = 16),
      account text COLLATE "C" NOT NULL,
      path text COLLATE "C" NOT NULL,
      share bytea,
      conditions text COLLATE "C" NOT NULL,
      size bigint NOT NULL,
      type text COLLATE "C",
      isComplete bigint NOT NULL,
      expiresAt bigint NOT NULL
    );
    CREATE INDEX driveUpload_account ON driveUpload (account, isComplete, size);
    CREATE INDEX driveUpload_age ON driveUpload (expiresAt, file);

    """
}
