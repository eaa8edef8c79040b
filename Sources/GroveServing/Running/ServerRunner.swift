package import Logging
package import ServiceLifecycle
import UnixSignals

/// Runs services until SIGTERM or SIGINT, in the order of dependence: what comes later in the list
/// is shut down first.
package enum ServerRunner {
  /// - Throws: what a service threw.
  package static func run(_ services: [any Service], logger: Logger) async throws {
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    // A client that never reads its answer must not hold the process.
    configuration.maximumGracefulShutdownDuration = .seconds(10)
    try await ServiceGroup(configuration: configuration).run()
  }
}
