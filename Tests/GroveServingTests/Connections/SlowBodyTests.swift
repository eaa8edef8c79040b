import Foundation
import GroveServing
import GroveWire
import Synchronization
import Testing

/// Bodies that are sent slowly, or never finished, many at a time.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct SlowBodyTests {
  private static let upload = Route<RawBody, RawBody>("upload", .put, "/upload")
  private static let mebibyte = 1 << 20

  @Test func `sixty half-sent uploads and 340 that trickle are all told and closed`() async throws {
    var settings = ServerSettings()
    settings.pace.head = 5000
    settings.pace.bodyGrace = 5000
    try await serving(settings) { server async throws in
      try await withThrowingTaskGroup { group in
        for number in 0..<400 {
          group.addTask {
            try await Task.sleep(for: .milliseconds(5 * number))
            return try await server.connect { connection async throws in
              try await connection.announce(32 * Self.mebibyte)
              let half = number < 60 ? 400_000 : 1
              // Some are refused for their share of what is under way before they have sent it.
              try? await connection.send(String(repeating: "x", count: half))
              let answer = try await connection.readResponse()
              #expect(answer.code == .requestTimeout || answer.code == .rateLimited)
              _ = try await connection.readToEnd()
              return answer.code == .requestTimeout
            }
          }
        }
        var slow = 0
        for try await isSlow in group where isSlow { slow += 1 }
        #expect(slow >= 340)
      }
    }
  }

  @Test func `a large body goes to disk and arrives whole`() async throws {
    try await serving { server async throws in
      try await server.connect { connection async throws in
        let text = (0..<100_000).map(String.init).joined()
        try await connection.announce(text.utf8.count)
        try await connection.send(text)
        let answer = try await connection.readResponse()
        #expect(answer.status == 200 && answer.body == text)
      }
    }
  }

  @Test func `one account's bodies under way are bounded, and others' are not in the way`()
    async throws
  {
    var limits = BodyLimits()
    limits.disk.perAccount = 600_000
    try await serving(bodies: limits) { server async throws in
      try await server.connect { first async throws in
        try await first.announce(Self.mebibyte)
        try await first.send(String(repeating: "x", count: 500_000))
        try await server.connect { second async throws in
          try await second.announce(Self.mebibyte)
          try? await second.send(String(repeating: "x", count: 700_000))
          let answer = try await second.readResponse()
          #expect(answer.status == 429 && answer.code == .rateLimited)
          #expect(answer.headers["retry-after"] == "5")
        }
        try await server.connect { stranger async throws in
          let body = String(repeating: "x", count: 50_000)
          try await stranger.send(
            "PUT /t/bytes HTTP/1.1\r\nHost: t\r\nContent-Length: 50000\r\n\r\n\(body)")
          #expect(try await stranger.readResponse().status == 200)
        }
        // And what was taken is given back.
        try await first.send(String(repeating: "x", count: 500_000))
        #expect(try await first.readResponse().status == 429)
      }
      try await server.connect { third async throws in
        try await third.announce(500_000)
        try await third.send(String(repeating: "x", count: 500_000))
        #expect(try await third.readResponse().status == 200)
      }
    }
  }

  @Test func `two large bodies are handled at a time, and the others wait their turn`() async throws
  {
    let atWork = Mutex((now: 0, most: 0))
    try await TestServer.with([Self.upload.description]) { router in
      router.on(Self.upload, limits: RouteLimits(body: Self.mebibyte)) { request, _ in
        atWork.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        try await Task.sleep(for: .milliseconds(100))
        atWork.withLock { $0.now -= 1 }
        return RawBody(Array("\(request.body.bytes.count)".utf8))
      }
    } _: { server async throws in
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            try await server.connect { connection async throws in
              try await connection.announce(400_000)
              try await connection.send(String(repeating: "x", count: 400_000))
              return try await connection.readResponse().body
            }
          }
        }
        for try await body in group { #expect(body == "400000") }
      }
    }
    #expect(atWork.withLock(\.most) == 2)
  }

  @Test func `what waits on disk is gone when its request is`() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/bodies-\(UUID().uuidString)"
    try await serving(folder: folder) { server async throws in
      try await server.connect { connection async throws in
        try await connection.announce(Self.mebibyte)
        try await connection.send(String(repeating: "x", count: 500_000))
        try await eventually { Self.files(folder) == 1 }
      }
      try await eventually { Self.files(folder) == 0 }
    }
    try FileManager.default.removeItem(atPath: folder)
  }

  private static func files(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }

  private func serving(
    _ settings: ServerSettings = ServerSettings(), bodies: BodyLimits = BodyLimits(),
    folder: String? = nil, _ body: (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.with(
      TestRoutes.all + [Self.upload.description], settings: settings,
      routing: {
        $0.bodies = bodies
        $0.bodiesFolder = folder
      }
    ) { router in
      TestRoutes.register(router)
      router.on(Self.upload, limits: RouteLimits(body: 32 * Self.mebibyte)) { request, _ in
        request.body
      }
    } _: { server async throws in
      try await body(server)
    }
  }
}

extension RawConnection {
  /// The head of an upload, by somebody with an account.
  fileprivate func announce(_ length: Int) async throws {
    try await send(
      "PUT /upload HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer alice-token\r\n"
        + "Content-Length: \(length)\r\n\r\n")
  }
}
