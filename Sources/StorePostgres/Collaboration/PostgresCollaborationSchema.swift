/// The tables of a collaboration server (protocol 9.1), with those of records and drives, as SQLite's file has them after
/// all of its migrations: the same names, columns, checks and indices. Frozen: a shipped text is never edited, only
/// followed by another.
///
/// Keys begin with what a table can be spread by: a collaboration, a document, an account, a zone, a folder of a drive;
/// or are what is looked up alone, such as a hash. Texts are compared as bytes.
enum PostgresCollaborationSchema {
  static let migrations = [
    PostgresMigration(
      "collaboration-1",
      accounts + documents + membership + notices + records + assets + drives + files),
    PostgresMigration("collaboration-persons", persons),
    // Who does not know it signs nobody in by such a name, and may register one: it leads to whoever had it first.
    PostgresMigration("collaboration-sign-in-names", signInNames, bearsOlder: true),
  ]

  /// What people sign in with whose accounts have labels that nobody chose.
  private static let signInNames = """
    CREATE TABLE signInName (
      name text COLLATE "C" PRIMARY KEY,
      account text COLLATE "C" NOT NULL REFERENCES account (label)
    );
    CREATE UNIQUE INDEX signInName_account ON signInName (account);
    """

  /// Which identities are one person's.
  private static let persons = """
    ALTER TABLE identity ADD COLUMN person bytea CHECK (person IS NULL OR length(person) = 32);
    CREATE INDEX identity_person ON identity (collaboration, person, root) WHERE person IS NOT NULL;
    """

  private static let accounts = """
    CREATE TABLE account (
      label text COLLATE "C" PRIMARY KEY,
      displayName text COLLATE "C" NOT NULL,
      createdAt bigint NOT NULL,
      salt bytea,
      cost bigint,
      blockSize bigint,
      parallelism bigint,
      hash bytea,
      disabledAt bigint,
      disabledReason text COLLATE "C" NOT NULL DEFAULT '',
      isDeleted bigint NOT NULL DEFAULT 0,
      bornOf bytea CHECK (bornOf IS NULL OR length(bornOf) = 32),
      CHECK ((salt IS NULL) = (hash IS NULL))
    );
    CREATE TABLE session (
      hash bytea PRIMARY KEY CHECK (length(hash) = 32),
      account text COLLATE "C" NOT NULL REFERENCES account (label),
      createdAt bigint NOT NULL,
      expiresAt bigint NOT NULL,
      lastUsedAt bigint NOT NULL DEFAULT 0,
      device text COLLATE "C" NOT NULL DEFAULT ''
    );
    CREATE INDEX session_expiry ON session (expiresAt);
    CREATE INDEX session_account ON session (account, lastUsedAt, hash);
    CREATE TABLE passwordReset (
      account text COLLATE "C" PRIMARY KEY REFERENCES account (label),
      hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
      expiresAt bigint NOT NULL
    );
    CREATE INDEX passwordReset_expiry ON passwordReset (expiresAt);
    CREATE TABLE signInCode (
      account text COLLATE "C" PRIMARY KEY REFERENCES account (label),
      session bytea NOT NULL CHECK (length(session) = 32),
      hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
      expiresAt bigint NOT NULL
    );
    CREATE INDEX signInCode_expiry ON signInCode (expiresAt);
    CREATE TABLE providerLink (
      issuer text COLLATE "C" NOT NULL,
      subject text COLLATE "C" NOT NULL,
      account text COLLATE "C" NOT NULL REFERENCES account (label),
      linkedAt bigint NOT NULL,
      PRIMARY KEY (issuer, subject)
    );
    CREATE UNIQUE INDEX providerLink_account ON providerLink (account, issuer);
    CREATE TABLE usedAttempt (
      state bytea PRIMARY KEY CHECK (length(state) = 32),
      expiresAt bigint NOT NULL
    );
    CREATE INDEX usedAttempt_expiry ON usedAttempt (expiresAt);
    CREATE TABLE appPassword (
      hash bytea PRIMARY KEY CHECK (length(hash) = 32),
      account text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      createdAt bigint NOT NULL,
      lastUsedAt bigint NOT NULL
    );
    CREATE INDEX appPassword_account ON appPassword (account, createdAt, hash);
    CREATE TABLE request (
      account text COLLATE "C" NOT NULL,
      requestID bytea NOT NULL,
      result text COLLATE "C" NOT NULL,
      expiresAt bigint NOT NULL,
      PRIMARY KEY (account, requestID)
    );
    CREATE INDEX request_expiry ON request (expiresAt);
    CREATE TABLE usedNonce (
      nonce bytea PRIMARY KEY CHECK (length(nonce) = 16),
      root bytea NOT NULL,
      account text COLLATE "C" NOT NULL,
      expiresAt bigint NOT NULL
    );
    CREATE INDEX usedNonce_expiry ON usedNonce (expiresAt);

    """

