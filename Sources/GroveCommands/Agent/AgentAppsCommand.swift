import ArgumentParser
import GroveAgent
import GroveAgentServer
import GroveIdentity
import GroveSystem
import SharingUI

/// `grove agent apps`.
struct AgentAppsCommand: AgentClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "apps", abstract: "Show the apps that have registered, or forget one.",
    discussion: """
      The first app to register an origin is remembered with its command; another command for the \
      same origin is refused until it is forgotten here. Works without an agent too.
      """)
  @OptionGroup var options: AgentOptions
  @Option(help: ArgumentHelp("Forget the app of this origin.", valueName: "ORIGIN"))
  var forget: String?

  func run(_ agent: AgentConnection) async throws {
    if let forget { return try await remove(forget, agent) }
    let apps = try await apps(agent)
    if options.json { return FlushedOutput.print(try json(apps)) }
    if apps.isEmpty { FlushedOutput.print("No app has registered.") }
    for app in apps { FlushedOutput.print(TerminalText.safe(Self.line(app))) }
  }

  /// From the agent, or from its file where none runs.
  private func apps(_ agent: AgentConnection) async throws -> [AgentStatus.App] {
    do {
      return try await agent.status().apps
    } catch  where error.code == .agentUnreachable {
      return try AppRegistryFile(path: options.place.registryPath).apps()
    }
  }

  private func remove(_ text: String, _ agent: AgentConnection) async throws {
    guard let origin = try? Origin(text) else {
      throw ValidationError("“\(text)” is no origin; it looks like https://recipes.example.")
    }
    guard try await forget(origin, agent) else {
      throw CommandFailure("No app is registered for \(text).")
    }
    try print(["forgotten": text], "\(text) may be registered anew.")
  }

  private func forget(_ origin: Origin, _ agent: AgentConnection) async throws -> Bool {
    do {
      return try await agent.forget(origin)
    } catch  where error.code == .agentUnreachable {
      return try AppRegistryFile(path: options.place.registryPath).forget(origin)
    }
  }

  private func json(_ apps: [AgentStatus.App]) throws -> String {
    String(decoding: try StrictJSON.encode(apps), as: UTF8.self)
  }

  private static func line(_ app: AgentStatus.App) -> String {
    let state =
      app.answers
      ? "answers" : app.connections > 0 ? "connected" : app.processID != nil ? "starting" : "away"
    let command = app.app.command.isEmpty ? "(no command)" : app.app.command.joined(separator: " ")
    return "\(app.app.name)  \(app.app.origin.text)  \(state)  \(command)"
  }
}
