import Foundation
import GroveClient
import GroveIdentity
import GroveWire
import Synchronization
import Testing

/// Invariant 6 of design 5, against real processes and real files.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct DurabilityTests {
  @Test
  func `after kill -9 in the middle of writing every acknowledged update is there, once`()
    async throws
  {
    let servers = try GroveServers()
    let origin = try await servers.start(.collaboration)
    let client = try await AppAccounts.signUp("owner@example.org", at: origin)
    let document = try await client.createDocument(
      CreateDocument(requestID: .random(), title: "Durable"))
    let acknowledged = Acknowledged()
    await withTaskGroup { group in
      for _ in 0..<16 {
        group.addTask { await append(to: document.documentID, client, acknowledged) }
      }
      group.addTask {
        while acknowledged.all.count < 300 { try? await Task.sleep(for: .milliseconds(2)) }
        await servers.kill(.collaboration)
      }
    }
    try await servers.start(.collaboration)
    var stored: [RequestID: [UInt64]] = [:]
    for event in try await allEvents(of: document.documentID, client) {
      if let id = event.updateID { stored[id, default: []].append(event.sequence.value) }
    }
    let promised = acknowledged.all
    #expect(promised.count >= 300)
    for (id, sequence) in promised { #expect(stored[id] == [sequence]) }
    await servers.end()
  }

  private func append(
    to documentID: String, _ client: CollaborationClient, _ acknowledged: Acknowledged
  ) async {
    while true {
      let update = AppendUpdate(updateID: .random(), kind: .edit, data: Base64URLBytes([1, 2, 3]))
      // The first failure is the kill.
      guard let answer = try? await client.appendUpdate(update, to: documentID) else { return }
      acknowledged.note(update.updateID, at: answer.sequence.value)
    }
  }

  private func allEvents(of documentID: String, _ client: CollaborationClient) async throws
    -> [DocumentEvent]
  {
    var events: [DocumentEvent] = []
    while true {
      let page = try await client.events(
        of: documentID, after: events.last?.sequence.value ?? 0, limit: 500)
      events += page.events
      if !page.more { return events }
    }
  }

}

/// What the server promised to keep.
private final class Acknowledged: Sendable {
  private let state = Mutex<[RequestID: UInt64]>([:])

  var all: [RequestID: UInt64] { state.withLock { $0 } }
  func note(_ id: RequestID, at sequence: UInt64) { state.withLock { $0[id] = sequence } }
}
