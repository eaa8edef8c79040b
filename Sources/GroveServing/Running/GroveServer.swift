package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import ServiceLifecycle

/// One listening server as a service: run it alone or beside another in one process.
///
/// At graceful shutdown its streams end first, because the connections they hold are what the
/// listener waits for; requests that are being answered are answered.
package struct GroveServer: Service {
  private let responder: RouterResponder<GroveRequestContext>
  private let settings: ServerSettings
  private let live: LiveStreams
  private let logger: Logger
  private let onRunning: @Sendable (Int) async -> Void

  /// - Parameter onRunning: called once with the bound port.
  package init(
    responder: RouterResponder<GroveRequestContext>, settings: ServerSettings, live: LiveStreams,
    logger: Logger, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) {
    self.responder = responder
    self.settings = settings
    self.live = live
    self.logger = logger
    self.onRunning = onRunning
  }

  package func run() async throws {
    let (live, logger) = (live, logger)
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { await live.looks.run(logger) }
      do {
        try await serve()
        await endStreams()
      } catch {
        await endStreams()
        throw error
      }
    }
  }

  private func serve() async throws {
    let live = live
    try await withGracefulShutdownHandler {
      try await application().run()
    } onGracefulShutdown: {
      live.shutDown()
    }
  }

  /// Their connections are waited for as the listener waits for all others, which have tasks.
  private func endStreams() async {
    let live = live
    live.shutDown()
    await withTaskCancellationHandler {
      await live.connections.waitUntilClosed()
    } onCancel: {
      live.silence()
    }
    live.looks.finish()
  }

  private func application() -> Application<RouterResponder<GroveRequestContext>> {
    let onRunning = onRunning
    return Application(
      responder: responder, server: httpServer(),
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port),
        backlog: ServerSettings.backlog,
        availableConnectionsDelegate: MaximumAvailableConnections(settings.connections.sockets)),
      onServerRunning: { await onRunning($0.localAddress?.port ?? 0) },
      eventLoopGroupProvider: .shared(settings.eventLoopGroup), logger: logger)
  }

  private func httpServer() -> HTTPServerBuilder {
    let settings = settings
    let table = ConnectionTable(
      limits: settings.connections, proxies: settings.trustedProxies, metrics: settings.metrics)
    return HTTPServerBuilder { responder in
      EventLoopHTTPChannel(
        base: HTTP1Channel(responder: responder), settings: settings, table: table)
    }
  }
}
