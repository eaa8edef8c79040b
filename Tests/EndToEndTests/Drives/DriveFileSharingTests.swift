import Foundation
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import KeptFolders
import Messenger
import SharedWithYou
import SharingUI
import Testing

@testable import GroveDrive

/// Files of drives shared through conversations, between real messengers and servers: the system answers, the apps hand
/// over URLs and have no code for it.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct DriveFileSharingTests {
  @Test
  func
    `a file in a kept folder is shared, opened, written by the other, and gone for whom is removed`()
    async throws
  {
    try await DriveStage.running { stage in
      let (ann, ben) = (stage.ann, stage.ben)
      let file = try await ann.write("/Plans/house.txt", "Two rooms.")
      let (result, sheet) = await ann.press(file, in: stage.conversation)
      #expect(result == .sent && sheet?.header.title == "house.txt")
      #expect(sheet?.modes == [.collaborate, .sendCopy] && sheet?.mode == .collaborate)
      #expect(sheet?.header.initiatorHandle == "ann@docs.example")
      #expect(
        sheet?.options?.groups.map { $0.options.map(\.title) } == [
          ["Only people you invite", "Anyone with the link"], ["Can make changes", "View only"],
        ])
      #expect(sheet?.summary == "Only people you invite can make changes.")

      #expect(try await ben.ask("GET", "/Shared/house.txt").status == 404)
      let opened = try await ben.drive.open(try await ben.link())
      #expect(opened.path == "/Shared/house.txt" && opened.name == "house.txt")
      #expect(opened.canWrite && !opened.isOwn && opened.owner == "Ann" && opened.size == 10)
      #expect(opened.url?.path == ben.folder + "/Shared/house.txt")
      #expect(try await ben.ask("GET", "/Shared/house.txt").text == "Two rooms.")
      #expect(try await ben.ask("PUT", "/Shared/house.txt", "Three rooms.").status == 204)
      #expect(try await ann.ask("GET", "/Plans/house.txt").text == "Three rooms.")

      try await ann.messenger.removeMembers([.handle("ben")], from: stage.conversation)
      try await stage.agree()
      #expect(try await ben.ask("GET", "/Shared/house.txt").status == 404)
      await #expect(throws: GroveDriveError.self) {
        try await ben.drive.open(#require(opened.link))
      }
      #expect(try await ann.ask("GET", "/Plans/house.txt").text == "Three rooms.")
    }
  }

  @Test func `a file that is shared for looking is read and not written`() async throws {
    try await DriveStage.running { stage in
      let opened = try await stage.shared(selecting: ["View only"]).opened
      #expect(!opened.canWrite)
      #expect(try await stage.ben.ask("GET", opened.path).text == "Two rooms.")
      #expect(try await stage.ben.ask("PUT", opened.path, "None.").status == 403)
      #expect(try await stage.ann.ask("GET", "/Plans/house.txt").text == "Two rooms.")
    }
  }

  @Test func `whoever has the link comes in where the person chose that, and nobody else does`()
    async throws
  {
    try await DriveStage.running { stage in
      let file = try await stage.ann.write("/house.txt", "Two rooms.")
      #expect(await stage.ann.press(file, in: stage.conversation).result == .sent)
      let link = try await stage.ben.link()
      let cleo = try await DrivePerson("cleo", in: stage.world)
      await #expect(throws: GroveDriveError.notInvited) { try await cleo.drive.open(link) }
      let foreign = try #require(URL(string: "https://files.example" + link.path))
      await #expect(throws: GroveDriveError.otherServer) { try await cleo.drive.open(foreign) }
      #expect(throws: GroveDriveError.otherServer) { try cleo.drive.managed(foreign) }
      let open = await stage.ann.press(
        file, in: stage.conversation, selecting: ["Anyone with the link"])
      #expect(open.result == .sent)
      let opened = try await cleo.drive.open(link)
      // Her folder is kept by sync, in which others' files are not.
      #expect(opened.path == "/Shared/house.txt" && opened.url == nil)
      #expect(try await cleo.ask("GET", "/Shared/house.txt").text == "Two rooms.")
    }
  }

  @Test func `whoever joins the conversation comes in once the owner has agreed`() async throws {
    try await DriveStage.running { stage in
      _ = try await stage.shared()
      let cleo = try await DrivePerson("cleo", in: stage.world)
      try await stage.ann.messenger.addMembers(["cleo"], to: stage.conversation)
      #expect(try await cleo.client.sharedDriveItems().isEmpty)
      try await stage.agree()
      #expect(try await cleo.drive.open(try await cleo.link()).path == "/Shared/house.txt")
      #expect(try await cleo.ask("GET", "/Shared/house.txt").text == "Two rooms.")
    }
  }

  @Test func `a folder is shared as files are, and what is in it is found by where it lies`()
    async throws
  {
    try await DriveStage.running { stage in
      let file = try await stage.ann.write("/Plans/house.txt", "Two rooms.")
      let (result, sheet) = await stage.ann.press(
        file.deletingLastPathComponent(), in: stage.conversation)
      #expect(result == .sent && sheet?.modes == [.collaborate])
      let opened = try await stage.ben.drive.open(try await stage.ben.link())
      #expect(opened.isFolder && opened.path == "/Shared/Plans")
      #expect(try await stage.ben.ask("GET", "/Shared/Plans/house.txt").text == "Two rooms.")
      let around = try #require(try await stage.ann.drive.file(at: file))
      #expect(around.isOwn && around.path == "/Plans" && around.link == opened.link)
    }
  }

  @Test func `a file outside of the folder is a copy, also by a link out of it`() async throws {
    try await DriveStage.running { stage in
      let elsewhere = FileManager.default.temporaryDirectory
        .appendingPathComponent("grove-\(UUID().uuidString).txt")
      try Data("Alone.".utf8).write(to: elsewhere)
      defer { try? FileManager.default.removeItem(at: elsewhere) }
      let link = URL(fileURLWithPath: stage.ann.folder + "/link.txt")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: elsewhere)
      for file in [elsewhere, link] {
        let (result, sheet) = await stage.ann.press(file, in: stage.conversation)
        #expect(result == .sent && sheet?.modes == [.sendCopy])
        #expect(sheet?.collaborationProblem == nil)
      }
      #expect(try await stage.ann.client.driveShares().shares.isEmpty)
      try await stage.ben.messenger.sync()
      #expect(try await stage.ben.messenger.highlights().isEmpty)
    }
  }

  @Test
  func
    `the owner's highlight is found by the file, a mention reaches, and the server tells of edits`()
    async throws
  {
    try await DriveStage.running { stage in
      let (ann, ben) = (stage.ann, stage.ben)
      let (file, opened) = try await stage.shared()
      let highlight = try ann.center.collaborationHighlight(for: file)
      #expect(highlight.url == opened.link && highlight.title == "house.txt")
      let asked = await ann.asked(file)
      #expect(asked == opened.link)
      let theirs = try ben.place("/Shared/house.txt", "Two rooms.")
      #expect(try ben.center.collaborationHighlight(for: theirs).url == opened.link)
      let other = try ann.place("/other.txt", "Nobody's.")
      #expect(throws: (any Error).self) { try ann.center.collaborationHighlight(for: other) }
      let id = try CollaborationID(highlight.collaborationIdentifier)
      let people = try await ann.bound(2, in: id)
      let root = try #require(people.first { $0.account == ben.account }?.root)
      let mention = SWHighlightMentionEvent(
        highlight: highlight,
        mentionedPersonIdentity: SWPerson.Identity(rootHash: Data(root.bytes)))
      #expect(try await ann.center.post(mention) == 1)
      try await ben.ask("PUT", "/Shared/house.txt", "Three rooms.")
      try await ann.hears("Ben edited", in: stage.conversation)
      try await ann.ask("PUT", "/Plans/house.txt", "Four rooms.")
      try await ben.hears("Ann mentioned you", in: stage.conversation)
      try await ben.hears("Ann edited", in: stage.conversation)
    }
  }
}

extension DrivePerson {
  /// The link of the file's highlight, as the server is asked for it.
  func asked(_ file: URL) async -> URL? {
    await withCheckedContinuation { done in
      center.getCollaborationHighlight(for: file) { found, _ in done.resume(returning: found?.url) }
    }
  }

  /// Waits until it is told.
  func hears(_ text: String, in conversation: ConversationID) async throws {
    while try await !messenger.notices(in: conversation).map(\.text).contains(text) {
      try await messenger.sync()
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Everybody who takes part, once so many have proved: the owner does in the background.
  func bound(_ count: Int, in id: CollaborationID) async throws -> [Participant] {
    while true {
      let people = try await client.participants(of: id).participants
      if people.count(where: { $0.account != nil }) >= count { return people }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
