import CollaborationDomain
import GroveIdentity

/// Says that somebody has knocked somewhere.
struct KnockSignal: Sendable {
  let knocks: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (knocks, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func noteKnock() { continuation.yield() }
}

extension CollaborationCore {
  /// Requests that are handed over at the same time; they share a transaction.
  private static let knocksAtOnce = 64

  /// Hands what is in the box to the owners, as far as there are any.
  /// - Parameter id: nil empties the whole box.
  func deliverKnocks(at id: CollaborationID? = nil) async throws {
    while true {
      let waiting = try await store.read {
        try $0.waitingKnocks(in: id, limit: Self.knocksAtOnce)
      }
      guard !waiting.isEmpty else { return }
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        for knock in waiting { tasks.addTask { try await deliver(knock) } }
        try await tasks.waitForAll()
      }
    }
  }

  private func deliver(_ knock: KnockRecord) async throws {
    let heard = try await store.change { try KnockRules.deliver(knock, reading: $0) }
    if let heard { wake(heard) }
  }
}
