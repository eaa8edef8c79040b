package import Logging
package import ServiceLifecycle
import UnixSignals

/// Runs services until SIGTERM or SIGINT, in the order of dependence: what comes later in the list
/// is shut down first.
package enum ServerRunner {
  /// - Parameter drain: one of the services, perhaps: what it waits for is not taken from the others' time.
  /// - Throws: what a service threw.
  package static func run(_ services: [any Service], drain: Drain? = nil, logger: Logger)
    async throws
  {
    var configuration = ServiceGroupConfiguration(
      services: services.map(NamedService.init),
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    // A client that never reads its answer must not hold the process.
    configuration.maximumGracefulShutdownDuration = .seconds(10) + (drain?.duration ?? .zero)
    try await ServiceGroup(configuration: configuration).run()
  }
}

/// A service as the log calls it. Without it each debug line of ServiceLifecycle's holds all that the service holds, tens of
/// kilobytes of configuration and pages.
private struct NamedService: Service, CustomStringConvertible {
  let service: any Service
  var description: String { "\(type(of: service))" }

  func run() async throws { try await service.run() }
}
