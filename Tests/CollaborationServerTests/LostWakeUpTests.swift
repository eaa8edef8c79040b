import CollaborationServer
import GroveClient
import GroveTesting
import GroveWire
import Testing

/// A word of one node that the others never hear only delays (decision 0033, 7).
@Suite(.timeLimit(.minutes(3)))
struct LostWakeUpTests {
  @Test func `an entry of which another node was told nothing reaches its streams all the same`()
    async throws
  {
    try await CollaborationTestServer.run { first in
      try await CollaborationTestServer.run(
        clock: first.clock, sharing: first.store, configure: { $0.nodes = SilentRegister.nodes() }
      ) { second in
        let document = try await SharedDocument(first)
        let log = StreamLog()
        try await following([(log, document.documentID, try second.client("ann"))]) {
          // Told by this node itself: from here on the stream waits.
          _ = try await document.append("before", by: second.client("ann"))
          try await log.until { $0.texts == ["before"] }
          _ = try await document.append("after", by: document.owner)
          try await log.until(within: 30) { $0.texts == ["before", "after"] }
        }
      }
    }
  }
}
