import GroveIdentity
import GroveMessage
import GroveServing
import GroveWire
import RelayDomain

extension GroveRouter where Authenticator == RelayAuthenticator {
  /// Where a new device and an old one meet; whoever knows the 16 bytes may read and write
  /// (protocol 3.8).
  func addRendezvousRoutes(_ relay: Relay, _ rates: RelayRates) {
    let limits = RouteLimits(body: 16_384, perAddress: rates.rendezvous)
    onPublic(RelayRoutes.leaveRendezvousMessage, limits: limits) { request in
      let id = try request.identifier("rendezvousID") as RendezvousID
      let message = request.body.data.bytes
      try await relay.leave(message, at: id, from: request.clientAddress)
      relay.wake(id)
      return NoBody()
    }
    onPublic(RelayRoutes.rendezvousMessages, limits: limits) { request in
      let id = try request.identifier("rendezvousID") as RendezvousID
      let query = try request.query
      let from = try query.number("from", in: 0...1_000_000, default: 0)
      let wait = try query.number("wait", in: 0...25, default: 0)
      let messages = try await relay.meetings.poll(id, upTo: .seconds(wait)) {
        let now = relay.now()
        let messages = try await relay.store.read {
          try RelayRules.messages(at: id, from: from, now: now, in: $0)
        }
        return messages.isEmpty ? nil : messages
      }
      return RendezvousMessages(
        messages: (messages ?? []).map { RendezvousMessage(data: Base64URLBytes($0)) },
        next: from + (messages?.count ?? 0))
    }
  }
}

extension Relay {
  /// - Throws: `limit_exceeded` where the address has opened as many as it may.
  fileprivate func leave(_ message: [UInt8], at id: RendezvousID, from address: String) async throws
  {
    let now = now()
    let place = openings.take(
      id, for: address, until: now + limits.rendezvousLifetime, now: now)
    // Whose place it was is known only once it is known whether this message opened it.
    var hasOpened = false
    defer {
      if place == .taken { openings.settle(id, for: address, hasOpened: hasOpened) }
    }
    hasOpened = try await change { reader, now in
      try RelayRules.leave(
        message, at: id, mayOpen: place != .refused, now: now, limits: limits, in: reader)
    }
  }
}
