import RelayDomain
import Synchronization

/// `RendezvousOpenings`, shared by this node's requests.
final class RendezvousPlaces: Sendable {
  private let openings: Mutex<RendezvousOpenings>

  init(_ limits: RelayLimits) { openings = Mutex(RendezvousOpenings(limits)) }

  func withLock<Value: Sendable>(_ change: (inout RendezvousOpenings) -> Value) -> Value {
    openings.withLock { change(&$0) }
  }
}
