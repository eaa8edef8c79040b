import Foundation
import GroveClient
import GroveIdentity
import GroveServing
import GroveWire
import Synchronization
import Testing

/// Strangers who hold connections, against the real program under limits of open files. How long its
/// people wait meanwhile is what `script/attack idle_connections` prints.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ConnectionFloodTests {
  @Test(arguments: [256, 1024])
  func `a server outlives three times the connections it may have, and serves its people`(
    openFiles: Int
  ) async throws {
    try await flood(openFiles: openFiles, connections: 3 * openFiles)
  }

  @Test(.enabled(if: DescriptorTable.raiseLimit() >= 12_000))
  func `10 200 idle connections take nothing away from people with accounts`() async throws {
    try await flood(openFiles: nil, connections: 10_200)
  }

  @Test func `a limit that is too low for a server is said at the start`() async throws {
    let servers = try GroveServers(openFiles: 64)
    await #expect(throws: (any Error).self) { try await servers.start(.collaboration) }
    let log = servers.folder + "/logs/collaboration.log"
    let text = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
    #expect(text.contains("allows this process 64 open files"))
    await servers.end()
  }

  /// Eight people work; the connections come; the people work on; all the while nobody is refused.
  private func flood(openFiles: Int?, connections: Int) async throws {
    let servers = try GroveServers(openFiles: openFiles)
    let origin = try await servers.start(.collaboration)
    let port = try #require(origin.text.split(separator: ":").last.flatMap { UInt16($0) })
    let work = Work()
    try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        let client = try await AppAccounts.signUp("person\(number)@example.org", at: origin)
        group.addTask { try await work.run(client) }
      }
      let idle = await IdleConnections.open(connections, to: port, fromAddresses: 20)
      #expect(idle.count == connections)
      // The runtime looks at its threads every second or so, which needs a free place in the table of
      // files: it is given the time to fall over.
      let process = try #require(await servers.processID(.collaboration))
      for _ in 0..<50 {
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
        #expect(open < openFiles ?? .max)
        try await Task.sleep(for: .milliseconds(100))
      }
      let begun = work.done
      while work.done < begun + 200, work.failures.isEmpty {
        try await Task.sleep(for: .milliseconds(50))
      }
      work.stop()
      try await group.waitForAll()
      withExtendedLifetime(idle) {}
    }
    #expect(work.failures == [])
    // And a newcomer gets in as well.
    _ = try await AppAccounts.signUp("late@example.org", at: origin)
    await servers.end()
  }
}

/// What people with accounts do meanwhile, and what went wrong.
private final class Work: Sendable {
  private struct State {
    var done = 0
    var failures: [String] = []
    var isOver = false
  }

  private let state = Mutex(State())

  var done: Int { state.withLock(\.done) }
  var failures: [String] { state.withLock(\.failures) }

  func stop() { state.withLock { $0.isOver = true } }

  /// Writes into a document of its own.
  func run(_ client: CollaborationClient) async throws {
    let document = try await client.createDocument(
      CreateDocument(requestID: .random(), title: "Work"))
    while !state.withLock(\.isOver) {
      do {
        let update = AppendUpdate(updateID: .random(), kind: .edit, data: Base64URLBytes([1, 2]))
        _ = try await client.appendUpdate(update, to: document.documentID)
        state.withLock { $0.done += 1 }
      } catch {
        state.withLock { $0.failures.append("\(error)") }
      }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }
}
