import ArgumentParser
import CollaborationDomain
import DriveDomain
import Foundation
import GroveIdentity
import GroveTesting
import StoreSQLite
import Testing

@testable import GroveCommands

/// What an operator hands over, and erases, of an account that has a drive.
struct AccountDriveTests {
  private static func folder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/grove-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder + "/drives", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteCollaborationStore(path: folder + "/collaboration.sqlite")
    let world = try await DriveWorld(store)
    try await write(world, folder)
    try await store.close()
    try await body(folder)
  }

  private static func write(_ world: DriveWorld, _ folder: String) async throws {
    for (number, path) in ["/Plans", "/Plans/empty", "/Zoo"].enumerated() {
      _ = try await world.makeFolder(path, number + 10).get()
    }
    for (number, path) in ["/Plans/house.txt", "/Zoo/grün.txt"].enumerated() {
      _ = try await world.put(path, number + 20, size: 5).get()
      let file = try #require(DriveWorld.content(number + 20).file)
      try Data("text\(number)".utf8).write(
        to: URL(fileURLWithPath: folder + "/drives/" + file.base64url))
    }
    _ = try await world.put("/nothing", 30, size: 0).get()
  }

  @Test func `an export has the files of the account's drive under their names`() async throws {
    try await Self.folder { folder in
      let ann = try CollaborationWorld.account("ann")
      let export = folder + "/ann"
      let settings = Configuration(flags: ["data": folder], environment: [:], file: [:])
      let contents = try await OperatorAccounts.with(settings) { book in
        try await AccountExport(label: ann, folder: export, now: 1).write(from: book)
      }
      #expect(contents.drive?.files == 3 && contents.drive?.bytes.value == 10)
      let paths = try FileManager.default.subpathsOfDirectory(atPath: export + "/drive").sorted()
      #expect(
        paths == ["Plans", "Plans/empty", "Plans/house.txt", "Zoo", "Zoo/grün.txt", "nothing"])
      #expect(
        FileManager.default.contents(atPath: export + "/drive/Zoo/grün.txt") == Data("text1".utf8))
      #expect(FileManager.default.contents(atPath: export + "/drive/nothing") == Data())
    }
  }

  @Test func `an account is deleted with its drive, and those of others stay`() async throws {
    try await Self.folder { folder in
      let command = try AccountDeleteCommand.parse([
        CollaborationWorld.account("ann").text, "--without-export", "--yes", "--json", "--data",
        folder,
      ])
      try await command.run()
      let store = try SQLiteCollaborationStore(path: folder + "/collaboration.sqlite")
      let left = try await store.readDrives(for: "") { reader in
        (
          try reader.drive(of: CollaborationWorld.account("ann")),
          try reader.drive(of: CollaborationWorld.account("ben"))
        )
      }
      #expect(left.0 == nil && left.1 != nil)
      try await store.close()
    }
  }
}
