import Foundation
import GroveClient
import GroveIdentity
import GroveWire
import Synchronization
import Testing

/// Invariant 6 of design 5 for who takes part: identities added and removed.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct MembershipDurabilityTests {
  @Test
  func
    `after kill -9 every acknowledged identity is there and every acknowledged removal is final`()
    async throws
  {
    let servers = try GroveServers()
    let origin = try await servers.start(.collaboration)
    let client = try await AppAccounts.signUp("owner@example.org", at: origin)
    let collaboration = try await AppAccounts.share("Durable", with: client)
    let ledger = MembershipLedger()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { await change(collaboration, client, ledger) }
      }
      group.addTask {
        while ledger.count < 200 { try? await Task.sleep(for: .milliseconds(2)) }
        await servers.kill(.collaboration)
      }
    }
    try await servers.start(.collaboration)
    let list = try await client.participants(of: collaboration)
    let present = Set(list.participants.map(\.root))
    let (added, removed) = ledger.promised
    #expect(added.count + removed.count >= 200)
    // A removal that was sent but not acknowledged may have happened.
    #expect(added.subtracting(ledger.removalsSent).isSubset(of: present))
    #expect(removed.isDisjoint(with: present))
    await servers.end()
  }

  /// Adds one root, and takes every second one out again.
  private func change(
    _ collaboration: CollaborationID, _ client: CollaborationClient, _ ledger: MembershipLedger
  ) async {
    for turn in 0... {
      let root = RootHash.random()
      let add = UpdateIdentities(requestID: .random(), add: [.init(root: root, depth: 5)])
      guard (try? await client.updateIdentities(add, of: collaboration)) != nil else { return }
      ledger.added(root)
      guard turn % 2 == 0 else { continue }
      ledger.removing(root)
      let remove = UpdateIdentities(requestID: .random(), remove: [root])
      guard (try? await client.updateIdentities(remove, of: collaboration)) != nil else { return }
      ledger.removed(root)
    }
  }
}

/// What the server promised.
private final class MembershipLedger: Sendable {
  private struct State {
    var added: Set<RootHash> = []
    var removalsSent: Set<RootHash> = []
    var removed: Set<RootHash> = []
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.added.count + $0.removed.count } }
  var promised: (added: Set<RootHash>, removed: Set<RootHash>) {
    state.withLock { ($0.added, $0.removed) }
  }
  var removalsSent: Set<RootHash> { state.withLock(\.removalsSent) }

  func added(_ root: RootHash) { _ = state.withLock { $0.added.insert(root) } }
  func removing(_ root: RootHash) { _ = state.withLock { $0.removalsSent.insert(root) } }
  func removed(_ root: RootHash) { _ = state.withLock { $0.removed.insert(root) } }
}
