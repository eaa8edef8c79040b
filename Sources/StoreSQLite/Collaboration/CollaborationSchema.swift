/// The tables of a collaboration server (protocol 9.1). Frozen: a shipped text is never edited,
/// only followed by another.
///
/// What is looked up by key is `WITHOUT ROWID`, so a grant costs a few point look-ups however many
/// identities there are. Log and snapshots hold large blobs, which such tables handle badly, and so
/// are ordinary tables. Labels and identifiers are compared as bytes, which is how SQLite compares
/// text.
enum CollaborationSchema {
  static let migrations = [
    SQLiteMigration("collaboration-1", accounts + documents + membership),
    SQLiteMigration("collaboration-pages", pages),
    SQLiteMigration("collaboration-waiting-knocks", waitingKnocks),
    SQLiteMigration("collaboration-sessions", sessions),
    SQLiteMigration("collaboration-withdrawn-identities", withdrawnIdentities),
    SQLiteMigration("collaboration-replaced-identities", replacedIdentities),
    SQLiteMigration("collaboration-operators", operators),
    SQLiteMigration("collaboration-provider-links", providerLinks),
    SQLiteMigration("collaboration-born-accounts", bornAccounts),
    SQLiteMigration("collaboration-notices", notices),
    SQLiteMigration("collaboration-link-access", linkAccess),
    SQLiteMigration("collaboration-first-lines", firstLines),
    SQLiteMigration("collaboration-mentioned", mentioned),
    SQLiteMigration("collaboration-sign-in-codes", signInCodes),
    SQLiteMigration("collaboration-persons", persons),
    SQLiteMigration("collaboration-sign-in-names", signInNames),
  ]

  /// What people sign in with whose accounts have labels that nobody chose. Few have it.
  private static let signInNames = """
    CREATE TABLE signInName (
      name TEXT NOT NULL PRIMARY KEY,
      account TEXT NOT NULL REFERENCES account (label)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX signInName_account ON signInName (account);
    """

  /// Which identities are one person's. Few have it; most people are invited once.
  private static let persons = """
    ALTER TABLE identity ADD COLUMN person BLOB CHECK (person IS NULL OR length(person) = 32);
    CREATE INDEX identity_person ON identity (collaboration, person, root) WHERE person IS NOT NULL;
    """

  /// By what a session lets another device sign in.
  private static let signInCodes = """
    CREATE TABLE signInCode (
      account TEXT NOT NULL PRIMARY KEY REFERENCES account (label),
      session BLOB NOT NULL CHECK (length(session) = 32),
      hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
      expiresAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX signInCode_expiry ON signInCode (expiresAt);
    """

  /// Roots, one after the other: who hears of a mention, and not of what it stands in besides.
  private static let mentioned = """
    ALTER TABLE noticeEvent ADD COLUMN mentioned BLOB NOT NULL DEFAULT x'';
    """

  /// What cards show of a document, and whether something that waits to be told changes that.
  private static let firstLines = """
    ALTER TABLE document ADD COLUMN firstLines TEXT;
    ALTER TABLE noticeEvent ADD COLUMN changesLines INTEGER NOT NULL DEFAULT 0;
    """

  /// Whoever comes in by the link alone is few among many: closing it finds them without the others.
  private static let linkAccess = """
    ALTER TABLE collaboration ADD COLUMN linkAccess TEXT;
    CREATE INDEX identity_link ON identity (collaboration, root) WHERE origin = 'link';
    """

  /// So that a page of a list costs a page, however long the list is.
  private static let pages = """
    CREATE INDEX document_owned ON document (owner, createdAt, id) WHERE deletedAt IS NULL;
    """

  /// What a person sees of where they are signed in.
  private static let sessions = """
    ALTER TABLE session ADD COLUMN lastUsedAt INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE session ADD COLUMN device TEXT NOT NULL DEFAULT '';
    UPDATE session SET lastUsedAt = createdAt;
    CREATE INDEX session_account ON session (account, lastUsedAt, hash);
    """

  /// Identities that were removed before they came.
  private static let withdrawnIdentities = """
    CREATE TABLE withdrawnIdentity (
      collaboration TEXT NOT NULL,
      root BLOB NOT NULL CHECK (length(root) = 32),
      expiresAt INTEGER NOT NULL,
      PRIMARY KEY (collaboration, root)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX withdrawnIdentity_expiry ON withdrawnIdentity (expiresAt);
    """

