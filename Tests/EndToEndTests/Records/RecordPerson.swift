import CloudKit
import Foundation
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger
import SharedWithYou
import Synchronization
import Testing

/// A person whose app keeps notes as records, and has no code of its own for sharing them: no action handler, no client.
struct RecordPerson: Sendable {
  static let container = "iCloud.example.notes"
  static let zone = CKRecordZone(zoneName: "Notes")

  let name: String
  let messenger: Messenger
  let app: GroveApp
  let container: CKContainer

  init(_ name: String, in world: SharingWorld) async throws {
    self.name = name
    messenger = try await MessengerDevice.signUp(name, at: world.relay)
    let account = try AccountLabel(name + "@docs.example")
    let transport = HTTPClientTransport()
    let session = try await CollaborationClient(origin: world.app.origin, transport: transport)
      .createAccount(
        CreateAppAccount(
          account: account, displayName: name.capitalized, password: "correct horse " + name))
    app = try GroveApp(origin: world.app.origin.text, name: "Notes", system: messenger)
    let cloud = try GroveCloud(
      server: world.app.origin.text, credentials: FixedCredentials.bearer(session.token),
      transport: transport, app: app)
    container = cloud.container(Self.container)
    try await app.register()
    await messenger.setAccountConfirmation { $0.account == account }
    try await container.privateCloudDatabase.save(Self.zone)
  }

  /// A note with a page below it, saved.
  func note(_ title: String) async throws -> Note {
    let record = CKRecord(
      recordType: "Note",
      recordID: CKRecord.ID(recordName: title, zoneID: Self.zone.zoneID))
    record["title"] = title
    let page = CKRecord(
      recordType: "Page",
      recordID: CKRecord.ID(recordName: title + "-page", zoneID: Self.zone.zoneID))
    page["text"] = "Flour, butter, patience."
    page.setParent(record)
    _ = try await container.privateCloudDatabase.modifyRecords(
      saving: [record, page], deleting: [])
    return Note(record: record, container: container)
  }

  /// The one link that has come to this person's device.
  func link() async throws -> URL {
    try await messenger.sync()
    let center = SWHighlightCenter(app: app)
    return try #require(center.highlights.first?.url)
  }

  /// Opens it: what the system does where a link of the app is touched.
  @discardableResult
  func open(_ link: URL) async throws -> CKShare {
    try await container.accept(try await container.shareMetadata(for: link))
  }

  /// The records that others share with this person, by their names.
  func shared() async throws -> [String: CKRecord] {
    var found: [String: CKRecord] = [:]
    for zone in try await container.sharedCloudDatabase.allRecordZones() {
      let changes = try await container.sharedCloudDatabase.recordZoneChanges(
        inZoneWith: zone.zoneID, since: nil)
      for result in changes.modificationResultsByID.values {
        let record = try result.get().record
        found[record.recordID.recordName] = record
      }
    }
    return found
  }

  /// What the code that touches a record of others' is told.
  static func code(_ body: () async throws -> Void) async -> CKError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? CKError)?.code
    }
  }
}

/// A model as an app has it: its share is made when it is sent.
struct Note: Transferable, Sendable {
  let record: CKRecord
  let container: CKContainer

  static var transferRepresentation: some TransferRepresentation {
    CKShareTransferRepresentation { note in
      .prepareShare(container: note.container) { try await note.share() }
    }
  }

  /// Makes the share and saves it.
  func share() async throws -> CKShare {
    let share = CKShare(rootRecord: record)
    share[CKShare.SystemFieldKey.title] = record["title"] as String?
    let saved = try await container.privateCloudDatabase.modifyRecords(
      saving: [record, share], deleting: [])
    _ = try saved.saveResults[share.recordID]?.get()
    return share
  }

  var shareID: CKRecord.ID? {
    get async throws {
      try await container.privateCloudDatabase.record(for: record.recordID).share?.recordID
    }
  }
}

/// What an observer was told.
final class ObservedSharing: Sendable {
  enum Event: Hashable, Sendable {
    case saved(CKRecord.ID)
    case notSaved(CKRecord.ID, CKError.Code?)
    case stopped(CKRecord.ID)
    case notStopped(CKRecord.ID, CKError.Code?)
  }
  private let observer: CKSystemSharingUIObserver
  private let told: AsyncStream<Event>

  init(_ container: CKContainer) {
    let (told, tell) = AsyncStream.makeStream(of: Event.self)
    self.told = told
    observer = CKSystemSharingUIObserver(container: container)
    observer.systemSharingUIDidSaveShareBlock = { id, result in
      switch result {
      case .success: tell.yield(.saved(id))
      case .failure(let error): tell.yield(.notSaved(id, (error as? CKError)?.code))
      }
    }
    observer.systemSharingUIDidStopSharingBlock = { id, result in
      switch result {
      case .success: tell.yield(.stopped(id))
      case .failure(let error): tell.yield(.notStopped(id, (error as? CKError)?.code))
      }
    }
  }

  func next() async -> Event? { await told.first { _ in true } }
}
