import Synchronization

/// Whether this node may send to streams now. Every write of a stream asks, under the stream's lock, so it is one
/// comparison.
package final class NodeGate: Sendable {
  private let end = Atomic<UInt64>(0)
  private let now: @Sendable () -> UInt64

  /// - Parameter now: milliseconds of a clock that goes on while the process sleeps.
  package init(now: @escaping @Sendable () -> UInt64 = MonotonicClock.milliseconds) {
    self.now = now
  }

  /// Closed by itself from then on.
  package var goodUntil: UInt64 { end.load(ordering: .acquiring) }
  package var isOpen: Bool { now() < goodUntil }

  package func open(until end: UInt64) { self.end.store(end, ordering: .releasing) }
  package func close() { open(until: 0) }
}
