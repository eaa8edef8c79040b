import ArgumentParser
import GroveAgent

/// `grove agent confirm`.
struct AgentConfirmCommand: AgentClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm",
    abstract: "Stay, and answer here when an app asks for an account that nobody has confirmed.")
  @OptionGroup var options: AgentOptions

  func run(_ agent: AgentConnection) async throws {
    _ = try await agent.status()
    guard let questions = TerminalQuestions.ofThisTerminal() else {
      throw CommandFailure("Nobody is here to ask: standard input is no terminal.")
    }
    try await agent.setAccountConfirmation { await questions.ask($0) }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await agent.run() }
      group.addTask { try? await questions.run() }
      await group.next()
      group.cancelAll()
    }
  }
}
