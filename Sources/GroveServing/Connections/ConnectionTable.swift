import Metrics
import NIOCore
import Synchronization

/// The connections of one server. Locked when one comes, goes or shows a credential, and by no request.
final class ConnectionTable: Sendable {
  private struct State {
    var ledger: ConnectionLedger
    var open: [UInt64: ServedConnection] = [:]
    var nextID: UInt64 = 0
  }

  private let state: Mutex<State>
  private let lingering = Atomic<Int>(0)
  private let limits: ConnectionLimits
  private let proxies: TrustedProxies
  private let now: @Sendable () -> UInt64
  private let refused: Counter
  private let closed: Counter

  /// - Parameters:
  ///   - proxies: whose connections are not counted by address.
  ///   - metrics: where newcomers are counted that found no room, and those who made it.
  init(
    limits: ConnectionLimits, proxies: TrustedProxies, metrics: PrometheusRegistry? = nil,
    now: @escaping @Sendable () -> UInt64 = MonotonicClock.milliseconds
  ) {
    self.limits = limits
    self.proxies = proxies
    self.now = now
    state = Mutex(State(ledger: ConnectionLedger(limits: limits)))
    let factory: any MetricsFactory = metrics ?? NOOPMetricsHandler.instance
    refused = Counter(label: "connections_refused_total", factory: factory)
    closed = Counter(label: "connections_closed_for_others_total", factory: factory)
    metrics?.gauge("connections_open") { [weak self] in self.map { Double($0.count) } }
    metrics?.gauge("connections_limit") { Double(limits.total) }
  }

  /// Takes a connection in, and closes another for it where that is needed.
  func admit(_ channel: any Channel) -> ServedConnection {
    let now = now()
    let address = channel.remoteAddress.flatMap { NetworkAddress($0) }
    let network = address.flatMap { proxies.contains($0) ? nil : $0.limitKey }
    let (connection, victim) = state.withLock { state in
      state.nextID += 1
      let id = state.nextID
      let connection = ServedConnection(id: id, channel: channel, table: self, now: now)
      let arrival = state.ledger.arrive(id, from: network, at: now) { [open = state.open] id in
        open[id]?.lastActive ?? 0
      }
      switch arrival {
      case .accepted:
        state.open[id] = connection
        return (connection, nil as ServedConnection?)
      case .closing(let other):
        state.open[id] = connection
        return (connection, state.open.removeValue(forKey: other))
      case .refused:
        return (connection, connection)
      }
    }
    if let victim { (victim === connection ? refused : closed).increment() }
    victim?.giveUp()
    channel.closeFuture.whenComplete { _ in self.leave(connection.id) }
    return connection
  }

  func recognise(_ id: UInt64, as account: String) {
    state.withLock { $0.ledger.recognise(id, as: account) }
  }

  private func leave(_ id: UInt64) {
    state.withLock { state in
      state.ledger.leave(id)
      state.open[id] = nil
    }
  }

  /// Whether one more connection may wait until its client has read why it is closed.
  func beginLingering() -> Bool {
    let (_, count) = lingering.add(1, ordering: .relaxed)
    guard count > limits.lingering else { return true }
    endLingering()
    return false
  }

  func endLingering() { lingering.subtract(1, ordering: .relaxed) }

  /// How many are open and not about to be closed.
  var count: Int { state.withLock(\.ledger.count) }
}
