import CollaborationServer
import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

/// What the drive's page reaches with the cookie of its session, and other pages do not.
@Suite(.timeLimit(.minutes(3)))
struct DrivePageServerTests {
  private static let password = "correct horse battery"
  private static let ours = [ClientHeader("Sec-Fetch-Site", "same-origin")]
  private static let foreign = [
    [ClientHeader("Sec-Fetch-Site", "cross-site")], [ClientHeader("Sec-Fetch-Site", "same-site")],
    [ClientHeader("Sec-Fetch-Site", "none")], [ClientHeader("Origin", "https://evil.example")],
  ]

  private static func run(
    _ body: @escaping @Sendable (CollaborationTestServer, ClientHeader) async throws -> Void
  ) async throws {
    try await CollaborationTestServer.run(configure: { $0.servesDrives = true }) { server in
      try await body(server, try await signUp(server, "ann"))
    }
  }

  /// - Returns: the cookie of a new account's session.
  private static func signUp(_ server: CollaborationTestServer, _ name: String) async throws
    -> ClientHeader
  {
    let body = try StrictJSON.encode(
      CreateAppAccount(
        account: try CollaborationTestServer.account(name), displayName: name, password: password))
    let answer = try await server.send("POST", "/collab/v1/accounts", body: body)
    let cookie = try #require(
      answer.headers.first {
        $0.name.lowercased() == "set-cookie" && $0.value.contains("grove-session=")
      }?.value)
    return ClientHeader("Cookie", String(cookie.prefix { $0 != ";" }))
  }

  @Test
  func `a page of this server works on the drive in its session, which needs no app password`()
    async throws
  {
    try await Self.run { server, cookie in
      func send(
        _ method: String, _ path: String, _ body: [UInt8]? = nil, _ more: [ClientHeader] = []
      )
        async throws -> ClientResponse
      {
        try await server.send(
          method, path, headers: Self.ours + [cookie] + more, body: body,
          type: body == nil ? nil : "text/html")
      }
      #expect(
        try await send("PROPFIND", "/drive/", nil, [ClientHeader("Depth", "1")]).status == 207)
      #expect(try await send("MKCOL", "/drive/a").status == 201)
      let nothing = ClientHeader("If-None-Match", "*")
      #expect(try await send("PUT", "/drive/a/x.html", [1, 2], [nothing]).status == 201)
      #expect(try await send("PUT", "/drive/a/x.html", [3], [nothing]).status == 412)
      #expect(try await send("PUT", "/drive/a/x.html", [3]).status == 204)
      let got = try await send("GET", "/drive/a/x.html")
      #expect(got.status == 200 && got.body == [3])
      // Saved, not shown; and where it is shown all the same, it may do nothing.
      #expect(got.headers.value("content-disposition") == "attachment")
      #expect(got.headers.value("content-security-policy")?.contains("sandbox") == true)
      #expect(got.headers.value("x-content-type-options") == "nosniff")
      #expect(got.headers.value("cross-origin-resource-policy") == "same-origin")
      let versions = "/collab/v1/me/drive/versions"
      let first = try await send("GET", versions + "/1?path=/a/x.html")
      #expect(first.status == 200 && first.body == [1, 2])
      #expect(first.headers.value("content-disposition") == "attachment")
      #expect(first.headers.value("content-security-policy")?.contains("sandbox") == true)
      #expect(first.headers.value("x-content-type-options") == "nosniff")
      #expect(try await send("GET", versions + "/2?path=/a/x.html").status == 404)
      #expect(try await send("GET", versions + "/x?path=/a/x.html").status == 400)
      #expect(try await send("GET", versions + "/1?path=/a").status == 405)
      // The session is over: the page asks who is there, not the browser.
      #expect(try await send("DELETE", "/collab/v1/sessions/current").status == 204)
      let refused = try await send("GET", "/drive/a/x.html")
      #expect(refused.status == 401 && refused.headers.value("www-authenticate") == nil)
    }
  }

  @Test func `another page gets nothing with the cookie, and changes nothing`() async throws {
    try await Self.run { server, cookie in
      let put = try await server.send(
        "PUT", "/drive/a.txt", headers: Self.ours + [cookie], body: [7], type: "text/plain")
      #expect(put.status == 201)
      for method in ["GET", "HEAD", "PROPFIND", "PUT", "DELETE", "MKCOL", "MOVE", "LOCK"] {
        for headers in Self.foreign {
          let more = [
            cookie, ClientHeader("Destination", "/drive/b.txt"), ClientHeader("Depth", "0"),
          ]
          let answer = try await server.send(
            method, "/drive/a.txt", headers: headers + more, body: method == "PUT" ? [8] : nil)
          #expect(answer.status == 401, "\(method) \(headers)")
          #expect(answer.headers.value("access-control-allow-origin") == nil)
          #expect(answer.body != [7])
        }
        // What may change something says where it comes from.
        guard method != "GET", method != "HEAD" else { continue }
        let answer = try await server.send(method, "/drive/a.txt", headers: [cookie])
        #expect(answer.status == 401, "\(method)")
      }
      let got = try await server.send("GET", "/drive/a.txt", headers: Self.ours + [cookie])
      #expect(got.status == 200 && got.body == [7])
    }
  }

  @Test func `a program's password counts where a program asks, and the session where a page does`()
    async throws
  {
    try await Self.run { server, cookie in
      let ben = try await DriveProgram(server, "ben")
      #expect(try await ben.put("/b.txt", [2]).status == 201)
      let headers = ["Cookie": cookie.value]
      #expect(try await ben.send("GET", "/b.txt", headers).body == [2])
      let page = headers.merging(["Sec-Fetch-Site": "same-origin"]) { $1 }
      #expect(try await ben.send("GET", "/b.txt", page).status == 404)
    }
  }
}
