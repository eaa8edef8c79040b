import CollaborationDomain
import GroveIdentity

extension CollaborationRows {
  func apply(_ change: CollaborationChange) throws {
    forgetFound()
    switch change {
    case .putAccount(let record): try put(record)
    case .putSession(let record): try put(record)
    case .removeSession(let hash):
      try run("DELETE FROM session WHERE hash = ?", [Stored.blob(hash)])
    case .touchSession(let hash, let at):
      try run(
        "UPDATE session SET lastUsedAt = ? WHERE hash = ?", [Stored.integer(at), Stored.blob(hash)])
    case .putPasswordReset(let record): try put(record)
    case .removePasswordReset(let account):
      try run("DELETE FROM passwordReset WHERE account = ?", [account.text])
    case .putSignInCode(let record): try put(record)
    case .removeSignInCode(let account):
      try run("DELETE FROM signInCode WHERE account = ?", [account.text])
    case .forgetTraces(let account):
      for table in ["request", "knock", "waitingKnock", "signInName", "providerLink"] {
        try run("DELETE FROM \(table) WHERE account = ?", [account.text])
      }
      try forgetNotices(of: account)
    case .putSignInName(let record):
      try run(
        "INSERT INTO signInName (name, account) VALUES (?, ?)",
        [record.name.text, record.account.text])
    case .putProviderLink(let record):
      try run(
        "INSERT INTO providerLink (issuer, subject, account, linkedAt) VALUES (?, ?, ?, ?)",
        [
          record.identity.issuer, record.identity.subject, record.account.text,
          Stored.integer(record.linkedAt),
        ])
    case .removeProviderLink(let identity):
      try run(
        "DELETE FROM providerLink WHERE issuer = ? AND subject = ?",
        [identity.issuer, identity.subject])
    case .useAttempt(let record):
      try run(
        "INSERT INTO usedAttempt (state, expiresAt) VALUES (?, ?)",
        [Stored.blob(record.state), Stored.integer(record.expiresAt)])
    case .putDocument(let record): try put(record)
    case .appendEvent(let record): try append(record)
    case .putSnapshot(let record):
      try run(
        Upserts.snapshot,
        [
          Stored.blob(record.documentID), Stored.integer(record.sequence), Stored.blob(record.data),
        ])
    case .forgetContent(let id):
      try run("DELETE FROM logEntry WHERE document = ?", [Stored.blob(id)])
      try run("DELETE FROM snapshot WHERE document = ?", [Stored.blob(id)])
    case .storeAnswer(let record): try put(record)
    case .putCausedEvent(let record): try put(record)
    case .purge(let limits): try purge(limits)
    default: try applyMembership(change)
    }
  }

  private func put(_ record: AccountRecord) throws {
    let password = record.password
    try run(
      """
      INSERT INTO account
        (label, displayName, createdAt, salt, cost, blockSize, parallelism, hash,
        disabledAt, disabledReason, isDeleted, bornOf)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (label) DO UPDATE SET displayName = excluded.displayName,
        salt = excluded.salt, cost = excluded.cost, blockSize = excluded.blockSize,
        parallelism = excluded.parallelism, hash = excluded.hash,
        disabledAt = excluded.disabledAt, disabledReason = excluded.disabledReason,
        isDeleted = excluded.isDeleted, bornOf = excluded.bornOf
      """,
      [
        record.account.text, record.displayName, Stored.integer(record.createdAt),
        password.map { Stored.blob($0.salt) }, password.map { Int64($0.cost) },
        password.map { Int64($0.blockSize) }, password.map { Int64($0.parallelism) },
        password.map { Stored.blob($0.hash) }, Stored.integer(record.disabled?.at),
        record.disabled?.reason ?? "", record.disabled?.isDeleted == true ? 1 : 0,
        record.bornOf.map { Stored.blob($0) },
      ])
  }

  private func put(_ record: PasswordResetRecord) throws {
    // A link leads to one account.
    try run(
      "DELETE FROM passwordReset WHERE hash = ? AND account <> ?",
      [Stored.blob(record.hash), record.account.text])
    try run(
      Upserts.passwordReset,
      [record.account.text, Stored.blob(record.hash), Stored.integer(record.expiresAt)])
  }

  private func put(_ record: SignInCodeRecord) throws {
    // A code leads to one account.
    try run(
      "DELETE FROM signInCode WHERE hash = ? AND account <> ?",
      [Stored.blob(record.hash), record.account.text])
    try run(
      Upserts.signInCode,
      [
        record.account.text, Stored.blob(record.session), Stored.blob(record.hash),
        Stored.integer(record.expiresAt),
      ])
  }

  private func put(_ record: SessionRecord) throws {
    try run(
      "INSERT INTO session (\(Columns.session)) VALUES (?, ?, ?, ?, ?, ?)",
      [
        Stored.blob(record.hash), record.account.text, Stored.integer(record.createdAt),
        Stored.integer(record.expiresAt), Stored.integer(record.lastUsedAt), record.device,
      ])
  }

  private func put(_ record: DocumentRecord) throws {
    try run(
      """
      INSERT INTO document (\(Columns.document)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, title = excluded.title,
        location = excluded.location, lastSequence = excluded.lastSequence,
        collaboration = excluded.collaboration, deletedAt = excluded.deletedAt,
        firstLines = excluded.firstLines
      """,
      [
        Stored.blob(record.id), record.owner.text, record.title, record.location,
        Stored.integer(record.createdAt), Stored.integer(record.lastSequence),
        record.collaborationID?.text, Stored.integer(record.deletedAt), record.kind.rawValue,
        record.firstLines,
      ])
  }

  private func put(_ record: StoredAnswer) throws {
    try run(
      Upserts.request,
      [
        record.account.text, Stored.blob(record.requestID), try JSONColumn.encode(record.answer),
        Stored.integer(record.expiresAt),
      ])
  }

  private func put(_ record: CausedEvent) throws {
    try run(
      Upserts.causedEvent,
      [
        Stored.blob(record.documentID), record.account.text, record.kind.rawValue,
        Stored.integer(record.at), record.root.map { Stored.blob($0) },
      ])
  }

  private func purge(_ limits: ExpiryLimits) throws {
    for table in [
      "usedNonce", "usedAttempt", "request", "session", "withdrawnIdentity", "passwordReset",
      "waitingNotice", "signInCode",
    ] {
      try run("DELETE FROM \(table) WHERE expiresAt <= ?", [Stored.integer(limits.expiresAt)])
    }
    try run("DELETE FROM causedEvent WHERE at < ?", [Stored.integer(limits.causedAt)])
    try run("DELETE FROM knock WHERE ignoredAt <= ?", [Stored.integer(limits.ignoredAt)])
    try run("DELETE FROM collaboration WHERE endedAt <= ?", [Stored.integer(limits.endedAt)])
    try run("DELETE FROM document WHERE deletedAt <= ?", [Stored.integer(limits.endedAt)])
  }
}
