import CollaborationDomain
import Foundation
import GroveIdentity

/// Texts that nearly every request needs, made once: putting one together takes as long as finding its row.
extension CollaborationRows {
  private enum Texts {
    static let account = "SELECT \(Columns.account) FROM account WHERE label = ?"
    static let session = "SELECT \(Columns.session) FROM session WHERE hash = ?"
    static let document = orMadeUp(
      "SELECT \(Columns.document), 1 FROM document WHERE id = ?1",
      "?1, 'somebody@docs.example', 'a title', '/', 0, 0, NULL, NULL, 0, 'a line', 0")
  }
}

extension CollaborationRows: CollaborationReader {
  func account(_ account: AccountLabel) throws -> AccountRecord? {
    try one(Texts.account, [account.text], Self.account)
  }

  func accounts(after label: AccountLabel?, limit: Int) throws -> [AccountRecord] {
    // No label is empty.
    try all(
      "SELECT \(Columns.account) FROM account WHERE label > ? ORDER BY label LIMIT ?",
      [label?.text ?? "", limit], Self.account)
  }

  func passwordReset(_ hash: PasswordResetHash) throws -> PasswordResetRecord? {
    try one(
      "SELECT account, hash, expiresAt FROM passwordReset WHERE hash = ?", [Stored.blob(hash)],
      Self.passwordReset)
  }

  func passwordReset(of account: AccountLabel) throws -> PasswordResetRecord? {
    try one(
      "SELECT account, hash, expiresAt FROM passwordReset WHERE account = ?", [account.text],
      Self.passwordReset)
  }

  func signInCode(_ hash: SignInCodeHash) throws -> SignInCodeRecord? {
    try one(
      "SELECT \(Columns.signInCode) FROM signInCode WHERE hash = ?", [Stored.blob(hash)],
      Self.signInCode)
  }

  func signInCode(of account: AccountLabel) throws -> SignInCodeRecord? {
    try one(
      "SELECT \(Columns.signInCode) FROM signInCode WHERE account = ?", [account.text],
      Self.signInCode)
  }

  func session(_ hash: SessionHash) throws -> SessionRecord? {
    try one(Texts.session, [Stored.blob(hash)], Self.session)
  }

  func sessions(of account: AccountLabel) throws -> [SessionRecord] {
    try all(
      """
      SELECT \(Columns.session) FROM session WHERE account = ?
      ORDER BY lastUsedAt DESC, hash DESC LIMIT ?
      """, [account.text, AccountRules.maximumSessions], Self.session)
  }

  func signInName(_ name: AccountLabel) throws -> SignInName? {
    try one(
      "SELECT name, account FROM signInName WHERE name = ?", [name.text], Self.signInName)
  }

  func signInName(of account: AccountLabel) throws -> SignInName? {
    try one(
      "SELECT name, account FROM signInName WHERE account = ?", [account.text], Self.signInName)
  }

  func providerLink(of identity: ProviderIdentity) throws -> ProviderLink? {
    try one(
      "SELECT \(Columns.providerLink) FROM providerLink WHERE issuer = ? AND subject = ?",
      [identity.issuer, identity.subject], Self.providerLink)
  }

  func providerLinks(of account: AccountLabel) throws -> [ProviderLink] {
    try all(
      "SELECT \(Columns.providerLink) FROM providerLink WHERE account = ? ORDER BY issuer",
      [account.text], Self.providerLink)
  }

  func isUsed(_ state: ProviderState) throws -> Bool {
    try one("SELECT 1 FROM usedAttempt WHERE state = ?", [Stored.blob(state)]) { _ in true }
      ?? false
  }

  func storedDocument(_ id: DocumentID) throws -> DocumentRecord? {
    try oneAlike(Texts.document, [Stored.blob(id)], flag: 10, Self.document)
  }

  func documents(
    ownedBy account: AccountLabel, kind: DocumentRecord.Kind?, after place: ListCursor<DocumentID>?,
    limit: Int
  ) throws -> [DocumentRecord] {
    let (time, id) = Self.columns(of: place)
    return try all(
      """
      SELECT \(Columns.document) FROM document INDEXED BY document_owned
      WHERE owner = ? AND deletedAt IS NULL AND (createdAt, id) < (?, ?) AND kind = coalesce(?, kind)
      ORDER BY createdAt DESC, id DESC LIMIT ?
      """, [account.text, time, id, kind?.rawValue, limit], Self.document)
  }

