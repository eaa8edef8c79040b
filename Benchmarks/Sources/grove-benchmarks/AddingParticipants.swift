import CollaborationDomain
import GroveIdentity
import StoreSQLite

/// Adding a thousand people: what the initiator's device computes, and what the server stores.
struct AddingParticipants: Sendable {
  let world: World
  let now: UInt64

  static let count = 1000

  /// One request of a thousand new roots, by the owner.
  func add(_ roots: [RootHash]) async throws {
    try await update(add: roots, remove: [])
  }

  /// Takes them away again, so that the next round meets the same size.
  func remove(_ roots: [RootHash]) async throws {
    try await update(add: [], remove: roots)
  }

  private func update(add: [RootHash], remove: [RootHash]) async throws {
    guard let document = world.collaborations.first,
      let update = IdentityRules.Update(add: add, remove: remove, replace: [])
    else { return }
    let caller = Caller(
      account: try World.owner.get(),
      authority: .backend(
        session: SessionHash(unchecked: [UInt8](repeating: 9, count: 32)), displayName: nil))
    let call = Call(caller, at: now)
    var generator = SystemRandomNumberGenerator()
    let requestID = RequestID.random(using: &generator)
    let outcome = try await world.store.change {
      try IdentityRules.update(
        update, of: document.id, requestID: requestID, for: call, reading: $0)
    }
    _ = try outcome.get()
  }

  /// The sender's half: a thousand identities of people with two devices each.
  static func derive(bases: [[PublicKey]], recipients: [AccountID]) throws -> [RootHash] {
    let audience = try World.audience.get()
    let id = try CollaborationID("bench-0")
    return try zip(bases, recipients).map { devices, recipient in
      let context = IdentityContext(
        audience: audience, collaborationID: id, recipient: recipient)
      return try IdentityTree(bases: devices, seed: .random(), context: context).root
    }
  }
}
