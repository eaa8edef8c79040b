import Foundation
import GroveClient
import GroveIdentity
import GroveSystem
import SharedWithYouCore
import SharingUI
import Testing

@testable import CloudKit

/// A system without a person behind it: enough for an app to be known.
private func notesApp(_ server: String = "https://docs.example") throws -> GroveApp {
  try GroveApp(origin: server, name: "Notes", system: NoSystem())
}

struct CloudSharingTests {
  private func cloud(_ app: GroveApp?) throws -> GroveCloud {
    try GroveCloud(server: "https://docs.example", credentials: FixedCredentials.none, app: app)
  }

  private func titles(_ allowed: CKAllowedSharingOptions, _ choice: SharingChoice = .init()) throws
    -> [[String]]
  {
    try choice.options(allowed.values).systemOptions().groups.map { $0.options.map(\.title) }
  }

  @Test func `the standard options are all there are, restricted ones exactly what was allowed`()
    throws
  {
    #expect(
      try titles(.standard) == [
        ["Only people you invite", "Anyone with the link"], ["Can make changes", "View only"],
      ])
    let restricted = CKAllowedSharingOptions(
      allowedParticipantPermissionOptions: .readOnly,
      allowedParticipantAccessOptions: .anyoneWithLink)
    #expect(try titles(restricted) == [["Anyone with the link"], ["View only"]])
    let options = try SharingChoice().options(restricted.values).systemOptions()
    #expect(options.summary == "Anyone with the link can view.")
    #expect(SharingChoice(options).isOpenToLink && SharingChoice(options).isReadOnly)
    #expect(SharingChoice.values(options) == restricted.values)
  }

  @Test func `where an app allows nothing of a kind, nothing is offered`() throws {
    let app = try notesApp()
    let container = try cloud(app).container("iCloud.example.notes")
    let share = CKShare(recordZoneID: CKRecordZoneID(zoneName: "Notes"))
    let nothing = CKAllowedSharingOptions(
      allowedParticipantPermissionOptions: [], allowedParticipantAccessOptions: .any)
    #expect(throws: CKError.self) {
      try RecordShareOffer(.existing(share), container, nothing).metadata()
    }
    withExtendedLifetime(app) {}
  }

  @Test func `allowed options are copied and archived, and standard ones are new each time`() throws
  {
    let options = CKAllowedSharingOptions.standard
    options.allowedParticipantAccessOptions = .specifiedRecipientsOnly
    #expect(CKAllowedSharingOptions.standard.allowedParticipantAccessOptions == .any)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: options, requiringSecureCoding: true)
    let again = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: CKAllowedSharingOptions.self, from: data)
    #expect(again == options && options.copy() as? CKAllowedSharingOptions == options)
  }

  @Test func `a choice changes how a share is saved, and only where it is another`() throws {
    let share = CKShare(recordZoneID: CKRecordZoneID(zoneName: "Notes"))
    #expect(!share.choice.isOpenToLink && !share.choice.isReadOnly)
    #expect(!share.take(share.choice))
    var choice = share.choice
    choice.isReadOnly = true
    #expect(share.take(choice) && share.publicPermission == .none)
    choice.isOpenToLink = true
    #expect(share.take(choice) && share.publicPermission == .readOnly)
    #expect(share.choice == choice)
  }

  @Test func `a share's name goes through a messenger and back, and others' names are none`() throws
  {
    let id = CKRecordID(
      recordName: "Share-1", zoneID: CKRecordZoneID(zoneName: "Ünïcode", ownerName: "_a"))
    let name = SharedRecordName(container: "iCloud.example.notes", share: id)
    let again = try #require(SharedRecordName(try name.localIdentifier))
    #expect(again == name && again.shareID == id && again.offer == nil)
    for other in ["", "grove.record-share:", "grove.record-share:!!", "document-1"] {
      #expect(SharedRecordName(other) == nil)
    }
  }

  @Test func `an item provider with a share has metadata for the sheet, with its title and link`()
    async throws
  {
    let app = try notesApp()
    let container = try cloud(app).container("iCloud.example.notes")
    let share = CKShare(recordZoneID: CKRecordZoneID(zoneName: "Notes"))
    share[CKShare.SystemFieldKey.title] = "Recipes"
    share[CKShare.SystemFieldKey.thumbnailImageData] = Data([1, 2])
    let provider = NSItemProvider()
    provider.registerCKShare(share, container: container)
    #expect(provider.suggestedName == "Recipes" && provider.previewImageHandler != nil)
    let data = try await load(provider)
    let metadata = try MetadataRepresentation.decode(data)
    #expect(metadata.title == "Recipes")
    #expect(metadata.defaultShareOptions?.optionsGroups.count == 2)
    #expect(SharedRecordName(metadata.localIdentifier.rawValue)?.shareID == share.recordID)
    withExtendedLifetime(app) {}
  }

  @Test func `without an app whose links lead to the container's server nothing is offered`()
    async throws
  {
    let container = try cloud(nil).container("iCloud.example.notes")
    let provider = NSItemProvider()
    provider.registerCKShare(container: container) { throw CancellationError() }
    await #expect(throws: CKError.self) { try await load(provider) }
  }

  private func load(_ provider: NSItemProvider) async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      provider.loadDataRepresentation(
        forTypeIdentifier: SWCollaborationMetadataTypeIdentifier
      ) { data, error in
        let error = error ?? CKError(.internalError)
        continuation.resume(with: data.map { .success($0) } ?? .failure(error))
      }
    }
  }

  @Test func `of 256 offers the oldest is forgotten, and then the app is told to offer it again`()
    async throws
  {
    let app = try notesApp()
    let cloud = try self.cloud(app)
    let container = cloud.container("iCloud.example.notes")
    let first = RecordShareOffer(.prepared { throw CancellationError() }, container, .standard)
    let name = try first.metadata().localIdentifier.rawValue
    for _ in 0..<RecordShareDesk.mostOffers {
      _ = try RecordShareOffer(.prepared { throw CancellationError() }, container, .standard)
        .metadata()
    }
    #expect(cloud.shares.offer(first.id) == nil)
    let answer = await RecordShareHandler(cloud: cloud).start(
      StartCollaborationAction(
        actionID: .random(), metadata: CollaborationMetadata(localIdentifier: name, title: ""),
        timeLimit: 1))
    #expect(
      answer
        == .failed(reason: "this was offered too long ago: share it again from the app."))
    withExtendedLifetime(app) {}
  }

  @Test func `of observers 256 hear, and those that nobody keeps make room`() throws {
    let cloud = try self.cloud(nil)
    let container = cloud.container("iCloud.example.notes")
    var observers: [CKSystemSharingUIObserver] = []
    for _ in 0..<RecordShareDesk.mostObservers {
      observers.append(CKSystemSharingUIObserver(container: container))
    }
    let late = CKSystemSharingUIObserver(container: container)
    #expect(cloud.shares.observers(of: "iCloud.example.notes").count == 256)
    #expect(!cloud.shares.observers(of: "iCloud.example.notes").contains(late))
    observers.removeLast()
    let last = CKSystemSharingUIObserver(container: container)
    #expect(cloud.shares.observers(of: "iCloud.example.notes").contains(last))
  }
}
