import ArgumentParser
import Foundation
import GroveIdentity
import GroveServing
import Logging

/// `grove serve`: the relay and the collaboration server, in one process on two ports.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run the relay and the collaboration server.",
    discussion: """
      Settings come from \(Configuration.precedence). “grove doctor” prints each with its source.
      GROVE_SERVICE_KEYS (or GROVE_SERVICE_KEYS_FILE) holds the keys of app backends, separated by \
      commas; there is no flag for it, because other users can see a command line.

      TLS belongs to a proxy in front; the public origins then name the proxy's addresses.
      Exit status 73: the data folder cannot be written; 74: its disk is full, failing or holds a \
      damaged file; 71: too many files are open. The line on standard error says path and what to do.

      SIGTERM and Ctrl-C let a load balancer know first (--drain), then end open streams, answer what \
      is being asked, and stop.

      EXAMPLE
        grove serve --data ~/grove
        grove serve --only relay --relay-origin https://msg.example --relay-port 8460
      """)

  /// Which of the two servers runs.
  enum Role: String, ExpressibleByArgument, CaseIterable {
    case relay, collaboration
  }

  @OptionGroup var options: ServeOptions

  @Option(help: "Run only this server.")
  var only: Role?

  @Flag(help: "Run sample people beside the servers, who answer what you share.")
  var demo = false

  @Flag(help: "Print a JSON line for each server when it answers.")
  var json = false

  func run() async throws {
    do {
      try await serve()
    } catch let fault as DiskFault {
      let failure = StartFailure(fault)
      FlushedOutput.printError("grove: \(failure.description)")
      throw failure.status
    } catch let failure as StartFailure {
      FlushedOutput.printError("grove: \(failure.description)")
      throw failure.status
    } catch {
      throw ServedStores.told(error)
    }
  }

  private func serve() async throws {
    let servers = try Servers(
      configuration: options.configuration(), roles: only.map { [$0] } ?? Role.allCases)
    try await servers.stores.probe()
    let message = StartupMessage(
      servers: servers.origins, pages: servers.pages.roles,
      operations: servers.operations, json: json, demo: demo)
    var services = try servers.services { role in await message.isAnswering(role) }
    if demo, let relay = servers.origins[.relay], let app = servers.origins[.collaboration] {
      services.append(
        SamplePeople(
          folder: servers.dataFolder + "/sample-people", relay: relay, app: app,
          started: message, logger: servers.logger))
    }
    if let manager = ServiceManager() {
      services.append(
        ServiceManagerService(
          manager: manager, message: message, listeners: servers.listeners,
          logger: servers.logger))
    }
    try await ServerRunner.run(services, drain: servers.drain, logger: servers.logger)
    try await servers.stores.close()
  }
}
