import ArgumentParser
import GroveAgent
import SharingUI

/// `grove agent status`.
struct AgentStatusCommand: AgentClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show whether the agent runs, and for whom.")
  @OptionGroup var options: AgentOptions

  func run(_ agent: AgentConnection) async throws {
    let status = try await agent.status()
    try print(
      status,
      """
      The agent of \(status.device["handle"] ?? "?") runs as process \(status.processID)
        device   \(status.device["folder"] ?? "?")
        socket   \(status.socketPath)
        apps     \(status.apps.count), \(status.apps.count { $0.connections > 0 }) connected
        persons  \(status.persons) connected
      """ + waiting(status))
  }

  private func waiting(_ status: AgentStatus) -> String {
    guard let people = status.device["waiting"], !people.isEmpty else { return "" }
    return "\n  waiting  devices of \(TerminalText.line(people)): grove message let-in"
  }
}
