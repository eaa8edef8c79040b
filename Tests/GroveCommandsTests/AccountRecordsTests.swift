import ArgumentParser
import CollaborationDomain
import Foundation
import GroveIdentity
import GroveTesting
import RecordDomain
import StoreSQLite
import Testing

@testable import GroveCommands

/// What an operator hands over, and erases, of an account that keeps records in a container.
struct AccountRecordsTests {
  private static func folder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/grove-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteCollaborationStore(path: folder + "/collaboration.sqlite")
    let world = try await RecordWorld(store)
    let everybodys = try world.zone("_defaultZone", .public)
    for number in 1...500 {
      _ = try await world.modify([try RecordWorld.note("n\(number)", "text")])
    }
    _ = try await world.modify([try RecordWorld.note("ours")], in: everybodys, by: "ann")
    _ = try await world.modify([try RecordWorld.note("bens")], in: everybodys, by: "ben")
    try await store.close()
    try await body(folder)
  }

  @Test func `an export has every record of the account, and no other`() async throws {
    try await Self.folder { folder in
      let ann = try CollaborationWorld.account("ann")
      let export = folder + "/ann"
      let settings = Configuration(flags: ["data": folder], environment: [:], file: [:])
      let contents = try await OperatorAccounts.with(settings) { book in
        try await AccountExport(label: ann, folder: export, now: 1).write(from: book)
      }
      #expect(contents.containers.map(\.records) == [501])
      let container = try #require(contents.containers.first).container
      let text = try String(contentsOfFile: "\(export)/records/\(container).jsonl", encoding: .utf8)
      let lines = text.split(separator: "\n")
      #expect(lines.count == 501 && lines.contains { $0.contains("\"ours\"") })
      #expect(!lines.contains { $0.contains("bens") })
      #expect(lines.filter { $0.contains("\"database\":\"public\"") }.count == 1)
    }
  }

  @Test func `an account is deleted with its records, and those of others stay`() async throws {
    try await Self.folder { folder in
      let command = try AccountDeleteCommand.parse([
        CollaborationWorld.account("ann").text, "--without-export", "--yes", "--json", "--data",
        folder,
      ])
      try await command.run()
      let store = try SQLiteCollaborationStore(path: folder + "/collaboration.sqlite")
      let left = try await store.readRecords(for: "") { reader in
        let container = try ContainerID("iCloud.example.notes")
        let ann = try CollaborationWorld.account("ann")
        let zone = try RecordContents.publicZone(of: container, reading: reader)
        return (
          try RecordContents.zones(of: ann, in: container, reading: reader).count,
          try zone.map { try RecordContents.page(of: $0.id, after: 0, reading: reader) }?.records
            .map(\.name.text)
        )
      }
      #expect(left.0 == 0 && left.1 == ["bens"])
      try await store.close()
    }
  }
}
