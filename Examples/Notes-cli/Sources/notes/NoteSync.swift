import CloudKit

/// Keeps the book and the person's private database the same.
final class NoteSync: CKSyncEngineDelegate {
  let book: NoteBook
  private let say: @Sendable (String) -> Void

  init(_ book: NoteBook, say: @escaping @Sendable (String) -> Void = { print($0) }) {
    self.book = book
    self.say = say
  }

  /// - Parameter automatically: whether it goes on by itself; else it syncs when it is asked.
  func engine(_ container: CKContainer, automatically: Bool) -> CKSyncEngine {
    var configuration = CKSyncEngine.Configuration(
      database: container.privateCloudDatabase, stateSerialization: book.state, delegate: self)
    configuration.automaticallySync = automatically
    let engine = CKSyncEngine(configuration)
    if book.state == nil { engine.state.add(pendingDatabaseChanges: [.saveZone(Note.zone)]) }
    return engine
  }

  // MARK: What the person does

  func write(_ title: String, _ text: String, _ engine: CKSyncEngine) {
    let name = book.notes.first { $0.value.title == title }?.key ?? UUID().uuidString
    book.change { $0.notes[name, default: Note(title: title, text: "")].text = text }
    engine.state.add(pendingRecordZoneChanges: [.saveRecord(Self.id(name))])
  }

  /// - Returns: false where there is no such note.
  func delete(_ title: String, _ engine: CKSyncEngine) -> Bool {
    guard let name = book.notes.first(where: { $0.value.title == title })?.key else { return false }
    book.change { $0.notes[name] = nil }
    engine.state.add(pendingRecordZoneChanges: [.deleteRecord(Self.id(name))])
    return true
  }

  private static func id(_ name: String) -> CKRecord.ID {
    CKRecord.ID(recordName: name, zoneID: Note.zone.zoneID)
  }

  // MARK: What the engine asks and tells

  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch? {
    let changes = syncEngine.state.pendingRecordZoneChanges.filter {
      context.options.scope.contains($0)
    }
    return await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { [book] id in
      book.notes[id.recordName]?.record(id)
    }
  }

  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
    switch event {
    case .stateUpdate(let update): book.change { $0.state = update.stateSerialization }
    case .accountChange(let change): accountChanged(change.changeType, syncEngine)
    case .fetchedDatabaseChanges(let changes):
      guard changes.deletions.contains(where: { $0.zoneID == Note.zone.zoneID }) else { return }
      book.change { $0.notes = [:] }
      say("All notes were deleted.")
    case .fetchedRecordZoneChanges(let changes): fetched(changes, syncEngine)
    case .sentRecordZoneChanges(let sent): self.sent(sent, syncEngine)
    default: break
    }
  }

  /// Somebody else's notes are not this person's. Those that were written before anybody was there are.
  private func accountChanged(
    _ change: CKSyncEngine.Event.AccountChange.ChangeType, _ engine: CKSyncEngine
  ) {
    if case .signIn = change { return }
    book.change { $0.notes = [:] }
    engine.state.add(pendingDatabaseChanges: [.saveZone(Note.zone)])
  }

  private func fetched(
    _ changes: CKSyncEngine.Event.FetchedRecordZoneChanges, _ engine: CKSyncEngine
  ) {
    // What was written here and not sent yet stays: sending it finds the conflict.
    let written = Set(
      engine.state.pendingRecordZoneChanges.compactMap { change in
        if case .saveRecord(let id) = change { id } else { nil }
      })
    for record in changes.modifications.map(\.record) where !written.contains(record.recordID) {
      let isNews =
        book.notes[record.recordID.recordName]?.record(record.recordID).recordChangeTag
        != record.recordChangeTag
      book.change { $0.notes[record.recordID.recordName] = Note(record) }
      if isNews { say("Got “\(Note(record).title)”.") }
    }
    for deletion in changes.deletions where !written.contains(deletion.recordID) {
      guard let gone = book.notes[deletion.recordID.recordName] else { continue }
      book.change { $0.notes[deletion.recordID.recordName] = nil }
      say("“\(gone.title)” was deleted.")
    }
  }

  private func sent(_ sent: CKSyncEngine.Event.SentRecordZoneChanges, _ engine: CKSyncEngine) {
    for record in sent.savedRecords {
      book.change { $0.notes[record.recordID.recordName]?.take(record) }
      say("Sent “\(Note(record).title)”.")
    }
    for failure in sent.failedRecordSaves {
      let id = failure.record.recordID
      switch failure.error.code {
      case .serverRecordChanged:
        guard let theirs = failure.error.serverRecord, let mine = book.notes[id.recordName] else {
          continue
        }
        book.change { $0.notes[id.recordName] = mine.merged(into: theirs) }
        engine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
        say("“\(mine.title)” was written elsewhere, too: both are kept.")
      case .zoneNotFound, .unknownItem:
        // Gone at the server, and still wanted here.
        book.change { $0.notes[id.recordName]?.system = nil }
        engine.state.add(pendingDatabaseChanges: [.saveZone(Note.zone)])
        engine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
      default: say("“\(failure.record["title"] ?? "")”: \(failure.error.localizedDescription)")
      }
    }
  }
}
