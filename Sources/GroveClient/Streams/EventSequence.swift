import GroveWire

/// Events from a server, across as many connections as it takes.
///
/// Reconnecting is part of the sequence: after a break it waits as `ReconnectPolicy` says and asks
/// for what comes after the last event that was delivered (`Last-Event-ID`). It ends where the
/// server says that the stream has ended for good, and throws where it refuses for good.
public struct EventSequence<Event: Sendable>: AsyncSequence, Sendable {
  /// Events and what happens to the connection, in one order.
  public typealias Element = StreamItem<Event>
  /// See `EventIterator.next(isolation:)`.
  public typealias Failure = ClientError

  /// Opens one connection that resumes after the given event identifier.
  typealias Open = @Sendable (_ after: String?) async throws(ClientError) -> ClientStream
  /// The value an event carries; nil for names this version does not know.
  typealias Decode = @Sendable (ServerSentEvent) throws(ClientError) -> Event?

  let start: String?
  let policy: ReconnectPolicy
  let clock: any Clock<Duration>
  let open: Open
  let decode: Decode
  let isLast: @Sendable (Event) -> Bool

  /// Each iterator has a connection of its own and begins at the sequence's start.
  public func makeAsyncIterator() -> EventIterator<Event> { EventIterator(self) }
}
