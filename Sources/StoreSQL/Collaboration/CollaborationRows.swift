package import CollaborationDomain
import GroveIdentity
import RecordDomain

/// The collaboration server's rows.
struct CollaborationRows: StoredRows {
  typealias Damage = CollaborationStoreError

  let connection: any SQLConnection
  private let found = Found()

  /// What has been looked up, and nothing of it written, since these rows were made: who decides about a grant asks for its
  /// collaboration and its document three times, of the twelve look-ups that it takes.
  private final class Found {
    var collaborations: [CollaborationID: CollaborationRecord?] = [:]
    var documents: [DocumentID: DocumentRecord?] = [:]
  }

  init(_ connection: any SQLConnection) { self.connection = connection }

  func collaboration(_ id: CollaborationID) throws -> CollaborationRecord? {
    if let known = found.collaborations[id] { return known }
    let record = try storedCollaboration(id)
    found.collaborations[id] = .some(record)
    return record
  }

  func document(_ id: DocumentID) throws -> DocumentRecord? {
    if let known = found.documents[id] { return known }
    let record = try storedDocument(id)
    found.documents[id] = .some(record)
    return record
  }

  /// What was looked up before may not be so any more.
  func forgetFound() { (found.collaborations, found.documents) = ([:], [:]) }

  /// - Parameter rows: a table and a condition with one argument.
  func count(_ rows: String, _ key: String, upTo limit: Int) throws -> Int {
    try count("SELECT count(*) FROM (SELECT 1 FROM \(rows) LIMIT ?) AS found", [key, limit])
  }
}

extension SQLConnection {
  /// What rules ask the collaboration server's rows, for no longer than this transaction.
  package var collaborations: any CollaborationReader { CollaborationRows(self) }

  /// Runs a decision and writes what it changes.
  /// - Returns: the answer, and whether rows went, or were replaced, whose bytes must not stay behind.
  package func make<Answer>(_ decide: (any CollaborationReader) throws -> Decision<Answer>) throws
    -> (answer: Answer, erases: Bool)
  {
    try make { (reader: any RecordReader) in
      let decision = try decide(reader.collaborations)
      return RecordDecision(
        decision.answer, changes: decision.changes.map(RecordChange.collaboration))
    }
  }
}

extension CollaborationChange {
  /// Whether rows go, or are replaced, whose bytes must not stay behind.
  var erases: Bool {
    switch self {
    case .putAccount, .putPasswordReset, .removePasswordReset, .putSignInCode,
      .removeSignInCode, .forgetTraces, .removeSession,
      .removeProviderLink, .putSnapshot, .forgetContent, .removeMembership,
      .removeIdentity, .removeBinding, .removeKnock, .removeWaitingKnock, .removeNoticeAddress,
      .removeLastAddresses, .removeLastAddress, .purge:
      true
    case .putSession, .touchSession, .putSignInName, .putProviderLink, .useAttempt, .putDocument,
      .appendEvent,
      .putCollaboration, .insertIdentity,
      .noteReplaced, .notePerson, .withdrawIdentity, .putBinding, .useNonce, .storeAnswer,
      .putKnock,
      .putWaitingKnock,
      .putCausedEvent, .putNoticeAddress, .moveNoticeAddress, .keepLastAddresses,
      .keepLastAddress, .putNoticeEvent,
      .removeNoticeEvent, .putWaitingNotice, .removeWaitingNotice:
      false
    }
  }
}
