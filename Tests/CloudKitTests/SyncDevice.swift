import Foundation
import GroveClient
import GroveIdentity
import GroveWire
import Synchronization

@testable import CloudKit

/// An app on one device: what it keeps of its records, and what its sync engine told it.
final class SyncDevice: CKSyncEngineDelegate {
  static let zone = CKRecordZone(zoneName: "Notes")

  struct State: Sendable {
    var records: [CKRecord.ID: CKRecord] = [:]
    var events: [String] = []
    var kept: CKSyncEngine.State.Serialization?
    var failures: [CKError] = []
    var account: CKSyncEngine.Event.AccountChange.ChangeType?
    var scope: CKSyncEngine.FetchChangesOptions.Scope?
    /// Sent instead of what is pending.
    var batch: CKSyncEngine.RecordZoneChangeBatch?
    var isSilent = false
  }
  let state = Mutex(State())

  /// What was told, without the states to be kept.
  var events: [String] { state.withLock { $0.events.filter { $0 != "stateUpdate" } } }
  var names: [String] { state.withLock { $0.records.keys.map(\.recordName).sorted() } }

  func text(_ name: String) -> String? {
    state.withLock { $0.records[Self.id(name)] }?["text"]
  }

  static func id(_ name: String) -> CKRecord.ID {
    CKRecord.ID(recordName: name, zoneID: zone.zoneID)
  }

  /// What a person does on this device.
  func write(_ name: String, _ text: String, _ engine: CKSyncEngine) {
    state.withLock { state in
      let record =
        state.records[Self.id(name)] ?? CKRecord(recordType: "Note", recordID: Self.id(name))
      record["text"] = text
      state.records[record.recordID] = record
    }
    engine.state.add(pendingRecordZoneChanges: [.saveRecord(Self.id(name))])
  }

  func engine(
    _ database: CKDatabase, automatically: Bool = false,
    pauses: ReconnectPolicy = ReconnectPolicy(firstDelay: 20, longestDelay: 100)
  ) -> CKSyncEngine {
    var configuration = CKSyncEngine.Configuration(
      database: database, stateSerialization: state.withLock(\.kept), delegate: self)
    configuration.automaticallySync = automatically
    configuration.subscriptionID = "notes"
    return CKSyncEngine(configuration, pauses: pauses)
  }

  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
    state.withLock { state in
      state.events.append("\(event)")
      switch event {
      case .stateUpdate(let update): state.kept = update.stateSerialization
      case .accountChange(let change): state.account = change.changeType
      case .fetchedRecordZoneChanges(let changes):
        for change in changes.modifications {
          state.records[change.record.recordID] = change.record
        }
        for deletion in changes.deletions { state.records[deletion.recordID] = nil }
      case .fetchedDatabaseChanges(let changes):
        for deletion in changes.deletions {
          state.records = state.records.filter { $0.key.zoneID != deletion.zoneID }
        }
      case .sentRecordZoneChanges(let sent):
        for failure in sent.failedRecordSaves {
          state.failures.append(failure.error)
          guard let theirs = failure.error.serverRecord else { continue }
          // Both texts are kept, under the server's change tag.
          let both: [String] = [theirs["text"], failure.record["text"]].compactMap { $0 }
          theirs["text"] = both.joined(separator: " + ")
          state.records[theirs.recordID] = theirs
          syncEngine.state.add(pendingRecordZoneChanges: [.saveRecord(theirs.recordID)])
        }
      default: break
      }
    }
  }

  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch? {
    if let batch = state.withLock(\.batch) { return batch }
    if state.withLock(\.isSilent) { return nil }
    let changes = syncEngine.state.pendingRecordZoneChanges.filter {
      context.options.scope.contains($0)
    }
    return await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { [self] id in
      state.withLock { $0.records[id] }
    }
  }

  func nextFetchChangesOptions(
    _ context: CKSyncEngine.FetchChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.FetchChangesOptions {
    var options = context.options
    if let scope = state.withLock(\.scope) { options.scope = scope }
    return options
  }
}

/// A network that somebody unplugs.
final class UnpluggedTransport: ClientTransport {
  private let inner = HTTPClientTransport()
  private let unplugged = Mutex(false)

  var isUnplugged: Bool {
    get { unplugged.withLock(\.self) }
    set { unplugged.withLock { $0 = newValue } }
  }

  func send(_ request: ClientRequest) async throws(ClientError) -> ClientResponse {
    guard !isUnplugged else { throw .unreachable("no connection") }
    return try await inner.send(request)
  }

  func open(_ request: ClientRequest) async throws(ClientError) -> ClientStream {
    guard !isUnplugged else { throw .unreachable("no connection") }
    return try await inner.open(request)
  }
}

/// Whoever is signed in, which may change.
final class ChangingCredentials: CredentialSource {
  private let current: Mutex<FixedCredentials?>

  init(_ first: FixedCredentials?) { current = Mutex(first) }

  func become(_ next: FixedCredentials?) { current.withLock { $0 = next } }

  func headers() async throws(ClientError) -> [ClientHeader] {
    guard let now = current.withLock(\.self) else { throw .problem(Problem(.unauthenticated)) }
    return try await now.headers()
  }

  func renew(_ refused: [ClientHeader]) async throws(ClientError) -> Bool { false }
}

/// Waits until it is so; the suite's limit ends what never comes.
func eventually(_ holds: () async throws -> Bool) async throws {
  while try await !holds() { try await Task.sleep(for: .milliseconds(20)) }
}
