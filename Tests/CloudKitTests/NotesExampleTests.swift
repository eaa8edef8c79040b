import CloudKit
import Foundation
import GroveClient
import Synchronization
import Testing

@testable import NotesExample

/// The notes app at a real server: two devices of one person, each with its own file.
@Suite(.timeLimit(.minutes(3)))
struct NotesExampleTests {
  /// One device; what it knows is read from its file each time, as by a program that was started again.
  private struct Device {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("grove-\(UUID().uuidString)").path
    let network = UnpluggedTransport()
    let container: CKContainer
    let said = Said()

    init(_ server: CloudTestServer) throws {
      let cloud = try GroveCloud(
        server: server.url, credentials: try server.credentials("ann"), transport: network)
      container = cloud.container(CloudTestServer.container)
    }

    func started() throws -> (sync: NoteSync, engine: CKSyncEngine) {
      let sync = NoteSync(try NoteBook(folder: folder)) { [said] in said.add($0) }
      return (sync, sync.engine(container, automatically: false))
    }

    func write(_ title: String, _ text: String) async throws {
      let (sync, engine) = try started()
      sync.write(title, text, engine)
      try await Notes.send(engine)
    }

    func sync() async throws {
      let (_, engine) = try started()
      try await engine.fetchChanges()
      try await engine.sendChanges()
    }

    var notes: [String: String] {
      get throws {
        let notes = try NoteBook(folder: folder).notes.values
        return Dictionary(notes.map { ($0.title, $0.text) }) { one, _ in one }
      }
    }
  }

  private final class Said: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock(\.self) }
  }

  @Test func `notes that are written without a network are merged, and nothing is lost`()
    async throws
  {
    try await CloudTestServer.run { server in
      let (phone, desk) = (try Device(server), try Device(server))
      defer {
        for device in [phone, desk] { try? FileManager.default.removeItem(atPath: device.folder) }
      }
      try await phone.write("Shopping", "milk")
      try await desk.sync()
      #expect(try desk.notes == ["Shopping": "milk"] && desk.said.all == ["Got “Shopping”."])
      phone.network.isUnplugged = true
      try await phone.write("Shopping", "milk\nbread")
      try await phone.write("Ideas", "a boat")
      try await desk.write("Shopping", "milk\neggs")
      #expect(try phone.notes["Shopping"] == "milk\nbread")
      phone.network.isUnplugged = false
      try await phone.sync()
      #expect(phone.said.all.contains("“Shopping” was written elsewhere, too: both are kept."))
      try await desk.sync()
      let both = ["Shopping": "milk\neggs\nbread", "Ideas": "a boat"]
      #expect(try phone.notes == both && desk.notes == both)
    }
  }

  @Test
  func `a note that is deleted is gone on the other device, and stays where it was written again`()
    async throws
  {
    try await CloudTestServer.run { server in
      let (phone, desk) = (try Device(server), try Device(server))
      defer {
        for device in [phone, desk] { try? FileManager.default.removeItem(atPath: device.folder) }
      }
      try await phone.write("A", "a")
      try await phone.write("B", "b")
      try await desk.sync()
      let (sync, engine) = try phone.started()
      #expect(sync.delete("A", engine) && sync.delete("B", engine) && !sync.delete("C", engine))
      try await Notes.send(engine)
      desk.network.isUnplugged = true
      try await desk.write("B", "b, and more")
      desk.network.isUnplugged = false
      try await desk.sync()
      #expect(try desk.notes == ["B": "b, and more"])
      try await phone.sync()
      #expect(try phone.notes == ["B": "b, and more"])
    }
  }
}
