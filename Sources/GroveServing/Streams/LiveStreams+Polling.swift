import GroveWire
package import NIOCore

extension LiveStreams {
  /// Looks, and if there is nothing yet, looks again whenever the group is woken, until the time is
  /// up: the long poll. At shutdown it answers what it has.
  ///
  /// The wait is registered before the first look, so nothing that comes between is missed.
  /// - Returns: nil when the time was up.
  /// - Throws: what `look` throws; `unavailable` or `limit_exceeded` when it cannot wait.
  package func poll<Value: Sendable>(
    group: String, for wait: TimeAmount, channel: any Channel,
    _ look: () async throws -> Value?
  ) async throws -> Value? {
    if let value = try await look() { return value }
    guard wait > .zero else { return nil }
    let handle = try open(group: group, account: "", channel: channel)
    let stream = handle.stream
    guard stream.begin() else { return nil }
    // The heartbeat of a poll is the end of its time.
    let timer = channel.eventLoop.scheduleTask(in: wait) { stream.tick() }
    defer { timer.cancel() }
    while true {
      if let value = try await look() { return value }
      guard case .wake = await stream.next() else { return nil }
    }
  }
}