  private static let documents = """
    CREATE TABLE document (
      id bytea PRIMARY KEY CHECK (length(id) = 16),
      owner text COLLATE "C" NOT NULL,
      title text COLLATE "C" NOT NULL,
      location text COLLATE "C" NOT NULL,
      createdAt bigint NOT NULL,
      lastSequence bigint NOT NULL,
      collaboration text COLLATE "C",
      deletedAt bigint,
      firstLines text COLLATE "C",
      kind bigint NOT NULL DEFAULT 0
    );
    CREATE INDEX document_owner ON document (owner);
    CREATE INDEX document_deleted ON document (deletedAt) WHERE deletedAt IS NOT NULL;
    CREATE INDEX document_owned ON document (owner, createdAt, id) WHERE deletedAt IS NULL;
    CREATE TABLE logEntry (
      document bytea NOT NULL REFERENCES document (id),
      sequence bigint NOT NULL CHECK (sequence > 0),
      kind text COLLATE "C" NOT NULL,
      account text COLLATE "C" NOT NULL,
      at bigint NOT NULL,
      updateID bytea,
      text text COLLATE "C",
      data bytea
    );
    CREATE UNIQUE INDEX logEntry_position ON logEntry (document, sequence);
    CREATE UNIQUE INDEX logEntry_update ON logEntry (document, updateID)
      WHERE updateID IS NOT NULL;
    CREATE TABLE snapshot (
      document bytea PRIMARY KEY REFERENCES document (id),
      sequence bigint NOT NULL,
      data bytea NOT NULL
    );
    CREATE TABLE causedEvent (
      document bytea NOT NULL,
      account text COLLATE "C" NOT NULL,
      kind text COLLATE "C" NOT NULL,
      at bigint NOT NULL,
      root bytea,
      PRIMARY KEY (document, account, kind)
    );
    CREATE INDEX causedEvent_at ON causedEvent (at);

    """

  private static let membership = """
    CREATE TABLE collaboration (
      id text COLLATE "C" PRIMARY KEY,
      document bytea NOT NULL,
      epoch bigint NOT NULL,
      access text COLLATE "C" NOT NULL,
      comments bigint NOT NULL,
      mentions bigint NOT NULL,
      appSelection text COLLATE "C",
      preparedAt bigint NOT NULL,
      wasUsed bigint NOT NULL,
      endedAt bigint,
      linkAccess text COLLATE "C"
    );
    CREATE INDEX collaboration_unused ON collaboration (preparedAt)
      WHERE wasUsed = 0 AND endedAt IS NULL;
    CREATE INDEX collaboration_ended ON collaboration (endedAt) WHERE endedAt IS NOT NULL;
    CREATE TABLE identity (
      collaboration text COLLATE "C" NOT NULL,
      root bytea NOT NULL CHECK (length(root) = 32),
      activationEpoch bigint NOT NULL,
      addedBy text COLLATE "C" NOT NULL,
      addedAt bigint NOT NULL,
      origin text COLLATE "C" NOT NULL,
      replaced bytea CHECK (replaced IS NULL OR length(replaced) = 32),
      PRIMARY KEY (collaboration, root)
    );
    CREATE INDEX identity_link ON identity (collaboration, root) WHERE origin = 'link';
    CREATE TABLE binding (
      collaboration text COLLATE "C" NOT NULL,
      root bytea NOT NULL,
      account text COLLATE "C" NOT NULL,
      epoch bigint NOT NULL,
      boundAt bigint NOT NULL,
      PRIMARY KEY (collaboration, root),
      FOREIGN KEY (collaboration, root) REFERENCES identity (collaboration, root)
        ON DELETE CASCADE
    );
    CREATE INDEX binding_account ON binding (account, collaboration);
    CREATE TABLE withdrawnIdentity (
      collaboration text COLLATE "C" NOT NULL,
      root bytea NOT NULL CHECK (length(root) = 32),
      expiresAt bigint NOT NULL,
      PRIMARY KEY (collaboration, root)
    );
    CREATE INDEX withdrawnIdentity_expiry ON withdrawnIdentity (expiresAt);
    CREATE TABLE knock (
      collaboration text COLLATE "C" NOT NULL,
      account text COLLATE "C" NOT NULL,
      id bytea NOT NULL UNIQUE,
      note text COLLATE "C",
      at bigint NOT NULL,
      ignoredAt bigint,
      PRIMARY KEY (collaboration, account)
    );
    CREATE INDEX knock_open ON knock (collaboration, at) WHERE ignoredAt IS NULL;
    CREATE INDEX knock_ignored ON knock (ignoredAt) WHERE ignoredAt IS NOT NULL;
    CREATE INDEX knock_account ON knock (account);
    CREATE TABLE waitingKnock (
      collaboration text COLLATE "C" NOT NULL,
      account text COLLATE "C" NOT NULL,
      id bytea NOT NULL,
      note text COLLATE "C",
      at bigint NOT NULL,
      PRIMARY KEY (collaboration, account)
    );
    CREATE INDEX waitingKnock_at ON waitingKnock (at, id);
    CREATE INDEX waitingKnock_account ON waitingKnock (account);

    """

