import CloudKit
import Foundation
import GroveIdentity
import GroveSystem
import Messenger
import SharedWithYou
import SharingUI
import Synchronization
import Testing

/// Who takes part in shared records, changed by typed lines in a terminal, at real servers.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RecordManagingTests {
  @Test func `the manage button shows who takes part, changes the options and removes somebody`()
    async throws
  {
    try await RecordStage.running { stage in
      let share = try await Self.shared(stage)
      let told = ObservedSharing(stage.ann.container)
      let delegate = await SharingDelegate()
      let (title, result, written) = await Self.manage(
        share, stage.ann, delegate, TypedLines("4", "remove b", "done"))
      #expect(title == "Manage Share" && result == .done)
      for text in ["Bread", "a Ann (you) · owner", "b Ben · can make changes", "3 ● Can make"] {
        #expect(written.contains(text), "\(text) is missing in:\n\(written)")
      }
      #expect(await delegate.told == ["saved", "saved"])
      #expect(await told.next() == .saved(share.recordID))
      #expect(try await stage.ben.shared().isEmpty)
      let id = share.recordID
      let database = stage.ann.container.privateCloudDatabase
      let now = try #require(try await database.record(for: id) as? CKShare)
      #expect(now.participants.first { $0.role != .owner }?.permission == .readOnly)
    }
  }

  @Test func `the sharing controller stops sharing, and tells its delegate and the observers`()
    async throws
  {
    try await RecordStage.running { stage in
      let share = try await Self.shared(stage)
      let told = ObservedSharing(stage.ann.container)
      let delegate = await SharingDelegate()
      let result = await Self.control(
        share, stage.ann, delegate, TypedLines("stop", "yes"))
      #expect(result == .stopped)
      #expect(await delegate.told == ["stopped"])
      #expect(await told.next() == .stopped(share.recordID))
      #expect(try await stage.ben.shared().isEmpty)
      let database = stage.ann.container.privateCloudDatabase
      let root = CKRecord.ID(recordName: "Bread", zoneID: RecordPerson.zone.zoneID)
      #expect(try await database.record(for: root).share == nil)
      let again = await Self.control(share, stage.ann, delegate, TypedLines("done"))
      #expect(again == .failed(reason: "This is not shared any more."))
    }
  }

  @Test func `a participant leaves by the controller, and what is shared stays with the owner`()
    async throws
  {
    try await RecordStage.running { stage in
      let share = try await Self.shared(stage)
      let theirs = try await stage.ben.open(try #require(share.url))
      let delegate = await SharingDelegate()
      let result = await Self.control(
        theirs, stage.ben, delegate, TypedLines("leave", "yes"))
      #expect(result == .stopped)
      #expect(await delegate.told == ["stopped"])
      #expect(try await stage.ben.shared().isEmpty)
      let database = stage.ann.container.privateCloudDatabase
      let root = CKRecord.ID(recordName: "Bread", zoneID: RecordPerson.zone.zoneID)
      #expect(try await database.record(for: root).share?.recordID == share.recordID)
    }
  }

  /// Ann's note, which Ben has opened.
  private static func shared(_ stage: RecordStage) async throws -> CKShare {
    let note = try await stage.ann.note("Bread")
    #expect(await stage.press(note).result == .sent)
    try await stage.ben.open(try await stage.ben.link())
    let id = try #require(try await note.shareID)
    let database = stage.ann.container.privateCloudDatabase
    return try #require(try await database.record(for: id) as? CKShare)
  }

  /// Presses the manage button of a collaboration view.
  @MainActor
  private static func manage(
    _ share: CKShare, _ person: RecordPerson, _ delegate: SharingDelegate, _ lines: TypedLines
  ) async -> (title: String?, result: ManageResult, written: String) {
    GroveSharing.presenter = TerminalSharePresenter(channel: lines)
    let provider = NSItemProvider()
    provider.registerCKShare(share, container: person.container)
    let view = SWCollaborationView(itemProvider: provider, app: person.app)
    view.cloudSharingControllerDelegate = delegate
    await view.load()
    view.press()
    return (view.popover?.manageButtonTitle, await view.manage(), lines.written)
  }

  @MainActor
  private static func control(
    _ share: CKShare, _ person: RecordPerson, _ delegate: SharingDelegate, _ lines: TypedLines
  ) async -> ManageResult {
    GroveSharing.presenter = TerminalSharePresenter(channel: lines)
    let controller = UICloudSharingController(share: share, container: person.container)
    controller.delegate = delegate
    return await controller.presented()
  }
}

/// Keeps what a sharing controller says.
@MainActor
final class SharingDelegate: NSObject, UICloudSharingControllerDelegate {
  private(set) var told: [String] = []

  override init() {}

  func itemTitle(for csc: UICloudSharingController) -> String? { nil }
  func cloudSharingController(
    _ csc: UICloudSharingController, failedToSaveShareWithError error: any Error
  ) { told.append("failed") }
  func cloudSharingControllerDidSaveShare(_ csc: UICloudSharingController) {
    told.append("saved")
  }
  func cloudSharingControllerDidStopSharing(_ csc: UICloudSharingController) {
    told.append("stopped")
  }
}
