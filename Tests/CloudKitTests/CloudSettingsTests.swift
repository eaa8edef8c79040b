import Foundation
import GroveIdentity
import GroveWire
import Testing

@testable import CloudKit

/// Which container a program has, and how its person stays signed in.
struct CloudSettingsTests {
  private static let file = (
    path: "/app/grove-cloud.json",
    bytes: Array(#"{"container":"iCloud.a","server":"https://docs.example"}"#.utf8)
  )

  @Test func `the environment comes before the file, and what cannot be read is refused`() throws {
    let told = try GroveCloudSettings.found(
      environment: [
        "GROVE_CLOUD_CONTAINER": "iCloud.b", "GROVE_CLOUD_SERVER": "https://other.example",
      ], files: [Self.file])
    #expect(told.container == "iCloud.b" && told.server.text == "https://other.example")
    let read = try GroveCloudSettings.found(
      environment: ["GROVE_CLOUD_SESSION_FILE": "/s"], files: [Self.file])
    #expect(read.container == "iCloud.a" && read.sessionPath == "/s")
    #expect(throws: GroveCloudError.notConfigured) {
      try GroveCloudSettings.found(environment: [:], files: [])
    }
    #expect(throws: GroveCloudError.fileMalformed("/x")) {
      try GroveCloudSettings.found(environment: [:], files: [("/x", [1])])
    }
    #expect(throws: GroveCloudError.serverMalformed) {
      try GroveCloud.configure(container: "iCloud.a", server: "docs.example")
    }
  }

  @Test func `a session is kept in a file that only its owner may read, and not read from another`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("grove-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("session.json").path
    let file = CloudSessionFile(path: path)
    #expect(try file.load() == nil)
    let session = CloudSession(
      origin: try Origin("https://docs.example"),
      AppSession(
        token: "secret", account: try AccountLabel("ann@docs.example"), displayName: "Ann",
        expiresAt: DecimalUInt64(1)))
    try file.save(session)
    #expect(try file.load() == session)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
    chmod(path, 0o644)
    #expect(throws: GroveCloudError.sessionUnusable(path)) { try file.load() }
    file.remove()
    #expect(try file.load() == nil)
  }
}
