import Foundation
import GroveAgentServer
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import KeptFolders
import SharingUI
import Testing

@testable import GroveDrive

private let hasRclone = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  .contains { FileManager.default.isExecutableFile(atPath: "\($0)/rclone") }

/// A folder that grove itself keeps, with rclone, in a process of its own.
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: hasRclone))
struct DriveFolderProcessTests {
  @Test func `a file in a folder that grove keeps is shared with the session that grove has`()
    async throws
  {
    try await DriveStage.running { stage in
      let device = try DrivePerson.folder("device")
      let folder = try DrivePerson.folder("kept")
      defer { for path in [device, folder] { try? FileManager.default.removeItem(atPath: path) } }
      let file = URL(fileURLWithPath: folder + "/Plans/house.txt")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("Two rooms.".utf8).write(to: file)
      let ann = stage.ann
      ann.app.shareDriveFiles(
        DriveAccounts(.kept(KeptFolderList(device: device)), HTTPClientTransport()))
      #expect(await ann.look(at: file).sheet?.modes == [.sendCopy])
      try await Self.grove(["message", "app-sign-in", "ann@docs.example"], device, stage)
      try await Self.grove(["drive", "sync", folder, "--once"], device, stage)
      #expect(
        KeptFolderList(device: device).all() == [
          KeptFolder(
            path: folder, use: .sync, server: stage.world.app.origin, account: ann.account)
        ])
      #expect(await ann.press(file, in: stage.conversation).result == .sent)
      let opened = try await stage.ben.drive.open(try await stage.ben.link())
      #expect(try await stage.ben.ask("GET", opened.path).text == "Two rooms.")
      // Whoever signs out of grove shares no more of it.
      try FileManager.default.removeItem(atPath: device + "/app-session.json")
      let sheet = try #require(await ann.look(at: file).sheet)
      #expect(sheet.collaborationProblem == "Nobody is signed in to the drive here.")
    }
  }

  private static func grove(_ words: [String], _ device: String, _ stage: DriveStage)
    async throws
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try GroveServers.executable())
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging([
      "GROVE_FOLDER": device, "GROVE_RELAY": stage.world.relay.origin.text,
      "GROVE_APP": stage.world.app.origin.text, "GROVE_PASSWORD": "correct horse ann",
      "GROVE_AGENT_SOCKET": device + "/none.sock",
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.runHearingSignals()
    // Not a thread that waits: the servers run in this process.
    while process.isRunning { try await Task.sleep(for: .milliseconds(25)) }
    #expect(process.terminationStatus == 0, "grove \(words.joined(separator: " "))")
  }
}