  private static let notices = """
    CREATE TABLE noticeAddress (
      collaboration text COLLATE "C" NOT NULL,
      root bytea NOT NULL CHECK (length(root) = 32),
      account text COLLATE "C" NOT NULL,
      endpoint text COLLATE "C" NOT NULL,
      publicKey bytea NOT NULL CHECK (length(publicKey) = 65),
      secret bytea NOT NULL CHECK (length(secret) = 16),
      nextCounter bigint NOT NULL,
      isLast bigint NOT NULL,
      PRIMARY KEY (collaboration, root)
    );
    CREATE INDEX noticeAddress_account ON noticeAddress (account);
    CREATE TABLE noticeEvent (
      collaboration text COLLATE "C" NOT NULL,
      account text COLLATE "C" NOT NULL,
      kind text COLLATE "C" NOT NULL,
      subject bytea NOT NULL,
      actorRoot bytea NOT NULL CHECK (length(actorRoot) = 32),
      name text COLLATE "C",
      at bigint NOT NULL,
      firstAt bigint NOT NULL,
      dueAt bigint NOT NULL,
      isLast bigint NOT NULL,
      noticeID bytea,
      afterRoot bytea,
      changesLines bigint NOT NULL DEFAULT 0,
      mentioned bytea NOT NULL DEFAULT '',
      PRIMARY KEY (collaboration, account, kind, subject)
    );
    CREATE INDEX noticeEvent_due ON noticeEvent (dueAt);
    CREATE TABLE waitingNotice (
      collaboration text COLLATE "C" NOT NULL,
      account text COLLATE "C" NOT NULL,
      kind text COLLATE "C" NOT NULL,
      subject bytea NOT NULL,
      actorRoot bytea NOT NULL CHECK (length(actorRoot) = 32),
      name text COLLATE "C",
      at bigint NOT NULL,
      root bytea NOT NULL CHECK (length(root) = 32),
      receiver text COLLATE "C" NOT NULL,
      relay text COLLATE "C" NOT NULL,
      endpoint text COLLATE "C" NOT NULL,
      publicKey bytea NOT NULL,
      secret bytea NOT NULL,
      nextCounter bigint NOT NULL,
      noticeID bytea NOT NULL CHECK (length(noticeID) = 16),
      counter bigint NOT NULL,
      attempts bigint NOT NULL,
      dueAt bigint NOT NULL,
      expiresAt bigint NOT NULL,
      PRIMARY KEY (collaboration, root, account, kind, subject)
    );
    CREATE INDEX waitingNotice_relay ON waitingNotice (relay, dueAt);
    CREATE INDEX waitingNotice_due ON waitingNotice (dueAt);
    CREATE INDEX waitingNotice_expiry ON waitingNotice (expiresAt);

    """
}
