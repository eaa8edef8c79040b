import CollaborationServer
import Foundation
import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import Testing

/// A drive over WebDAV, on a real socket.
@Suite(.timeLimit(.minutes(3)))
struct DriveServerTests {
  private static func run(
    configure: @escaping (inout CollaborationServerConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (CollaborationTestServer, DriveProgram) async throws -> Void
  ) async throws {
    try await CollaborationTestServer.run(configure: {
      $0.servesDrives = true
      configure(&$0)
    }) { server in try await body(server, DriveProgram(server, "ann")) }
  }

  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
  }

  @Test(arguments: [0, 1, 300_000, 5_000_000])
  func `a file comes back byte for byte, whole and in ranges`(_ count: Int) async throws {
    try await Self.run { _, ann in
      let bytes = Self.bytes(count)
      let put = try await ann.put("/f%C3%A9%20x", bytes, ["Content-Type": "image/png"])
      #expect(put.status == 201)
      let tag = try #require(put.headers.value("etag"))
      let got = try await ann.send("GET", "/f%C3%A9%20x")
      #expect(got.status == 200 && got.body == bytes && got.headers.value("etag") == tag)
      #expect(got.headers.value("content-type") == "image/png")
      #expect(got.headers.value("content-security-policy")?.contains("sandbox") == true)
      let head = try await ann.send("HEAD", "/f%C3%A9%20x")
      #expect(head.status == 200 && head.headers.value("content-length") == "\(count)")
      let known = try await ann.send("GET", "/f%C3%A9%20x", ["If-None-Match": tag])
      #expect(known.status == 304 && known.body.isEmpty)
      let part = try await ann.send("GET", "/f%C3%A9%20x", ["Range": "bytes=-1"])
      #expect(part.status == (count == 0 ? 416 : 206))
      #expect(try await ann.put("/f%C3%A9%20x", [7], ["If-Match": tag]).status == 204)
      // The second of two writers who saw the same.
      #expect(try await ann.put("/f%C3%A9%20x", [8], ["If-Match": tag]).status == 412)
    }
  }

  @Test func `folders are listed with their properties, one level at a time`() async throws {
    try await Self.run { _, ann in
      #expect(try await ann.send("MKCOL", "/a").status == 201)
      #expect(try await ann.send("MKCOL", "/a").status == 405)
      #expect(try await ann.send("MKCOL", "/b/c").status == 409)
      #expect(try await ann.send("MKCOL", "/c", [:], [1]).status == 415)
      for number in 0..<450 { _ = try await ann.put("/a/f\(number)", [1]) }
      let all = try await ann.text("/a", depth: "1")
      #expect(all.components(separatedBy: "<D:response>").count == 452)
      #expect(all.hasSuffix("</D:multistatus>\n") && all.contains("<D:href>/drive/a/f449</D:href>"))
      let asked = """
        <propfind xmlns="DAV:"><prop><getcontentlength/><x xmlns="urn:x"/></prop></propfind>
        """
      let one = try await ann.text("/a/f0", depth: "0", asked)
      #expect(one.contains("<D:getcontentlength>1</D:getcontentlength>"))
      #expect(one.contains("<x:x xmlns:x=\"urn:x\"/>") && one.contains("404"))
      let endless = try await ann.send("PROPFIND", "/")
      #expect(endless.status == 403)
      #expect(String(decoding: endless.body, as: UTF8.self).contains("propfind-finite-depth"))
      let quota = """
        <propfind xmlns="DAV:"><prop><quota-used-bytes/><quota-available-bytes/></prop></propfind>
        """
      let room = try await ann.text("/", depth: "0", quota)
      #expect(room.contains("<D:quota-used-bytes>450</D:quota-used-bytes>"))
    }
  }

  @Test func `what a client names is told again only where it is short`() async throws {
    try await Self.run { _, ann in
      for number in 0..<60 { _ = try await ann.put("/f\(number)", [1]) }
      func names(_ count: Int, in length: Int) -> String {
        let names = (0..<count).map { "<p:n\($0)/>" }.joined()
        return "xmlns:p='\(String(repeating: "u", count: length))'><D:prop>\(names)</D:prop>"
      }
      func ask(_ names: String) async throws -> ClientResponse {
        let body = Array("<D:propfind xmlns:D='DAV:' \(names)</D:propfind>".utf8)
        return try await ann.send("PROPFIND", "/", ["Depth": "1"], body)
      }
      // Once half a gigabyte: each name with its namespace for each file.
      #expect(try await ask(names(200, in: 40_000)).status == 400)
      #expect(try await ask(names(200, in: 500)).status == 422)
      let longest = try await ask(names(30, in: 500))
      #expect(longest.status == 207 && longest.body.count > 60 * 30 * 500)
      let set = "<D:set>\(names(200, in: 500).split(separator: ">", maxSplits: 1)[1])</D:set>"
      let space = String(repeating: "u", count: 500)
      let body = "<D:propertyupdate xmlns:D='DAV:' xmlns:p='\(space)'>\(set)</D:propertyupdate>"
      #expect(try await ann.send("PROPPATCH", "/f0", [:], Array(body.utf8)).status == 422)
    }
  }