  /// In whose place an identity came last.
  private static let replacedIdentities = """
    ALTER TABLE identity ADD COLUMN replaced BLOB CHECK (replaced IS NULL OR length(replaced) = 32);
    """

  /// What operators decide about accounts. The indices are for deleting one.
  private static let operators = """
    ALTER TABLE account ADD COLUMN disabledAt INTEGER;
    ALTER TABLE account ADD COLUMN disabledReason TEXT NOT NULL DEFAULT '';
    ALTER TABLE account ADD COLUMN isDeleted INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE passwordReset (
      account TEXT NOT NULL PRIMARY KEY REFERENCES account (label),
      hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
      expiresAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX passwordReset_expiry ON passwordReset (expiresAt);
    CREATE INDEX knock_account ON knock (account);
    CREATE INDEX waitingKnock_account ON waitingKnock (account);
    """

  /// By whose proof an account was made.
  private static let bornAccounts = """
    ALTER TABLE account ADD COLUMN bornOf BLOB CHECK (bornOf IS NULL OR length(bornOf) = 32);
    """

  /// Who signs in through an OpenID Provider, and which of its answers were taken.
  private static let providerLinks = """
    CREATE TABLE providerLink (
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      account TEXT NOT NULL REFERENCES account (label),
      linkedAt INTEGER NOT NULL,
      PRIMARY KEY (issuer, subject)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX providerLink_account ON providerLink (account, issuer);
    CREATE TABLE usedAttempt (
      state BLOB NOT NULL PRIMARY KEY CHECK (length(state) = 32),
      expiresAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX usedAttempt_expiry ON usedAttempt (expiresAt);
    """

  /// Who hears of a collaboration, what happened that nobody has been told yet, and what is on its way.
  /// The last address row outlives its identity until it has heard of the end, so there is no foreign
  /// key: the changes that remove identities and bindings remove these rows too.
  private static let notices = """
    CREATE TABLE noticeAddress (
      collaboration TEXT NOT NULL,
      root BLOB NOT NULL CHECK (length(root) = 32),
      account TEXT NOT NULL,
      endpoint TEXT NOT NULL,
      publicKey BLOB NOT NULL CHECK (length(publicKey) = 65),
      secret BLOB NOT NULL CHECK (length(secret) = 16),
      nextCounter INTEGER NOT NULL,
      isLast INTEGER NOT NULL,
      PRIMARY KEY (collaboration, root)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX noticeAddress_account ON noticeAddress (account);
    CREATE TABLE noticeEvent (
      collaboration TEXT NOT NULL,
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      subject BLOB NOT NULL,
      actorRoot BLOB NOT NULL CHECK (length(actorRoot) = 32),
      name TEXT,
      at INTEGER NOT NULL,
      firstAt INTEGER NOT NULL,
      dueAt INTEGER NOT NULL,
      isLast INTEGER NOT NULL,
      noticeID BLOB,
      afterRoot BLOB,
      PRIMARY KEY (collaboration, account, kind, subject)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX noticeEvent_due ON noticeEvent (dueAt);
    CREATE TABLE waitingNotice (
      collaboration TEXT NOT NULL,
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      subject BLOB NOT NULL,
      actorRoot BLOB NOT NULL CHECK (length(actorRoot) = 32),
      name TEXT,
      at INTEGER NOT NULL,
      root BLOB NOT NULL CHECK (length(root) = 32),
      receiver TEXT NOT NULL,
      relay TEXT NOT NULL,
      endpoint TEXT NOT NULL,
      publicKey BLOB NOT NULL,
      secret BLOB NOT NULL,
      nextCounter INTEGER NOT NULL,
      noticeID BLOB NOT NULL CHECK (length(noticeID) = 16),
      counter INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      dueAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL,
      PRIMARY KEY (collaboration, root, account, kind, subject)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX waitingNotice_relay ON waitingNotice (relay, dueAt);
    CREATE INDEX waitingNotice_due ON waitingNotice (dueAt);
    CREATE INDEX waitingNotice_expiry ON waitingNotice (expiresAt);
    """

  private static let accounts = """
    CREATE TABLE account (
      label TEXT NOT NULL PRIMARY KEY,
      displayName TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      salt BLOB, cost INTEGER, blockSize INTEGER, parallelism INTEGER, hash BLOB,
      CHECK ((salt IS NULL) = (hash IS NULL))
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE session (
      hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
      account TEXT NOT NULL REFERENCES account (label),
      createdAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX session_expiry ON session (expiresAt);

    """

