import Foundation
import GroveClient
import GroveIdentity
import GroveMessage
import GroveWire
import Synchronization
import Testing

/// `grove keys rotate` under a server that runs.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct KeyRotationTests {
  @Test
  func
    `while keys are rotated no proof is refused, no session ends, and old attestations stay good`()
    async throws
  {
    let servers = try GroveServers()
    let origin = try await servers.start(.collaboration)
    let subject = try await GrantSubject(at: origin, servers: servers)
    let ledger = try await DocumentLedger(at: origin, account: "writer@example.org")
    let old = try await ledger.client.keys()
    let tally = Tally()
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          while !tally.isOver {
            // The challenge is made before a rotation now and then, and its proof is made after it.
            let attempt = try await subject.attempt()
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...700)))
            let answer = try await attempt.ask()
            tally.note(answer)
          }
        }
      }
      group.addTask {
        defer { tally.end() }
        for _ in 0..<4 {
          try await Task.sleep(for: .milliseconds(900))
          let end = try FinishedProcess(
            [try GroveServers.executable(), "keys", "rotate", "--data", servers.data])
          #expect(end.status == 0, "\(end.text)")
        }
        try await Task.sleep(for: .milliseconds(900))
      }
      try await group.waitForAll()
    }
    let (granted, refused) = tally.counts
    #expect(granted > 4)
    #expect(refused.isEmpty, "\(refused)")
    // The session of before the first rotation, and one of after the last.
    #expect(try await ledger.append(DocumentLedger.update()) == .done)
    _ = try await AppAccounts.signUp("later@example.org", at: origin)
    let published = try await ledger.client.keys()
    #expect(Set(published.map(\.keyID)).isSuperset(of: old.map(\.keyID)))
    #expect(published.count == old.count + 4)
    await servers.kill(.collaboration)
    try await servers.start(.collaboration)
    #expect(try await ledger.append(DocumentLedger.update()) == .done)
    await servers.end()
  }

  @Test func `keys that are forgotten end sessions at once`() async throws {
    let servers = try GroveServers()
    let ledger = try await DocumentLedger(at: try await servers.start(.collaboration))
    #expect(try await ledger.append(DocumentLedger.update()) == .done)
    let end = try FinishedProcess([
      try GroveServers.executable(), "keys", "rotate", "--only", "sessions", "--forget", "--data",
      servers.data,
    ])
    #expect(end.status == 0, "\(end.text)")
    var answer = PlainCaller.Answer.done
    for _ in 0..<300 where answer == .done {
      try await Task.sleep(for: .milliseconds(100))
      answer = try await ledger.append(DocumentLedger.update())
    }
    #expect(answer == .refused(.unauthenticated))
    await servers.end()
  }
}

/// What became of proofs that were made while keys were replaced.
private final class Tally: Sendable {
  private struct State {
    var granted = 0
    var refused: [String] = []
    var isOver = false
  }

  private let state = Mutex(State())

  var isOver: Bool { state.withLock(\.isOver) }
  var counts: (granted: Int, refused: [String]) { state.withLock { ($0.granted, $0.refused) } }

  func end() { state.withLock { $0.isOver = true } }

  func note(_ answer: PlainCaller.Answer) {
    state.withLock { state in
      if answer == .done { state.granted += 1 } else { state.refused.append("\(answer)") }
    }
  }
}