  @Test func `properties are set and removed all together or not at all`() async throws {
    try await Self.run { _, ann in
      _ = try await ann.put("/a", [1])
      func patch(_ text: String) async throws -> ClientResponse {
        let body = "<D:propertyupdate xmlns:D='DAV:' xmlns:z='urn:z'>\(text)</D:propertyupdate>"
        return try await ann.send("PROPPATCH", "/a", [:], Array(body.utf8))
      }
      let set = "<D:set><D:prop xml:lang='de'><z:p>ä &lt; <z:q/></z:p></D:prop></D:set>"
      #expect(try await patch(set).status == 207)
      let all = try await ann.text("/a", depth: "0")
      #expect(all.contains("<x:p xmlns:x=\"urn:z\" xml:lang=\"de\">ä &lt; <x:q/></x:p>"))
      let refused = try await patch(
        "<D:remove><D:prop><z:p/></D:prop></D:remove>"
          + "<D:set><D:prop><D:getetag>x</D:getetag></D:prop></D:set>")
      let text = String(decoding: refused.body, as: UTF8.self)
      #expect(text.contains("403") && text.contains("424"))
      #expect(try await ann.text("/a", depth: "0").contains("urn:z"))
      _ = try await patch("<D:remove><D:prop><z:p/></D:prop></D:remove>")
      #expect(try await !ann.text("/a", depth: "0").contains("urn:z"))
      #expect(try await patch("<D:set/>").status == 400)
      #expect(try await patch("&x;").status == 400)
    }
  }

  @Test func `what is locked is written with its token only`() async throws {
    try await Self.run { _, ann in
      let body = Array(
        """
        <D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope>\
        <D:locktype><D:write/></D:locktype><D:owner>Ann</D:owner></D:lockinfo>
        """.utf8)
      let taken = try await ann.send("LOCK", "/n", ["Timeout": "Second-100"], body)
      #expect(taken.status == 201)
      let token = try #require(taken.headers.value("lock-token"))
      let text = String(decoding: taken.body, as: UTF8.self)
      #expect(text.contains("Second-100") && text.contains("Ann</x:owner>"))
      let refused = try await ann.put("/n", [1])
      #expect(refused.status == 423)
      #expect(String(decoding: refused.body, as: UTF8.self).contains("lock-token-submitted"))
      #expect(try await ann.send("LOCK", "/n", [:], body).status == 423)
      #expect(try await ann.put("/n", [1], ["If": "(\(token))"]).status == 204)
      #expect(try await ann.put("/n", [1], ["If": "(\(token) [\"x\"])"]).status == 412)
      #expect(try await ann.put("/n", [1], ["If": "(\(token)"]).status == 400)
      #expect(try await ann.send("LOCK", "/n", ["If": "(\(token))"]).status == 200)
      #expect(try await ann.send("DELETE", "/n").status == 423)
      #expect(try await ann.send("UNLOCK", "/n", ["Lock-Token": token]).status == 204)
      #expect(try await ann.send("UNLOCK", "/n", ["Lock-Token": token]).status == 409)
      #expect(try await ann.send("DELETE", "/n").status == 204)
    }
  }

  @Test func `things are copied and moved within the drive and nowhere else`() async throws {
    try await Self.run { server, ann in
      _ = try await ann.put("/a", [1])
      func send(_ method: String, _ from: String, _ to: String, _ more: [String: String] = [:])
        async throws -> Int
      {
        try await ann.send(method, from, more.merging(["Destination": to]) { $1 }).status
      }
      #expect(try await send("COPY", "/a", "\(server.url)/drive/b") == 201)
      #expect(try await send("COPY", "/a", "https://docs.example/drive/b") == 204)
      #expect(try await send("MOVE", "/a", "/drive/b", ["Overwrite": "F"]) == 412)
      #expect(try await send("MOVE", "/a", "http://elsewhere.example/drive/b") == 502)
      #expect(try await send("MOVE", "/a", "/collab/v1/me") == 400)
      #expect(try await send("MOVE", "/a", "/drive/x/y") == 409)
      #expect(try await send("MOVE", "/a", "/drive/a") == 403)
      #expect(try await send("MOVE", "/a", "/drive/c") == 201)
      #expect(try await ann.send("GET", "/a").status == 404)
      #expect(try await ann.send("GET", "/c").body == [1])
      #expect(try await ann.send("MOVE", "/c").status == 400)
    }
  }

