package import GroveWire

/// Where a stream's events come from: a log with positions, read again whenever the stream wakes.
package protocol EventFeed: Sendable {
  /// What is ready after the feed's position, oldest first, at most one page; the position moves on.
  ///
  /// Called once at the beginning and after every wake-up. Empty is a good answer.
  /// - Parameter room: what an earlier call found missing (`ReadyEvents.missingRoom`), taken meanwhile.
  mutating func ready(in room: ByteReservation?) async throws -> ReadyEvents

  /// Where it stands, for news that are told to all streams of the group at once (`LiveStreams.tell`); nil: it reads
  /// everything itself. It is set where such news were written while it waited.
  var place: StreamPlace? { get set }

  /// The last event of a stream that ends for a reason the person should be told; nil: none.
  func lastEvent(_ reason: StreamEnded.Reason) -> ServerSentEvent?
}

extension EventFeed {
  package var place: StreamPlace? {
    get { nil }
    set {}
  }

  package func lastEvent(_ reason: StreamEnded.Reason) -> ServerSentEvent? { nil }
}

/// Several events in one buffer.
package struct ReadyEvents: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// Held until they are written: what the bytes are counted by.
  package var share: ByteReservation?
  /// Whether the page was full: the feed is asked again without waiting.
  package var more = false
  /// There are events, but no room for so many bytes now (`StreamSettings.answers`): the feed is asked again with them.
  package var missingRoom: Int?
  /// The feed found that the stream must end; what is in `bytes` is written first.
  package var end: StreamEnded.Reason?

  package init() {}

  package mutating func append(_ event: ServerSentEvent) { bytes += event.bytes }

  /// Bytes that are whole events already, for events encoded once for many streams.
  package mutating func append(encoded: [UInt8]) {
    // The first are taken over as they are, so that many streams share one copy.
    if bytes.isEmpty { bytes = encoded } else { bytes += encoded }
  }
}
