import ArgumentParser
import GroveAgent

/// `grove agent stop`.
struct AgentStopCommand: AgentClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "End the agent, and wait until it has ended.")
  @OptionGroup var options: AgentOptions

  func run(_ agent: AgentConnection) async throws {
    let status = try await agent.status()
    // It may have gone before its answer is written; what counts is that the device is free again,
    // which takes fifteen seconds at most.
    try? await agent.stop()
    let place = AgentFiles(folder: status.device["folder"] ?? options.place.folder)
    for _ in 0..<150 where place.isHeld { try await Task.sleep(for: .milliseconds(100)) }
    guard !place.isHeld else {
      throw CommandFailure("The agent was asked to end, and has not ended yet.")
    }
    try print(["stopped": status.socketPath], "The agent has ended.")
  }
}
