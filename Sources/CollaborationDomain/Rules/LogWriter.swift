import GroveIdentity

/// Numbers the entries a rule appends to one document's log.
struct LogWriter {
  private let documentID: DocumentID
  private let account: AccountLabel
  private let at: UInt64
  private(set) var sequence: UInt64
  private(set) var changes: [CollaborationChange] = []

  init(_ document: DocumentRecord, by call: Call) {
    self.init(document, by: call.account, at: call.now)
  }

  /// - Parameter at: milliseconds since 1970.
  init(_ document: DocumentRecord, by account: AccountLabel, at: UInt64) {
    documentID = document.id
    self.account = account
    self.at = at
    sequence = document.lastSequence
  }

  mutating func append(_ kind: EventRecord.Kind) {
    sequence += 1
    changes.append(
      .appendEvent(
        EventRecord(
          documentID: documentID, sequence: sequence, kind: kind, account: account, at: at)))
  }
}
