import Foundation
import GroveCommands
import Testing

/// What `grove serve` does with a folder that is open to others, as a process of its own.
@Suite(.timeLimit(.minutes(3)))
struct DataFolderProcessTests {
  @Test(arguments: [(0o777, 0o600), (0o700, 0o666)])
  func
    `a server does not start where others can read or change what it stores, and says what to run`(
      folderMode: Int, fileMode: Int
    ) async throws
  {
    let files = FileManager.default
    let base = files.temporaryDirectory.path + "/grove-open-\(UUID().uuidString)"
    let (folder, database) = (base + "/data", base + "/data/collaboration.sqlite")
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: base) }
    try Data().write(to: URL(fileURLWithPath: database))
    try files.setAttributes([.posixPermissions: fileMode], ofItemAtPath: database)
    try files.setAttributes([.posixPermissions: folderMode], ofItemAtPath: folder)
    let process = try ChildProcess(
      "open",
      arguments: ["serve", "--data", folder, "--json", "--relay-port", "0", "--app-port", "0"],
      folder: base, executable: try GroveServers.executable())
    let failure = await #expect(throws: (any Error).self) { try await process.line(within: 60) }
    await process.stop()
    let text = "\(String(describing: failure))"
    #expect(text.contains("chmod -R go= \(folder)"), "\(text)")
    #expect(text.contains(folderMode == 0o777 ? "(mode 777)" : "\(database)"), "\(text)")
  }
}
