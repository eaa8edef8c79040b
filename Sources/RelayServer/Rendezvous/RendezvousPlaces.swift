import GroveIdentity
import GroveMessage
import GroveServing
import RelayDomain
import Synchronization

/// `RendezvousOpenings`, shared by this node's requests and counted by all nodes together: each tells the others what was
/// opened at it.
final class RendezvousPlaces: Sendable {
  /// What nodes tell each other. The address is an alias (`Nodes.alias`).
  struct News: Hashable, Sendable, Codable {
    var opened: RendezvousID
    var address: String
  }

  private let openings: Mutex<RendezvousOpenings>
  private let nodes: Nodes?

  /// - Parameter nodes: who counts along; nil: nobody.
  init(_ limits: RelayLimits, _ nodes: Nodes?) {
    openings = Mutex(RendezvousOpenings(limits))
    self.nodes = nodes
  }

  /// What an address has for a rendezvous that is not open yet, as far as is known.
  func take(_ id: RendezvousID, for address: String, until expiresAt: UInt64, now: UInt64)
    -> RendezvousOpenings.Place
  {
    openings.withLock { $0.take(id, for: name(of: address), until: expiresAt, now: now) }
  }

  /// The place is the address's, or nobody's after all.
  func settle(_ id: RendezvousID, for address: String, hasOpened: Bool) {
    if hasOpened {
      nodes?.tell(News(opened: id, address: name(of: address)))
    } else {
      openings.withLock { $0.release(id, for: name(of: address)) }
    }
  }

  /// Another node tells it.
  func heard(_ line: String, until expiresAt: UInt64) {
    guard let news = try? StrictJSON.decode(News.self, from: Array(line.utf8)) else { return }
    openings.withLock { $0.hold(news.opened, for: news.address, until: expiresAt) }
  }

  private func name(of address: String) -> String {
    nodes?.alias("address", Array(address.utf8)) ?? address
  }
}
