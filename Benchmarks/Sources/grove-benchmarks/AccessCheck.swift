import CollaborationDomain
import GroveIdentity
import StoreSQLite

/// "May this account enter?", asked for every request and stream: the join of protocol 9.1, never a
/// stored flag. It must not cost more where there are more identities.
struct AccessCheck: Sendable {
  let world: World

  enum Failure: Error { case hasNoAccess }

  /// The first `count` people that can prove; by now they have.
  func people(_ count: Int) -> [(CollaborationID, AccountLabel)] {
    Array(
      world.collaborations.lazy.flatMap { document in
        document.provers.map { (document.id, $0.account) }
      }.prefix(count))
  }

  /// Looks each of them up, one after the other.
  func check(_ people: [(CollaborationID, AccountLabel)]) async throws {
    for (collaboration, account) in people {
      let bindings = try await world.store.read {
        try $0.activeBindings(of: account, in: collaboration)
      }
      guard !bindings.isEmpty else { throw Failure.hasNoAccess }
    }
  }
}
