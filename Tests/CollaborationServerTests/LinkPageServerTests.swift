import CollaborationServer
import Foundation
import GroveClient
import GroveIdentity
import GroveServing
import GroveWire
import Testing

/// A shared link where the app's pages are served from the same origin.
@Suite(.timeLimit(.minutes(3)))
struct LinkPageServerTests {
  /// The pages of a small app.
  private func pages() throws -> PageSet {
    let folder = FileManager.default.temporaryDirectory.path + "/grove-app-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (path, text) in ["index.html": "<title>App</title>", "assets/main.js": "1"] {
      let file = URL(fileURLWithPath: folder + "/" + path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return try PageSet(
      PagePlan(
        folder: folder, policy: PagePolicy(), opener: .itsOwn, configuration: Array("{}".utf8)))
  }

  @Test
  func `a link opens the app's page: the same bytes for any identifier, and nothing is looked up`()
    async throws
  {
    let pages = try pages()
    try await CollaborationTestServer.run(configure: { $0.pages = pages }) { server in
      let document = try await SharedDocument(server)
      _ = try await document.invite()
      let counts = try await server.store.settled()
      let real = CollaborationRoutes.linkPage.path([document.id.text])
      for method in ["GET", "HEAD"] {
        let expected = try await server.send(method, real).comparable
        #expect(expected.status == 200)
        for path in ["/d/AAAAAAAAAAAAAAAAAAAAAA", "/d/x", "/d/%C3%BF", "/d/<script>alert(1)"] {
          #expect(try await server.send(method, path).comparable == expected, "\(path)")
        }
        let asBackend = try await server.send(method, real, headers: server.backendHeaders("ann"))
        #expect(asBackend.comparable == expected)
      }
      #expect((server.store.writes, server.store.transactions) == counts)
      let page = try await server.send("GET", real)
      #expect(page.body == Array("<title>App</title>".utf8))
      #expect(page.headers.value("x-robots-tag") == "noindex, nofollow")
      #expect(page.headers.value("cross-origin-opener-policy") == "same-origin-allow-popups")
      #expect(try await server.send("GET", "/").body == page.body)
      #expect(try await server.send("GET", "/assets/main.js").status == 200)
    }
  }

  @Test(arguments: [
    ClientHeader("Sec-Fetch-Site", "cross-site"), ClientHeader("Sec-Fetch-Site", "same-site"),
    ClientHeader("Origin", "https://evil.example"), ClientHeader("Origin", "null"),
  ])
  func `no other page signs a person in to an account of its choice`(header: ClientHeader)
    async throws
  {
    try await CollaborationTestServer.run { server in
      let account = try StrictJSON.encode(
        CreateAppAccount(
          account: try CollaborationTestServer.account("eve"), displayName: "Eve",
          password: "correct horse battery"))
      let session = try StrictJSON.encode(
        CreateSession(
          account: try CollaborationTestServer.account("eve"), password: "correct horse battery"))
      let paths = [("/collab/v1/accounts", account), ("/collab/v1/sessions", session)]
      for (path, body) in paths {
        let answer = try await server.send("POST", path, headers: [header], body: body)
        #expect(answer.status == 403, "\(path)")
        #expect(answer.headers.value("set-cookie") == nil)
      }
      for own in [
        ClientHeader("Sec-Fetch-Site", "same-origin"),
        ClientHeader("Origin", CollaborationTestServer.publicOrigin),
      ] {
        let path = own.name == "Origin" ? paths[1] : paths[0]
        let answer = try await server.send("POST", path.0, headers: [own], body: path.1)
        #expect(answer.status == 201)
      }
    }
  }
}
