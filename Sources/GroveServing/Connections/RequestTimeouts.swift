/// How slowly a request may arrive.
package struct RequestTimeouts: Hashable, Sendable {
  /// From a request's first byte to the end of its head, in milliseconds.
  package var head: UInt64 = 10_000
  /// For a body of any size, in milliseconds; what it may take beyond that follows from `bodyRate`.
  package var bodyGrace: UInt64 = 10_000
  /// Bytes a second that a body arrives with at least, on average and while the server reads: so a
  /// body's longest time follows from its size.
  package var bodyRate: UInt64 = 16 << 10

  package init() {}
}

/// How long one body has been waited for. Time in which the server itself does not read is not the
/// client's.
struct BodyClock: Hashable, Sendable {
  private(set) var received: UInt64 = 0
  private var waited: UInt64 = 0
  private var waitingSince: UInt64?

  /// The server wants more.
  mutating func startWaiting(at now: UInt64) {
    if waitingSince == nil { waitingSince = now }
  }

  /// Something came.
  mutating func stopWaiting(at now: UInt64) {
    guard let since = waitingSince else { return }
    waited += now - min(since, now)
    waitingSince = nil
  }

  mutating func receive(_ bytes: Int) { received += UInt64(bytes) }

  /// When the client has used up its time, if nothing comes until then; nil while it is not its turn.
  func deadline(_ pace: RequestTimeouts) -> UInt64? {
    guard let waitingSince else { return nil }
    let allowed = pace.bodyGrace + received * 1000 / max(1, pace.bodyRate)
    return waitingSince + allowed - min(allowed, waited)
  }
}
