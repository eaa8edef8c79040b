import GroveServing
import GroveWire
import RelayDomain

/// One device's mailbox as a stream: reads what is committed after its position, again at each
/// wake-up.
struct MailboxFeed: EventFeed {
  private static let entriesPerRead = 100

  let relay: Relay
  let caller: RelayCaller
  /// The last sequence that was handed over.
  var position: UInt64

  mutating func ready() async throws -> ReadyEvents {
    var ready = ReadyEvents()
    do {
      let contents = try await relay.mailbox(
        of: caller, after: position, limit: Self.entriesPerRead)
      for entry in contents.entries { ready.append(try MailboxEventText.event(entry)) }
      ready.more = contents.more
      position = contents.entries.last?.sequence ?? position
    } catch let refusal as RelayRefusal where refusal.code == .unauthenticated {
      // The token has expired while the stream was open.
      ready.end = .signedOut
    }
    return ready
  }
}

extension Relay {
  /// A page of the caller's mailbox, if its token is good at this moment.
  func mailbox(of caller: RelayCaller, after position: UInt64, limit: Int) async throws
    -> MailboxContents
  {
    let limits = limits
    return try await look { reader, now in
      guard try RelayRules.caller(tokenHash: caller.tokenHash, now: now, in: reader) != nil else {
        return .failure(RelayRefusal(.unauthenticated))
      }
      return try RelayRules.mailbox(
        of: caller.address, after: position, limit: limit, limits: limits, in: reader)
    }
  }
}
