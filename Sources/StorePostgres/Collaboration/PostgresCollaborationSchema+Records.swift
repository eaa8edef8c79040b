/// The tables of records (decision 0029).
extension PostgresCollaborationSchema {
  static let records = """
    CREATE TABLE recordUser (
      container text COLLATE "C" NOT NULL,
      account text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      used bigint NOT NULL,
      PRIMARY KEY (container, account),
      UNIQUE (container, name)
    );
    CREATE INDEX recordUser_account ON recordUser (account, container);
    CREATE TABLE recordClock (
      container text COLLATE "C" PRIMARY KEY,
      number bigint NOT NULL
    );
    CREATE TABLE recordZone (
      id bytea PRIMARY KEY CHECK (length(id) = 16),
      container text COLLATE "C" NOT NULL,
      owner text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      createdAt bigint NOT NULL,
      changedAt bigint NOT NULL,
      forgottenUpTo bigint NOT NULL,
      size bigint NOT NULL,
      ending text COLLATE "C",
      endedAt bigint
    );
    CREATE UNIQUE INDEX recordZone_key ON recordZone (container, owner, name) WHERE ending IS NULL;
    CREATE INDEX recordZone_feed ON recordZone (container, owner, changedAt);
    CREATE INDEX recordZone_ended ON recordZone (endedAt) WHERE endedAt IS NOT NULL;
    CREATE TABLE record (
      zone bytea NOT NULL,
      name text COLLATE "C" NOT NULL,
      type text COLLATE "C" NOT NULL,
      fields bytea NOT NULL,
      parent text COLLATE "C",
      ownShare text COLLATE "C",
      coveringShare text COLLATE "C",
      changedAt bigint NOT NULL,
      modification bigint NOT NULL,
      creator text COLLATE "C" NOT NULL,
      createdAt bigint NOT NULL,
      modifier text COLLATE "C" NOT NULL,
      modifiedAt bigint NOT NULL,
      PRIMARY KEY (zone, name)
    );
    CREATE INDEX record_feed ON record (zone, changedAt);
    CREATE INDEX record_below ON record (zone, parent, name) WHERE parent IS NOT NULL;
    CREATE INDEX record_type ON record (zone, type, name);
    CREATE INDEX record_created ON record (zone, type, createdAt, name);
    CREATE INDEX record_modified ON record (zone, type, modifiedAt, name);
    CREATE INDEX record_shared ON record (zone, coveringShare, type, name)
      WHERE coveringShare IS NOT NULL;
    CREATE TABLE recordOwner (
      zone bytea NOT NULL,
      owner text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      PRIMARY KEY (zone, owner, name)
    );
    CREATE INDEX recordOwner_owned ON recordOwner (zone, name);
    CREATE TABLE recordShare (
      zone bytea NOT NULL,
      name text COLLATE "C" NOT NULL,
      root text COLLATE "C",
      access text COLLATE "C" NOT NULL,
      publicPermission text COLLATE "C" NOT NULL,
      document bytea NOT NULL UNIQUE CHECK (length(document) = 16),
      PRIMARY KEY (zone, name)
    );
    CREATE TABLE recordDeletion (
      zone bytea NOT NULL,
      name text COLLATE "C" NOT NULL,
      leftShare text COLLATE "C" NOT NULL,
      type text COLLATE "C" NOT NULL,
      changedAt bigint NOT NULL,
      coveringShare text COLLATE "C",
      at bigint NOT NULL,
      PRIMARY KEY (zone, name, leftShare)
    );
    CREATE INDEX recordDeletion_feed ON recordDeletion (zone, changedAt);
    CREATE INDEX recordDeletion_age ON recordDeletion (at);
    CREATE TABLE recordValue (
      zone bytea NOT NULL,
      type text COLLATE "C" NOT NULL,
      field text COLLATE "C" NOT NULL,
      kind bigint NOT NULL,
      value bytea NOT NULL,
      name text COLLATE "C" NOT NULL,
      PRIMARY KEY (zone, type, field, kind, value, name)
    );

    """

  static let assets = """
    CREATE TABLE recordAsset (
      hash bytea PRIMARY KEY CHECK (length(hash) = 32),
      size bigint NOT NULL,
      file bytea NOT NULL UNIQUE CHECK (length(file) = 16)
    );
    CREATE TABLE recordAssetUse (
      zone bytea NOT NULL,
      name text COLLATE "C" NOT NULL,
      hash bytea NOT NULL,
      PRIMARY KEY (zone, name, hash)
    );
    CREATE INDEX recordAssetUse_hash ON recordAssetUse (hash);
    CREATE TABLE recordAssetUpload (
      account text COLLATE "C" NOT NULL,
      container text COLLATE "C" NOT NULL,
      hash bytea NOT NULL,
      size bigint NOT NULL,
      file bytea NOT NULL UNIQUE CHECK (length(file) = 16),
      isComplete bigint NOT NULL,
      expiresAt bigint NOT NULL,
      PRIMARY KEY (account, container, hash)
    );
    CREATE INDEX recordAssetUpload_hash ON recordAssetUpload (hash);
    CREATE INDEX recordAssetUpload_age ON recordAssetUpload (expiresAt);
    CREATE TABLE recordAssetLoose (hash bytea PRIMARY KEY);

    """
}
