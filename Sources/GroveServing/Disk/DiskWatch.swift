package import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// Tells faults of the disk in the log, each kind at most every ten seconds, and tries after each
/// whether the disk takes writes again: until it does, the server says that it is not ready.
///
/// The probes are durable writes, one after the other, and at most one round of them a second. Small ones
/// do not suffice: they fit where the next change does not (`DiskSpace`).
package final class DiskWatch: Service, Sendable {
  /// A durable write. Throws where the disk does not take it, having noted the fault.
  package typealias Probe = @Sendable () async throws -> Void

  private struct Shared: Sendable {
    var state = DiskState()
    var probes: [Probe] = []
  }

  private let shared = Mutex(Shared())
  private let logger: Logger
  private let every: Duration
  private let now: @Sendable () -> UInt64
  private let counters: [DiskFault.Kind: Counter]

  /// - Parameters:
  ///   - metrics: where faults are counted by kind.
  ///   - every: between two rounds of probes while the disk fails.
  package init(
    logger: Logger, metrics: PrometheusRegistry? = nil,
    every: Duration = .seconds(1),
    now: @escaping @Sendable () -> UInt64 = MonotonicClock.milliseconds
  ) {
    self.logger = logger
    self.every = every
    self.now = now
    let factory: any MetricsFactory = metrics ?? NOOPMetricsHandler.instance
    counters = Dictionary(
      uniqueKeysWithValues: DiskFault.Kind.allCases.map {
        let dimensions = [("kind", $0.rawValue)]
        return ($0, Counter(label: "disk_faults_total", dimensions: dimensions, factory: factory))
      })
  }

  /// Adds a place whose disk has to take writes.
  package func add(_ probe: @escaping Probe) { shared.withLock { $0.probes.append(probe) } }

  /// Adds a place whose disk has to have room again once it has refused something.
  /// - Parameter path: of a file there.
  package func addRoom(beside path: String) {
    add { [weak self] in
      do {
        try DiskSpace.probe(beside: path)
      } catch let fault as DiskFault {
        self?.note(fault)
        throw fault
      }
    }
  }

  /// Whether every fault so far has been answered by a write that succeeded.
  package var isHealthy: Bool { shared.withLock(\.state.isHealthy) }

  /// May be called as often as faults happen.
  package func note(_ fault: DiskFault) {
    counters[fault.kind]?.increment()
    let now = now()
    guard let leftOut = shared.withLock({ $0.state.note(fault, at: now) }) else { return }
    var metadata: Logger.Metadata = [
      "kind": "\(fault.kind.rawValue)", "path": "\(fault.path)", "do": "\(fault.advice)",
    ]
    if let code = fault.resultCode { metadata["sqlite"] = "\(code)" }
    if fault.systemError != 0 { metadata["errno"] = "\(fault.systemError)" }
    if leftOut > 0 { metadata["more"] = "\(leftOut)" }
    logger.error("The disk refuses", metadata: metadata)
  }

  package func run() async throws {
    try? await cancelWhenGracefulShutdown { [self] in
      while !Task.isCancelled {
        try await Task.sleep(for: every)
        if !isHealthy { await probe() }
      }
    }
  }

  /// One round of probes.
  package func probe() async {
    let (probes, faults) = shared.withLock { ($0.probes, $0.state.faults) }
    for probe in probes {
      do { try await probe() } catch { return }
    }
    let now = now()
    guard let lasted = shared.withLock({ $0.state.probed(after: faults, at: now) }) else { return }
    logger.notice("The disk takes writes again", metadata: ["seconds": "\(lasted / 1000)"])
  }
}
