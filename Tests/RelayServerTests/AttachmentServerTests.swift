import Foundation
import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import RelayDomain
import RelayServer
import Testing

@Suite(.timeLimit(.minutes(2)))
struct AttachmentServerTests {
  private static func files(_ server: RelayTestServer) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: server.folder.attachments)
  }

  @Test func `a sealed file comes back byte for byte, to whoever is signed in and knows its name`()
    async throws
  {
    try await RelayTestServer.run { server in
      let (_, ann) = try await server.join("ann")
      let (_, ben) = try await server.join("ben")
      let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
      let stored = try await ann.storeAttachment(bytes)
      #expect(stored.size == bytes.count)
      #expect(stored.expiresAt.value == server.clock.now + 30 * 86_400_000)
      #expect(try await ben.attachment(stored.attachmentID) == bytes)
      #expect(try Self.files(server) == [stored.attachmentID])
      let path = server.folder.attachments + "/" + stored.attachmentID
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test(arguments: ["AAAAAAAAAAAAAAAAAAAAAA", "..%2Frelay.sqlite", "%2e%2e", "a", "AAAA=="])
  func `no other name finds anything`(_ name: String) async throws {
    try await RelayTestServer.run { server in
      let (person, _) = try await server.join("ann")
      let token = try await server.token(person)
      let response = try await server.send("GET", "/relay/v1/attachments/" + name, token: token)
      #expect([400, 404].contains(response.status))
      #expect(response.body.count < 400)
    }
  }

  @Test func `what is refused leaves neither a row nor a file`() async throws {
    try await RelayTestServer.run(configure: {
      $0.limits.attachmentBytes = 1000
      $0.limits.attachmentBytesPerAccount = 1500
    }) { server in
      let (_, ann) = try await server.join("ann")
      #expect(
        try await problem { try await ann.storeAttachment([UInt8](repeating: 1, count: 1001)) }
          == .tooLarge)
      #expect(try await problem { try await ann.storeAttachment([]) } == .malformed)
      _ = try await ann.storeAttachment([UInt8](repeating: 1, count: 1000))
      #expect(
        try await problem { try await ann.storeAttachment([UInt8](repeating: 1, count: 501)) }
          == .limitExceeded)
      #expect(try Self.files(server).count == 1)
      #expect(try await server.folder.rows()["attachment"] == 1)
    }
  }

  @Test func `after 30 days the file is gone, and files without a row go at the next start`()
    async throws
  {
    let folder = try RelayTestFolder()
    defer { folder.remove() }
    let clock = TestClock()
    let kept = try await RelayTestServer.run(in: folder, clock: clock) { server in
      let (_, ann) = try await server.join("ann")
      _ = try await ann.storeAttachment([1, 2, 3])
      clock.advance(10 * 86_400_000)
      let (_, ben) = try await server.join("ben")
      return try await ben.storeAttachment([4]).attachmentID
    }
    let orphan = Base64URL.encode([UInt8](repeating: 3, count: 16))
    for name in [orphan, "unfinished-" + orphan] {
      try Data([9]).write(to: URL(fileURLWithPath: folder.attachments + "/" + name))
    }
    clock.advance(21 * 86_400_000)
    try await RelayTestServer.run(in: folder, clock: clock) { server in
      for _ in 0..<100 where try Self.files(server) != [kept] {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(try Self.files(server) == [kept])
      #expect(try await folder.rows()["attachment"] == 1)
    }
  }
}
