import GroveServing
import GroveWire
import RelayDomain

/// One device's mailbox as a stream: reads what is committed after its position, again at each
/// wake-up.
struct MailboxFeed: EventFeed {
  private static let entriesPerRead = 100
  private static let bytesPerRead = 65_536

  let relay: Relay
  let caller: RelayCaller
  /// The last sequence that was handed over.
  var position: UInt64
  /// See `StreamPlace`; 0: its right has not been looked up yet.
  private var goodUntil: UInt64 = 0

  init(relay: Relay, caller: RelayCaller, position: UInt64) {
    self.relay = relay
    self.caller = caller
    self.position = position
  }

  var place: StreamPlace? {
    get {
      guard goodUntil > 0 else { return nil }
      return StreamPlace(position: position, version: 0, isOwner: true, goodUntil: goodUntil)
    }
    set { position = newValue?.position ?? position }
  }

  mutating func ready(in room: ByteReservation?) async throws -> ReadyEvents {
    var ready = ReadyEvents()
    let now = relay.now()
    do {
      // Little at a time: a reader that takes nothing keeps one read.
      let contents = try await relay.mailbox(
        of: caller, after: position, limit: Self.entriesPerRead, bytes: Self.bytesPerRead)
      for entry in contents.entries { ready.append(encoded: try MailboxEventText.event(entry)) }
      ready.more = contents.more
      goodUntil = StreamPlace.goodUntil(from: now, for: caller.address)
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
  /// - Parameter bytes: after which it ends; nil: those of a page.
  func mailbox(
    of caller: RelayCaller, after position: UInt64, limit: Int, bytes: Int? = nil
  ) async throws -> MailboxContents {
    var page = limits
    if let bytes { page.mailboxPageBytes = bytes }
    let limits = page
    return try await look { reader, now in
      guard try RelayRules.caller(tokenHash: caller.tokenHash, now: now, in: reader) != nil else {
        return .failure(RelayRefusal(.unauthenticated))
      }
      return try RelayRules.mailbox(
        of: caller.address, after: position, limit: limit, now: now, limits: limits,
        in: reader)
    }
  }
}
