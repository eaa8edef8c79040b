import Foundation
import GroveWire
import Testing

@testable import GroveServing

/// Pages over a real socket.
@Suite(.timeLimit(.minutes(1)))
struct PageServerTests {
  private func serve(
    _ files: [String: String] = [
      "index.html": "<title>Home</title>", "actions.html": "<p>Actions", "worker.js": "0",
      "assets/a.js": "the script", "assets/a.js.br": "brotli", "assets/a.js.gz": "gzipped",
      "assets/b.css": "a{}", "assets/b.css.gz": "smaller", "assets/a.js.map": "{}",
      "assets/page.html": "no page of its own",
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
        ("/assets/a.js", "text/javascript; charset=utf-8"),
        ("/assets/b.css", "text/css; charset=utf-8"), ("/config.json", "application/json"),
        ("/assets/a.js.map", "application/json"), ("/worker.js", "text/javascript; charset=utf-8"),
      ] {
        let answer = try await server.ask("GET", path)
        #expect(answer.status == 200, "\(path)")
        #expect(answer.headers["content-type"] == type)
        #expect(answer.headers["x-content-type-options"] == "nosniff")
      }
      for path in [
        "/index", "/index.html", "/assets", "/assets/", "/actions.html", "/page", "/assets/page",
        "/assets/a.js.br", "/assets/a.js.gz", "/assets/../assets/a.js",
        "/assets/%2e%2e/assets/a.js", "/assets//a.js", "/assets/a%2Ejs", "/assets/../../a.js",
        "/assets/a.js/", "//assets/a.js", "/etc/passwd", "/assets/..%2f..%2fetc/passwd",
      ] {
        let answer = try await server.ask("GET", path)
        #expect(answer.status == 404, "\(path)")
        #expect(answer.code == .notFound)
      }
      for (method, path, status) in [
        ("GET", "/assets/a.js?query=1", 200), ("POST", "/assets/a.js", 405),
        ("GET", "/t/items/x", 200),
      ] {
        let answer = try await server.ask(method, path)
        #expect(answer.status == status)
      }
    }
  }

  @Test func `a person at an address with nothing gets a page, a program a problem`() async throws {
    let files = [
      "index.html": "Home", "not-found.html": "Nothing", "not-found.html.br": "small",
      "assets/a.js": "1",
    ]
    let person = "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"
    try await serve(files) { server in
      for path in ["/nowhere", "/assets/nowhere.js", "/t/nowhere/at/all"] {
        let page = try await server.ask("GET", path, headers: [person, "Accept-Encoding: br"])
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
    try await serve(["assets/a.js": "1"]) { server in
      let answer = try await server.ask("GET", "/nowhere", headers: [person])
      #expect(answer.code == .notFound)
    }
  }

  @Test func `what has its hash in its name is kept for good, all else is asked for again`()
    async throws
  {
    try await serve { server in
      for (path, expected) in [
        ("/assets/a.js", "public, max-age=31536000, immutable"),
        ("/assets/a.js.map", "public, max-age=31536000, immutable"),
        ("/", "no-cache"), ("/actions", "no-cache"), ("/worker.js", "no-cache"),
        ("/config.json", "no-cache"),
      ] {
        let answer = try await server.ask("GET", path)
        #expect(answer.headers["cache-control"] == expected, "\(path)")
      }
    }
  }

  @Test(
    arguments: [
      ("br, gzip", "br", "brotli"), ("gzip, deflate, br, zstd", "br", "brotli"),
      ("gzip", "gzip", "gzipped"), ("GZIP", "gzip", "gzipped"),
      ("gzip;q=0.5, br;q=0.4", "gzip", "gzipped"),
      ("*", "br", "brotli"), ("*;q=0.5, br;q=0", "gzip", "gzipped"),
      ("", nil, "the script"), ("deflate", nil, "the script"),
      ("br;q=0, gzip;q=0", nil, "the script"),
      ("identity, br;q=0.5", nil, "the script"), ("br;q=x", nil, "the script"),
      ("identity;q=0, *;q=0", nil, "the script"),
    ] as [(String, String?, String)])
  func `the smallest form comes that the asker takes`(
    accepted: String, coding: String?, body: String
  ) async throws {
    try await serve { server in
      let answer = try await server.ask(
        "GET", "/assets/a.js", headers: ["Accept-Encoding: \(accepted)"])
      #expect(answer.body == body)
      #expect(answer.headers["content-encoding"] == coding)
      #expect(answer.headers["vary"] == "Accept-Encoding")
      let head = try await server.ask(
        "HEAD", "/assets/a.js", headers: ["Accept-Encoding: \(accepted)"])
      #expect(head.headers["content-length"] == "\(body.utf8.count)")
      #expect(head.headers["content-encoding"] == coding)
    }
  }

  @Test func `what has one form does not depend on what is accepted`() async throws {
    try await serve { server in
      let answer = try await server.ask("GET", "/", headers: ["Accept-Encoding: br, gzip"])
      #expect(answer.headers["vary"] == nil && answer.headers["content-encoding"] == nil)
      let other = try await server.ask(
        "GET", "/assets/b.css", headers: ["Accept-Encoding: br, gzip"])
      #expect(other.headers["content-encoding"] == "gzip" && other.body == "smaller")
    }
  }

  @Test func `who has the bytes is not sent them again, and keeps the same policy`() async throws {
    try await serve { server in
      var tags: Set<String> = []
      for accepted in ["br", "gzip", "identity"] {
        let coding = "Accept-Encoding: \(accepted)"
        let first = try await server.ask("GET", "/assets/a.js", headers: [coding])
        let tag = try #require(first.headers["etag"])
        #expect(tag.hasPrefix("\"") && tag.count > 20)
        tags.insert(tag)
        for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
          let again = try await server.ask(
            "GET", "/assets/a.js", headers: [coding, "If-None-Match: \(known)"])
          #expect(again.status == 304, "\(known)")
          for name in ["etag", "vary", "content-security-policy", "cross-origin-opener-policy"] {
            #expect(again.headers[name] == first.headers[name])
          }
        }
        for unknown in ["\"other\"", tag.lowercased() + "x", ""] {
          let again = try await server.ask(
            "GET", "/assets/a.js", headers: [coding, "If-None-Match: \(unknown)"])
          #expect(again.status == 200, "\(unknown)")
        }
        let head = try await server.ask("HEAD", "/assets/a.js", headers: [coding])
        #expect(head.status == 200 && head.headers["etag"] == tag)
        #expect(head.headers["content-length"] == first.headers["content-length"])
      }
      // A tag names one form: who has another is sent this one.
      #expect(tags.count == 3)
    }
  }

  @Test func `a part is sent of the form that was begun, and of no other`() async throws {
    try await serve { server in
      func ask(_ headers: String...) async throws -> RawResponse {
        try await server.ask("GET", "/assets/a.js", headers: headers)
      }
      let part = try await ask("Range: bytes=4-8")
      #expect(part.status == 206 && part.body == "scrip")
      #expect(part.headers["content-range"] == "bytes 4-8/10")
      #expect(part.headers["content-length"] == "5")
      let end = try await ask("Range: bytes=-3", "Accept-Encoding: br")
      #expect(end.status == 206 && end.body == "tli" && end.headers["content-encoding"] == "br")
      #expect(end.headers["content-range"] == "bytes 3-5/6")
      let beyond = try await ask("Range: bytes=10-")
      #expect(beyond.status == 416 && beyond.headers["content-range"] == "bytes */10")
      let tag = try #require(part.headers["etag"])
      #expect(try await ask("Range: bytes=4-8", "If-Range: \(tag)").status == 206)
      for other in ["\"other\"", "W/\(tag)", "Sun, 22 Nov 2026 10:00:00 GMT"] {
        #expect(try await ask("Range: bytes=4-8", "If-Range: \(other)").status == 200)
      }
      #expect(try await ask("Range: bytes=4-8", "If-None-Match: \(tag)").status == 304)
      let head = try await server.ask("HEAD", "/assets/a.js", headers: ["Range: bytes=4-8"])
      #expect(head.status == 200 && head.headers["content-length"] == "10")
    }
  }

  @Test(
    arguments: [
      ("bytes=0-0", .part(0..<1)), ("bytes=0-", .part(0..<10)), ("bytes=9-99", .part(9..<10)),
      ("bytes=-4", .part(6..<10)), ("bytes=-99", .part(0..<10)), ("bytes=10-", .unsatisfiable),
      ("bytes=-0", .unsatisfiable), ("bytes=99999999999999999999-", .unsatisfiable),
      ("bytes=2-99999999999999999999", .part(2..<10)),
      ("bytes=2-9223372036854775807", .part(2..<10)),
      ("bytes=2-9223372036854775806", .part(2..<10)),
      ("bytes=-9223372036854775807", .part(0..<10)), ("bytes=9223372036854775807-", .unsatisfiable),
      ("bytes=5-4", .whole), ("bytes=-", .whole),
      ("bytes=0-1,3-4", .whole), ("bytes=a-b", .whole), ("bytes=+1-2", .whole), ("bytes=1", .whole),
      ("lines=1-2", .whole), ("bytes=0-1-2", .whole), (nil, .whole),
    ] as [(String?, PageRange)])
  func `a range that is not understood asks for everything`(field: String?, expected: PageRange) {
    #expect(PageRange(field, of: 10) == expected)
    #expect(PageRange("bytes=-1", of: 0) == .unsatisfiable)
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
}
