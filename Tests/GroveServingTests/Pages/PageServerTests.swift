import Foundation
import GroveWire
import Testing

@testable import GroveServing

/// Pages over a real socket.
@Suite(.timeLimit(.minutes(1)))
struct PageServerTests {
  private func serve(
    _ files: [String: String] = [
      "start/index.html":
        "<title>Home</title>\n<script type=\"module\" src=\"/start/main.js\"></script>",
      "start/actions.html": "<p>Actions", "start/main.js": "import \"../lib/a.js\"; // gone",
      "lib/a.js": "export * from './b.js'", "lib/b.js": "/* gone */ 1", "lib/c.js": "2",
      "lib/style.css": "a{}", "lib/page.html": "no page",
    ], change: (inout PagePlan) -> Void = { $0.openers["/actions"] = .anybody },
    _ body: (TestServer) async throws -> Void
  ) async throws {
    let pages = try TemporaryPages(files)
    defer { pages.remove() }
    let set = try pages.set(change)
    try await TestServer.with(
      TestRoutes.all,
      register: { router in
        TestRoutes.register(router)
        router.addPages(set)
      }, body)
  }

  @Test func `every file is where it belongs, with its type, and nothing else is there`()
    async throws
  {
    try await serve { server in
      for (path, type) in [
        ("/", "text/html; charset=utf-8"), ("/actions", "text/html; charset=utf-8"),
        ("/start/main.js", "text/javascript; charset=utf-8"),
        ("/lib/style.css", "text/css; charset=utf-8"), ("/config.json", "application/json"),
      ] {
        let answer = try await server.ask("GET", path)
        #expect(answer.status == 200, "\(path)")
        #expect(answer.headers["content-type"] == type)
        #expect(answer.headers["x-content-type-options"] == "nosniff")
      }
      for path in [
        "/index", "/index.html", "/start", "/start/", "/start/index.html", "/lib/page.html",
        "/page", "/lib/../lib/a.js", "/lib/%2e%2e/lib/a.js", "/lib//a.js", "/lib/a%2Ejs",
        "/lib/../../a.js",
        "/lib/a.js/", "//lib/a.js", "/etc/passwd", "/lib/..%2f..%2fetc/passwd",
      ] {
        let answer = try await server.ask("GET", path)
        #expect(answer.status == 404, "\(path)")
        #expect(answer.code == .notFound)
      }
      for (method, path, status) in [
        ("GET", "/lib/a.js?query=1", 200), ("POST", "/lib/a.js", 405), ("GET", "/t/items/x", 200),
      ] {
        let answer = try await server.ask(method, path)
        #expect(answer.status == status)
      }
    }
  }

  @Test func `scripts come without comments, and a page names what its scripts import`()
    async throws
  {
    try await serve { server in
      let script = try await server.ask("GET", "/start/main.js").body
      #expect(script == "import\"../lib/a.js\";\n")
      let page = try await server.ask("GET", "/").body
      let links = page.split(separator: "\n").filter { $0.hasPrefix("<link rel=\"modulepreload\"") }
      #expect(
        links
          == ["/start/main.js", "/lib/a.js", "/lib/b.js"].map {
            "<link rel=\"modulepreload\" href=\"\($0)\">"
          })
      #expect(page.hasSuffix("<script type=\"module\" src=\"/start/main.js\"></script>"))
    }
  }

  @Test func `a person at an address with nothing gets a page, a program a problem`() async throws {
    let files = ["start/index.html": "Home", "start/nothing.html": "Nothing", "lib/a.js": "1"]
    let person = "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"
    try await serve(files) { server in
      for path in ["/nowhere", "/lib/nowhere.js", "/t/nowhere/at/all"] {
        let page = try await server.ask("GET", path, headers: [person])
        #expect(page.status == 404 && page.body == "Nothing", "\(path)")
        #expect(page.headers["content-type"] == "text/html; charset=utf-8")
        #expect(page.headers["cache-control"] == "no-store" && page.headers["etag"] == nil)
        #expect(page.headers["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
        for accept in ["Accept: */*", "Accept: application/json", "Accept: text/htmlx"] {
          let answer = try await server.ask("GET", path, headers: [accept])
          #expect(answer.code == .notFound)
        }
        let posted = try await server.ask("POST", path, headers: [person])
        #expect(posted.body != "Nothing")
      }
    }
    try await serve(["lib/a.js": "1"]) { server in
      let answer = try await server.ask("GET", "/nowhere", headers: [person])
      #expect(answer.code == .notFound)
    }
  }

  @Test func `who has the bytes is not sent them again, and keeps the same policy`() async throws {
    try await serve { server in
      let first = try await server.ask("GET", "/lib/a.js")
      let tag = try #require(first.headers["etag"])
      #expect(tag.hasPrefix("\"") && tag.count > 20)
      #expect(first.headers["cache-control"] == "no-cache")
      for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
        let again = try await server.ask("GET", "/lib/a.js", headers: ["If-None-Match: \(known)"])
        #expect(again.status == 304, "\(known)")
        for name in ["etag", "content-security-policy", "cross-origin-opener-policy"] {
          #expect(again.headers[name] == first.headers[name])
        }
      }
      for unknown in ["\"other\"", tag.lowercased() + "x", ""] {
        let again = try await server.ask("GET", "/lib/a.js", headers: ["If-None-Match: \(unknown)"])
        #expect(again.status == 200, "\(unknown)")
      }
      let head = try await server.ask("HEAD", "/lib/a.js")
      #expect(head.status == 200 && head.headers["etag"] == tag)
      #expect(head.headers["content-length"] == first.headers["content-length"])
    }
  }

  @Test func `other bytes have another tag`() async throws {
    var tags: Set<String> = []
    for text in ["1", "2", "1 // a comment that is not sent"] {
      try await serve(["lib/a.js": text]) { server in
        tags.insert(try await server.ask("GET", "/lib/a.js").headers["etag"] ?? "")
      }
    }
    #expect(tags.count == 2)
  }

  @Test func `pages run their own scripts only, are framed by nobody, and send no referrer`()
    async throws
  {
    try await serve { server in
      let answer = try await server.ask("GET", "/")
      let policy = try #require(answer.headers["content-security-policy"])
      let rules = policy.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(
        Set(rules) == [
          "default-src 'none'", "script-src 'self'", "style-src 'self'",
          "img-src 'self' blob: data:", "connect-src 'self'", "worker-src 'none'",
          "manifest-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
        ])
      #expect(answer.headers["referrer-policy"] == "no-referrer")
      #expect(answer.headers["x-frame-options"] == "DENY")
      #expect(answer.headers["permissions-policy"]?.contains("camera=()") == true)
      #expect(answer.headers["cross-origin-opener-policy"] == "same-origin-allow-popups")
      let actions = try await server.ask("GET", "/actions")
      #expect(actions.headers["cross-origin-opener-policy"] == "unsafe-none")
    }
  }

  @Test func `a script that is not understood is served as it is`() async throws {
    let source = "const ä = 1; // stays"
    try await serve(["lib/a.js": source]) { server in
      let served = try await server.ask("GET", "/lib/a.js").body
      #expect(served == source)
    }
  }
}
