import CollaborationServer
import DriveDomain
import Foundation
import GroveClient
import GroveWire
import Testing

/// Large files over WebDAV whose upload goes on after its connection broke, on a real socket.
@Suite(.timeLimit(.minutes(3)))
struct DriveUploadServerTests {
  private static func run(
    quota: UInt64 = 10 << 30,
    _ body: @escaping @Sendable (CollaborationTestServer, DriveProgram) async throws -> Void
  ) async throws {
    try await CollaborationTestServer.run(configure: {
      $0.servesDrives = true
      $0.driveQuota = quota
    }) { server in try await body(server, DriveProgram(server, "ann")) }
  }

  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
  }

  /// - Returns: where it goes on, below `/drive`.
  private static func begin(
    _ program: DriveProgram, _ path: String, _ size: Int, _ headers: [String: String] = [:],
    _ first: [UInt8] = []
  ) async throws -> String {
    let answer = try await program.put(
      path, first,
      headers.merging(["Upload-Complete": "?0", "Upload-Length": "\(size)"]) { $1 })
    #expect(answer.status == 201 && answer.headers.value("upload-complete") == "?0")
    #expect(answer.headers.value("upload-offset") == "\(first.count)")
    let place = try #require(answer.headers.value("location"))
    #expect(place.hasPrefix("/drive\(path)?upload="))
    return String(place.dropFirst("/drive".count))
  }

  private static func append(
    _ program: DriveProgram, _ place: String, _ bytes: [UInt8], at offset: Int, isLast: Bool = false
  ) async throws -> ClientResponse {
    try await program.send(
      "PATCH", place,
      [
        "Content-Type": "application/partial-upload", "Upload-Offset": "\(offset)",
        "Upload-Complete": isLast ? "?1" : "?0",
      ], bytes)
  }

  private static func offset(_ program: DriveProgram, _ place: String) async throws -> Int {
    let answer = try await program.send("HEAD", place)
    #expect(answer.status == 204 && answer.headers.value("cache-control") == "no-store")
    return try #require(answer.headers.value("upload-offset").flatMap { Int($0) })
  }

  private static func files(_ server: CollaborationTestServer) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: #require(server.configuration.drivesFolder))
  }

  private static func bytesOnDisk(_ server: CollaborationTestServer) throws -> Int {
    let folder = try #require(server.configuration.drivesFolder)
    return try files(server).reduce(0) { sum, name in
      let file = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
      return sum + (file[.size] as? Int ?? 0)
    }
  }

  @Test(arguments: [0, 1, 300_000, 5_000_000])
  func `a file that comes in several requests is there byte for byte, and not before`(_ count: Int)
    async throws
  {
    try await Self.run { server, ann in
      let bytes = Self.bytes(count)
      let third = count / 3
      let place = try await Self.begin(
        ann, "/f%C3%A9%20x", count, ["Content-Type": "image/png", "If-None-Match": "*"],
        Array(bytes[..<third]))
      #expect(
        try await Self.append(ann, place, [], at: third, isLast: true).status
          == (count == 0 ? 201 : 400))
      if count > 0 {
        #expect(try await ann.send("GET", "/f%C3%A9%20x").status == 404)
        let more = try await Self.append(ann, place, Array(bytes[third..<2 * third]), at: third)
        #expect(more.status == 204 && more.headers.value("upload-offset") == "\(2 * third)")
        let last = try await Self.append(
          ann, place, Array(bytes[(2 * third)...]), at: 2 * third, isLast: true)
        #expect(last.status == 201 && last.headers.value("upload-complete") == "?1")
      }
      let got = try await ann.send("GET", "/f%C3%A9%20x")
      #expect(got.status == 200 && got.body == bytes)
      #expect(got.headers.value("content-type") == "image/png")
      // Whoever lost the last answer is told, and ends nothing a second time.
      let told = try await ann.send("HEAD", place)
      #expect(told.headers.value("upload-complete") == "?1")
      #expect(told.headers.value("etag") == got.headers.value("etag"))
      #expect(try await Self.append(ann, place, [], at: count, isLast: true).status == 410)
      #expect(try Self.files(server).count == min(count, 1))
    }
  }

  @Test func `an upload that breaks off goes on where the server says`() async throws {
    try await Self.run { server, ann in
      let bytes = Self.bytes(3_000_000)
      let place = try await Self.begin(ann, "/a", bytes.count)
      let head = [
        "Content-Type": "application/partial-upload", "Upload-Offset": "0", "Upload-Complete": "?1",
      ]
      let broken = try BrokenUpload(
        ann, "PATCH", "/drive" + place, head, declaring: bytes.count,
        sending: Array(bytes[..<1_234_567]))
      broken.breakOff()
      for _ in 0..<500 where try Self.bytesOnDisk(server) < 1_234_567 {
        try await Task.sleep(for: .milliseconds(20))
      }
      let there = try await Self.offset(ann, place)
      #expect(there == 1_234_567)
      for wrong in [0, there - 1, there + 1, bytes.count, bytes.count + 1] {
        let refused = try await Self.append(ann, place, [1], at: wrong)
        #expect(refused.status == 409 && refused.headers.value("upload-offset") == "\(there)")
      }
      let last = try await Self.append(ann, place, Array(bytes[there...]), at: there, isLast: true)
      #expect(last.status == 201)
      #expect(try await ann.send("GET", "/a").body == bytes)
    }
  }

  @Test func `who asks how far it is ends the request that hangs`() async throws {
    try await Self.run { server, ann in
      let bytes = Self.bytes(2_000_000)
      let place = try await Self.begin(ann, "/a", bytes.count)
      let hanging = try BrokenUpload(
        ann, "PATCH", "/drive" + place,
        [
          "Content-Type": "application/partial-upload", "Upload-Offset": "0",
          "Upload-Complete": "?1",
        ], declaring: bytes.count, sending: Array(bytes[..<1_000_000]))
      for _ in 0..<500 where try Self.bytesOnDisk(server) < 700_000 {
        try await Task.sleep(for: .milliseconds(20))
      }
      let there = try await Self.offset(ann, place)
      #expect(there >= 700_000)
      let last = try await Self.append(ann, place, Array(bytes[there...]), at: there, isLast: true)
      #expect(last.status == 201)
      hanging.breakOff()
      #expect(try await ann.send("GET", "/a").body == bytes)
      #expect(try Self.files(server).count == 1)
    }
  }

  @Test func `two at once for one name: the second is refused at its end, and may be given up`()
    async throws
  {
    try await Self.run { server, ann in
      let places = [
        try await Self.begin(ann, "/a", 4, ["If-None-Match": "*"], [1, 2]),
        try await Self.begin(ann, "/a", 3, ["If-None-Match": "*"], [7, 8]),
      ]
      #expect(try await Self.append(ann, places[0], [3, 4], at: 2, isLast: true).status == 201)
      #expect(try await Self.append(ann, places[1], [9], at: 2, isLast: true).status == 412)
      #expect(try await ann.send("GET", "/a").body == [1, 2, 3, 4])
      #expect(try await Self.offset(ann, places[1]) == 3)
      #expect(try await ann.send("DELETE", places[1]).status == 204)
      #expect(try await ann.send("HEAD", places[1]).status == 404)
      #expect(try Self.files(server).count == 1)
      #expect(try await ann.put("/a", [1], ["If-None-Match": "*"]).status == 412)
    }
  }

  @Test func `somebody else's upload is not there, whatever is asked of it`() async throws {
    try await Self.run { server, ann in
      let place = try await Self.begin(ann, "/a", 4, [:], [1, 2])
      let ben = try await DriveProgram(server, "ben")
      #expect(try await ben.send("HEAD", place).status == 404)
      #expect(try await Self.append(ben, place, [3, 4], at: 2, isLast: true).status == 404)
      #expect(try await ben.send("DELETE", place).status == 404)
      #expect(try await ben.send("GET", "/a").status == 404)
      #expect(try await Self.offset(ann, place) == 2)
    }
  }

  @Test
  func `more than there is room for is refused before it comes, and more than was said after`()
    async throws
  {
    try await Self.run(quota: 1000) { server, ann in
      func begin(_ size: Int) async throws -> Int {
        try await ann.put("/a", [], ["Upload-Complete": "?0", "Upload-Length": "\(size)"]).status
      }
      #expect(try await begin(1001) == 507)
      let place = try await Self.begin(ann, "/a", 600)
      #expect(try await begin(401) == 507)
      #expect(try await Self.append(ann, place, Self.bytes(601), at: 0).status == 413)
      #expect(try await Self.append(ann, place, Self.bytes(600), at: 0).status == 204)
      #expect(try await ann.put("/b", Self.bytes(500)).status == 201)
      #expect(try await Self.append(ann, place, [], at: 600, isLast: true).status == 507)
      #expect(try await ann.send("DELETE", "/b").status == 204)
      let bin = try await server.client("ann").driveBin().items
      try await server.client("ann").eraseBinned(try #require(bin.first).itemID)
      // What was refused for want of room ends when there is some.
      var status = 507
      for _ in 0..<200 where status == 507 {
        try await Task.sleep(for: .milliseconds(20))
        status = try await Self.append(ann, place, [], at: 600, isLast: true).status
      }
      #expect(status == 201)
      #expect(try await ann.send("GET", "/a").body == Self.bytes(600))
    }
  }

  @Test func `a beginning that is refused leaves nothing that counts`() async throws {
    try await Self.run(quota: 1000) { server, ann in
      let head = ["Upload-Complete": "?0", "Upload-Length": "600"]
      for n in 0..<3 {
        #expect(try await ann.put("/a\(n)", Self.bytes(601), head).status == 413)
      }
      _ = try await Self.begin(ann, "/a", 600)
      #expect(try Self.files(server).isEmpty)
    }
  }

  @Test func `bytes that come while an upload is given up do not stay on the disk`() async throws {
    try await Self.run { server, ann in
      for n in 0..<80 {
        let place = try await Self.begin(ann, "/a\(n)", 4)
        async let late = Self.append(ann, place, [1, 2, 3, 4], at: 0)
        async let end = ann.send("DELETE", place)
        #expect(try await end.status == 204)
        #expect(try await [204, 404, 409].contains(late.status))
      }
      for _ in 0..<50 where try !Self.files(server).isEmpty {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(try Self.files(server).isEmpty)
    }
  }

  @Test func `an upload that nobody goes on with is forgotten, and leaves the disk`() async throws {
    try await Self.run { server, ann in
      let place = try await Self.begin(ann, "/a", 600, [:], [1])
      _ = try await Self.append(ann, place, [2], at: 1)
      #expect(try Self.files(server).count == 1)
      server.clock.advance(DriveUpload.lifetime + 1)
      #expect(try await ann.send("HEAD", place).status == 404)
      for _ in 0..<200 where try !Self.files(server).isEmpty {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(try Self.files(server).isEmpty)
    }
  }

  @Test(arguments: [
    ("PUT", "/a", ["Upload-Complete": "?0"], 400), ("PUT", "/a", ["Upload-Complete": "0"], 400),
    ("PUT", "/a", ["Upload-Complete": "?0", "Upload-Length": "-1"], 400),
    ("PUT", "/a", ["Upload-Complete": "?1", "Upload-Length": "7"], 400),
    ("PUT", "/a?upload=x", [:], 400), ("PUT", "/a?upload=AAAAAAAAAAAAAAAAAAAAAA", [:], 405),
    ("GET", "/a?upload=AAAAAAAAAAAAAAAAAAAAAA", [:], 405), ("PATCH", "/a", [:], 405),
    ("PATCH", "/a?upload=AAAAAAAAAAAAAAAAAAAAAA", [:], 415),
    (
      "PATCH", "/a?upload=AAAAAAAAAAAAAAAAAAAAAA", ["Content-Type": "application/partial-upload"],
      400
    ),
    ("HEAD", "/a?upload=AAAAAAAAAAAAAAAAAAAAAA", [:], 404),
  ])
  func `what is said wrongly of an upload is refused`(
    _ method: String, _ path: String, _ headers: [String: String], _ status: Int
  ) async throws {
    try await Self.run { _, ann in
      let body: [UInt8]? = method == "PUT" || method == "PATCH" ? [1] : nil
      let answer = try await ann.send(method, path, headers, body)
      #expect(answer.status == status)
      #expect(try await ann.send("GET", "/a").status == 404)
    }
  }
}