  /// Before everything there is, for the first page.
  private static func columns(of place: ListCursor<DocumentID>?) -> (Int64, [UInt8]) {
    place.map { (Stored.integer($0.at), Stored.blob($0.id)) } ?? (.max, [])
  }

  func countDocuments(ownedBy account: AccountLabel, upTo limit: Int) throws -> Int {
    try count(
      "document WHERE owner = ? AND deletedAt IS NULL AND kind = 0", account.text, upTo: limit)
  }

  func documents(
    grantedTo account: AccountLabel, kind: DocumentRecord.Kind?,
    after place: ListCursor<DocumentID>?, limit: Int
  ) throws -> [DocumentRecord] {
    let (time, id) = Self.columns(of: place)
    return try all(
      """
      SELECT DISTINCT \(Columns.of("d", Columns.document))
      FROM binding b
      JOIN identity i ON i.collaboration = b.collaboration AND i.root = b.root
      JOIN collaboration c ON c.id = b.collaboration
      JOIN document d ON d.id = c.document
      WHERE b.account = ? AND b.epoch >= i.activationEpoch
        AND c.endedAt IS NULL AND d.deletedAt IS NULL AND (d.createdAt, d.id) < (?, ?)
        AND d.kind = coalesce(?, d.kind)
      ORDER BY d.createdAt DESC, d.id DESC LIMIT ?
      """, [account.text, time, id, kind?.rawValue, limit], Self.document)
  }

  func sequence(ofUpdate updateID: RequestID, in document: DocumentID) throws -> UInt64? {
    try one(
      "SELECT sequence FROM logEntry WHERE document = ? AND updateID = ?",
      [Stored.blob(document), Stored.blob(updateID)]
    ) { try $0.number(0) }
  }

  func events(of document: DocumentID, after sequence: UInt64, limit: Int, bytes: Int) throws
    -> [EventRecord]
  {
    var total = 0
    return try all(
      """
      SELECT \(Columns.entry) FROM logEntry WHERE document = ? AND sequence > ?
      ORDER BY sequence LIMIT ?
      """, [Stored.blob(document), Stored.integer(sequence), limit], while: { total < bytes }
    ) { row in
      let entry = try Self.entry(row)
      total += entry.size
      return entry
    }
  }

  func lastUpdate(of document: DocumentID) throws -> UInt64? {
    // Backwards along the log's positions: between two updates stand few entries of other kinds.
    try one(
      """
      SELECT at FROM logEntry
      WHERE document = ? AND kind IN ('edit', 'comment', 'renamed') ORDER BY sequence DESC LIMIT 1
      """, [Stored.blob(document)]
    ) { try $0.number(0) }
  }

  func snapshotSize(of document: DocumentID) throws -> Int {
    try one("SELECT length(data) FROM snapshot WHERE document = ?", [Stored.blob(document)]) {
      Int(clamping: try $0.number(0))
    } ?? 0
  }

  func snapshot(of document: DocumentID) throws -> SnapshotRecord? {
    try one("SELECT sequence, data FROM snapshot WHERE document = ?", [Stored.blob(document)]) {
      SnapshotRecord(documentID: document, sequence: try $0.number(0), data: try $0.bytes(1))
    }
  }

  func usedNonce(_ nonce: ChallengeNonce) throws -> NonceRecord? {
    try one(
      "SELECT root, account, expiresAt FROM usedNonce WHERE nonce = ?", [Stored.blob(nonce)]
    ) { row in
      NonceRecord(
        nonce: nonce, root: try row.fixed(0), account: try row.checked(1),
        expiresAt: try row.number(2))
    }
  }

  func answer(to requestID: RequestID, by account: AccountLabel) throws -> StoredAnswer? {
    try one(
      "SELECT result, expiresAt FROM request WHERE account = ? AND requestID = ?",
      [account.text, Stored.blob(requestID)]
    ) { row in
      StoredAnswer(
        account: account, requestID: requestID, answer: try JSONColumn.decode(try row.text(0)),
        expiresAt: try row.number(1))
    }
  }

  func causedEvent(_ kind: CausedEvent.Kind, by account: AccountLabel, in document: DocumentID)
    throws -> CausedEvent?
  {
    try one(
      "SELECT at, root FROM causedEvent WHERE document = ? AND account = ? AND kind = ?",
      [Stored.blob(document), account.text, kind.rawValue]
    ) { row in
      CausedEvent(
        documentID: document, account: account, kind: kind, at: try row.number(0),
        root: try row.optionalFixed(1))
    }
  }
}