  @Test(arguments: [
    ("/..", 422), ("/a%2Fb", 422), ("/a%5Cb", 422), ("/a%00", 422), ("/a%0A", 422), ("/%FF", 404),
    ("/a//b", 422), ("/a?x=1", 400), ("/" + String(repeating: "x", count: 256), 422),
    ("/a%20b", 201), ("/a:b", 201), ("/%E2%80%A6", 201),
  ])
  func `each name has one clear answer`(_ path: String, _ status: Int) async throws {
    try await Self.run { _, ann in
      let answer = try await ann.put(path, [1])
      #expect(answer.status == status)
    }
  }

  @Test func `who shows no password, a wrong one or one that was revoked is not let in`()
    async throws
  {
    try await Self.run { server, ann in
      _ = try await ann.put("/a", [1])
      let nobody = try await server.send("GET", "/drive/a")
      #expect(nobody.status == 401)
      #expect(nobody.headers.value("www-authenticate")?.hasPrefix("Basic") == true)
      let options = try await server.send("OPTIONS", "/drive/")
      #expect(options.status == 200 && options.headers.value("dav") == "1, 2, 3")
      #expect(try await server.send("POST", "/drive/a").status == 405)
      #expect(try await ann.send("REPORT", "/a").status == 501)
      // Others have the same words for other things.
      let ben = try await DriveProgram(server, "ben")
      #expect(try await ben.send("GET", "/a").status == 404)
      let mixed = DriveProgram(server, "ben", password: ann.password)
      #expect(try await mixed.send("GET", "/a").status == 401)
      let typed = ann.password.uppercased().replacing("-", with: " ")
      #expect(
        try await DriveProgram(server, "ann", password: typed).send("GET", "/a").status == 200)
      let client = try server.client("ann")
      let list = try await client.appPasswords()
      #expect(list.count == 1 && list[0].lastUsedAt != nil && list[0].name == "test")
      try await client.revokeAppPassword(list[0].passwordID)
      #expect(try await ann.send("GET", "/a").status == 401)
    }
  }

  @Test func `wrong passwords are slowed down, and right ones that are known are not`()
    async throws
  {
    try await Self.run { server, ann in
      _ = try await ann.put("/a", [1])
      let guesser = DriveProgram(server, "ann", password: "wrong")
      var answers: [Int] = []
      for _ in 0..<12 { answers.append(try await guesser.send("GET", "/a").status) }
      #expect(answers == [Int](repeating: 401, count: 10) + [429, 429])
      #expect(try await ann.send("GET", "/a").status == 200)
    }
  }

  @Test func `what is more than the room there is is not taken, whatever the client says of it`()
    async throws
  {
    try await Self.run(configure: { $0.driveQuota = 1000 }) { server, ann in
      #expect(try await ann.put("/a", Self.bytes(1001)).status == 507)
      #expect(try await ann.put("/a", Self.bytes(1000)).status == 201)
      #expect(try await ann.put("/b", [1]).status == 507)
      let folder = try #require(server.configuration.drivesFolder)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    }
  }

  @Test func `what is deleted is in the bin, comes back, and leaves the disk when it is erased`()
    async throws
  {
    try await Self.run { server, ann in
      let client = try server.client("ann")
      for number in 1...3 { _ = try await ann.put("/a", [UInt8(number)]) }
      let versions = try await client.driveVersions(of: "/a")
      #expect(versions.map(\.number.value) == [2, 1])
      _ = try await client.restoreDriveVersion(
        RestoreDriveVersion(path: "/a", number: DecimalUInt64(1)))
      #expect(try await ann.send("GET", "/a").body == [1])
      _ = try await ann.send("DELETE", "/a")
      let item = try #require(try await client.driveBin().items.first)
      #expect(item.name == "a" && item.from.isEmpty && item.size.value == 1)
      #expect(try await client.restoreBinned(item.itemID).path == "/a")
      _ = try await ann.send("DELETE", "/a")
      try await client.eraseBinned(item.itemID)
      #expect(try await client.driveBin().items.isEmpty)
      let folder = try #require(server.configuration.drivesFolder)
      func files() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder).count
      }
      for _ in 0..<200 where try files() > 0 { try await Task.sleep(for: .milliseconds(20)) }
      #expect(try files() == 0)
    }
  }

  @Test func `without drives there is nothing below /drive, and no app passwords`() async throws {
    try await CollaborationTestServer.run { server in
      #expect(try await server.send("OPTIONS", "/drive/").status == 404)
      #expect(try await server.send("PROPFIND", "/drive/").status == 501)
      let client = try server.client("ann")
      #expect(try await refusal { _ = try await client.appPasswords() } == .notFound)
      #expect(
        try await refusal { _ = try await client.makeAppPassword(named: "p") } == .notFound)
    }
  }
}
