import Foundation
import GroveClient
import GroveDrive
import GroveIdentity
import GroveSystem
import GroveWire
import SharedWithYou
import SharingUI
import Testing

/// Who takes part in a shared file, changed by typed lines in a terminal, at real servers.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct DriveManagingTests {
  @Test
  func
    `the manage button of a file shows who takes part, changes the options and removes somebody`()
    async throws
  {
    try await DriveStage.running { stage in
      let (file, opened) = try await stage.shared()
      let (title, result, written) = try await Self.manage(
        file, stage.ann, TypedLines("4", "remove b", "done"))
      #expect(title == "Manage Share" && result == .done)
      for text in ["house.txt", "a Ann (you) · owner", "b Ben · can make changes", "3 ● Can make"] {
        #expect(written.contains(text), "\(text) is missing in:\n\(written)")
      }
      #expect(try await stage.ben.ask("GET", opened.path).status == 404)
      #expect(try await stage.ann.client.driveShares().shares.first?.access == .readOnly)
    }
  }

  @Test func `stopping takes the file away from everybody and leaves it to its owner`() async throws
  {
    try await DriveStage.running { stage in
      let (file, opened) = try await stage.shared()
      let result = try await Self.manage(file, stage.ann, TypedLines("stop", "yes")).result
      #expect(result == .stopped)
      #expect(try await stage.ben.ask("GET", opened.path).status == 404)
      #expect(try await stage.ann.ask("GET", "/Plans/house.txt").text == "Two rooms.")
      #expect(try await stage.ann.drive.file(at: file) == nil)
      let again = try await Self.manage(file, stage.ann, TypedLines("done"))
      #expect(again.title == nil)
      #expect(again.result == .failed(reason: "There is nothing here that the system manages."))
    }
  }

  @Test func `whoever was sent a file leaves it, by its link and by where it lies`() async throws {
    try await DriveStage.running { stage in
      let (_, opened) = try await stage.shared()
      let ben = stage.ben
      GroveSharing.presenter = TerminalSharePresenter(channel: TypedLines("leave", "yes"))
      let share = try ben.drive.managed(try #require(opened.link))
      #expect(await GroveSharing.presenter.manage(share) == .stopped)
      #expect(try await ben.ask("GET", opened.path).status == 404)
      #expect(try await stage.ann.client.driveShares().shares.map(\.path) == ["/Plans/house.txt"])

      _ = try await ben.drive.open(try #require(opened.link))
      let file = try ben.place("/Shared/house.txt", "Two rooms.")
      let (title, result, written) = try await Self.manage(
        file, ben, TypedLines("remove a", "leave", "yes"))
      #expect(title == "Manage Share" && result == .stopped)
      #expect(written.contains("Only the owner removes people."))
      #expect(try await ben.client.sharedDriveItems().isEmpty)
    }
  }

  /// Presses the manage button of a collaboration view that was given the file.
  @MainActor
  private static func manage(_ file: URL, _ person: DrivePerson, _ lines: TypedLines) async throws
    -> (title: String?, result: ManageResult, written: String)
  {
    GroveSharing.presenter = TerminalSharePresenter(channel: lines)
    let provider = try #require(NSItemProvider(contentsOf: file))
    let view = SWCollaborationView(itemProvider: provider, app: person.app)
    #expect(view.infrastructure == .driveFile)
    await view.load()
    view.press()
    return (view.popover?.manageButtonTitle, await view.manage(), lines.written)
  }
}
