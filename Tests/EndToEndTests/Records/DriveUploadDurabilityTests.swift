import Foundation
import GroveClient
import GroveIdentity
import GroveWire
import Testing

/// Uploads to a drive of a real server that is killed in the middle.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct DriveUploadDurabilityTests {
  private struct Program: Sendable {
    let origin: Origin
    let credentials: String
    let transport = HTTPClientTransport()

    func send(
      _ method: String, _ path: String, _ headers: [String: String] = [:], _ body: [UInt8]? = nil
    ) async throws -> ClientResponse {
      try await transport.send(
        ClientRequest(
          url: origin.text + path, method: method,
          headers: [ClientHeader("Authorization", credentials)]
            + headers.map { ClientHeader($0.key, $0.value) }, body: body))
    }

    func append(_ bytes: [UInt8], at offset: Int, to place: String) async throws -> Int {
      try await send(
        "PATCH", place,
        [
          "Content-Type": "application/partial-upload", "Upload-Offset": "\(offset)",
          "Upload-Complete": "?1",
        ], bytes
      ).status
    }
  }

  @Test func `an upload goes on after its server was killed, however often, and no byte is lost`()
    async throws
  {
    let servers = try GroveServers(more: ["--drive"])
    let origin = try await servers.start(.collaboration)
    let owner = try await DocumentLedger(at: origin)
    let password = try await owner.client.makeAppPassword(named: "test").password
    let basic = Data("owner@example.org:\(password)".utf8).base64EncodedString()
    let program = Program(origin: origin, credentials: "Basic \(basic)")
    let bytes = (0..<24_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    let begun = try await program.send(
      "PUT", "/drive/film", ["Upload-Complete": "?0", "Upload-Length": "\(bytes.count)"], [])
    let place = try #require(begun.headers.value("location"))
    var (there, status) = (0, 0)
    for round in 0..<6 {
      // Killed at some moment of the rest: while it comes, while it is made durable, after it has ended.
      let (from, rest) = (there, Array(bytes[there...]))
      async let sent = program.append(rest, at: from, to: place)
      try await Task.sleep(for: .milliseconds(10 + round * 15))
      await servers.kill(.collaboration)
      status = (try? await sent) ?? 0
      try await servers.start(.collaboration)
      let told = try await program.send("HEAD", place)
      let now = try #require(told.headers.value("upload-offset").flatMap { Int($0) })
      #expect(now >= there && now <= bytes.count)
      there = now
      let isComplete = told.headers.value("upload-complete") == "?1"
      #expect(status < 200 || isComplete, "what was acknowledged is there")
      #expect(try await program.send("HEAD", "/drive/film").status == (isComplete ? 200 : 404))
      if isComplete { break }
    }
    if try await program.send("HEAD", "/drive/film").status == 404 {
      #expect(try await program.append(Array(bytes[there...]), at: there, to: place) == 201)
    }
    await servers.kill(.collaboration)
    try await servers.start(.collaboration)
    #expect(try await program.send("GET", "/drive/film").body == bytes)
    let files = try FileManager.default.contentsOfDirectory(atPath: servers.data + "/drives")
    #expect(files.count == 1 && files.first?.hasPrefix("unfinished-") == false)
    await servers.end()
  }
}
