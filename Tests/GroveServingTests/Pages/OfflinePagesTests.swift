import Foundation
import HTTPTypes
import Testing

@testable import GroveServing

/// What browsers are told they may keep.
@Suite(.timeLimit(.minutes(1)))
struct OfflinePagesTests {
  private struct List: Decodable, Equatable {
    var version: String
    var files: [String: String]
  }

  private static let kept = OfflinePages(
    worker: "/worker.js", list: "/files.json", pages: ["/", "/away"])

  private static let files = [
    "index.html": "<script type=\"module\" src=\"/assets/main.js\"></script>", "away.html": "Away",
    "share.html": "Share", "worker.js": "2", "worker.js.map": "{}", "assets/main.js": "1",
    "assets/main.js.map": "{}", "assets/a.css": "a{}", "assets/README.md": "no",
  ]

  private func serve(
    _ change: [String: String] = [:], _ body: (PageSet) throws -> Void
  ) throws {
    let pages = try TemporaryPages(Self.files.merging(change) { $1 })
    defer { pages.remove() }
    try body(try pages.set { $0.kept = Self.kept })
  }

  private func ask(_ body: (TestServer) async throws -> Void) async throws {
    let pages = try TemporaryPages(Self.files)
    defer { pages.remove() }
    let set = try pages.set { $0.kept = Self.kept }
    try await TestServer.with(
      TestRoutes.all,
      register: { router in
        TestRoutes.register(router)
        router.addPages(set)
      }, body)
  }

  private func list(_ change: [String: String] = [:]) throws -> List {
    var list = List(version: "", files: [:])
    try serve(change) { set in
      let file = try #require(set.file(at: "/files.json"))
      list = try JSONDecoder().decode(List.self, from: Data(file.bytes))
    }
    return list
  }

  @Test
  func
    `the list names every file that pages are made of and the pages that open alone, and no more`()
    throws
  {
    #expect(try list().files.keys.sorted() == ["/", "/assets/a.css", "/assets/main.js", "/away"])
  }

  @Test func `each hash is of the bytes that are served, and is the entity tag, too`() async throws
  {
    let files = try list().files
    try await ask { server in
      for (address, hash) in files {
        let answer = try await server.ask("GET", address)
        #expect(PageFile.hash(of: Array(answer.body.utf8)) == hash)
        #expect(answer.headers["etag"] == "\"\(hash)\"")
        #expect(hash.utf8.count == 24)
      }
    }
  }

  @Test func `the version changes with any file that may be kept, and with nothing else`() throws {
    let version = try list().version
    #expect(version.utf8.count == 24)
    #expect(try list().version == version)
    #expect(try list(["assets/main.js.map": "{ }", "worker.js": "3"]).version == version)
    #expect(try list(["share.html": "Another"]).version == version)
    let changes = [
      ["assets/main.js": "3"], ["away.html": "Gone"], ["assets/b.css": ""],
      ["assets/a.css": "b{}"],
    ]
    #expect(Set(try changes.map { try list($0).version } + [version]).count == changes.count + 1)
  }

  @Test func `the version changes with what the pages may do`() throws {
    let pages = try TemporaryPages(Self.files)
    defer { pages.remove() }
    let versions = try [PagePolicy(), PagePolicy(hasWorker: true)].map { policy in
      let set = try pages.set {
        $0.kept = Self.kept
        $0.policy = policy
      }
      let file = try #require(set.file(at: "/files.json"))
      return try JSONDecoder().decode(List.self, from: Data(file.bytes)).version
    }
    #expect(versions[0] != versions[1])
  }

  @Test func `pages without a worker are kept by nobody`() throws {
    let pages = try TemporaryPages(["index.html": "Home"])
    defer { pages.remove() }
    #expect(try pages.set { $0.kept = Self.kept }.file(at: "/files.json") == nil)
    #expect(try pages.set().file(at: "/files.json") == nil)
  }

  @Test func `workers are refused where there is none`() throws {
    for (policy, expected) in [
      (PagePolicy(), "worker-src 'none';"), (PagePolicy(hasWorker: true), "worker-src 'self';"),
    ] {
      let field = policy.headers(.nobody).first {
        $0.name.rawName == "Content-Security-Policy"
      }
      #expect(field?.value.contains(expected) == true)
    }
  }
}