  private static let documents = """
    CREATE TABLE document (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      owner TEXT NOT NULL,
      title TEXT NOT NULL,
      location TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      lastSequence INTEGER NOT NULL,
      collaboration TEXT,
      deletedAt INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX document_owner ON document (owner);
    CREATE INDEX document_deleted ON document (deletedAt) WHERE deletedAt IS NOT NULL;
    CREATE TABLE logEntry (
      document BLOB NOT NULL REFERENCES document (id),
      sequence INTEGER NOT NULL CHECK (sequence > 0),
      kind TEXT NOT NULL,
      account TEXT NOT NULL,
      at INTEGER NOT NULL,
      updateID BLOB,
      text TEXT,
      data BLOB
    ) STRICT;
    CREATE UNIQUE INDEX logEntry_position ON logEntry (document, sequence);
    CREATE UNIQUE INDEX logEntry_update ON logEntry (document, updateID)
      WHERE updateID IS NOT NULL;
    CREATE TABLE snapshot (
      document BLOB NOT NULL PRIMARY KEY REFERENCES document (id),
      sequence INTEGER NOT NULL,
      data BLOB NOT NULL
    ) STRICT;
    CREATE TABLE causedEvent (
      document BLOB NOT NULL,
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      at INTEGER NOT NULL,
      root BLOB,
      PRIMARY KEY (document, account, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX causedEvent_at ON causedEvent (at);

    """

  private static let membership = """
    CREATE TABLE collaboration (
      id TEXT NOT NULL PRIMARY KEY,
      document BLOB NOT NULL,
      epoch INTEGER NOT NULL,
      access TEXT NOT NULL,
      comments INTEGER NOT NULL,
      mentions INTEGER NOT NULL,
      appSelection TEXT,
      preparedAt INTEGER NOT NULL,
      wasUsed INTEGER NOT NULL,
      endedAt INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX collaboration_unused ON collaboration (preparedAt)
      WHERE wasUsed = 0 AND endedAt IS NULL;
    CREATE INDEX collaboration_ended ON collaboration (endedAt) WHERE endedAt IS NOT NULL;
    CREATE TABLE identity (
      collaboration TEXT NOT NULL,
      root BLOB NOT NULL CHECK (length(root) = 32),
      activationEpoch INTEGER NOT NULL,
      addedBy TEXT NOT NULL,
      addedAt INTEGER NOT NULL,
      origin TEXT NOT NULL,
      PRIMARY KEY (collaboration, root)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE binding (
      collaboration TEXT NOT NULL,
      root BLOB NOT NULL,
      account TEXT NOT NULL,
      epoch INTEGER NOT NULL,
      boundAt INTEGER NOT NULL,
      PRIMARY KEY (collaboration, root),
      FOREIGN KEY (collaboration, root) REFERENCES identity (collaboration, root)
        ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX binding_account ON binding (account, collaboration);
    CREATE TABLE usedNonce (
      nonce BLOB NOT NULL PRIMARY KEY CHECK (length(nonce) = 16),
      root BLOB NOT NULL,
      account TEXT NOT NULL,
      expiresAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX usedNonce_expiry ON usedNonce (expiresAt);
    CREATE TABLE request (
      account TEXT NOT NULL,
      requestID BLOB NOT NULL,
      result TEXT NOT NULL,
      expiresAt INTEGER NOT NULL,
      PRIMARY KEY (account, requestID)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX request_expiry ON request (expiresAt);
    CREATE TABLE knock (
      collaboration TEXT NOT NULL,
      account TEXT NOT NULL,
      id BLOB NOT NULL UNIQUE,
      note TEXT,
      at INTEGER NOT NULL,
      ignoredAt INTEGER,
      PRIMARY KEY (collaboration, account)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX knock_open ON knock (collaboration, at) WHERE ignoredAt IS NULL;
    CREATE INDEX knock_ignored ON knock (ignoredAt) WHERE ignoredAt IS NOT NULL;
    """

  /// Knocks as they come, before anything is looked at: a row for any identifier whatever.
  private static let waitingKnocks = """
    CREATE TABLE waitingKnock (
      collaboration TEXT NOT NULL,
      account TEXT NOT NULL,
      id BLOB NOT NULL,
      note TEXT,
      at INTEGER NOT NULL,
      PRIMARY KEY (collaboration, account)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX waitingKnock_at ON waitingKnock (at, id);
    """
}
