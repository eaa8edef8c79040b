import ArgumentParser
import GroveAgent
import GroveIdentity

/// A command about an agent: errors become one sentence and an exit status.
protocol AgentClientCommand: AsyncParsableCommand {
  var options: AgentOptions { get }
  func run(_ agent: AgentConnection) async throws
}

extension AgentClientCommand {
  func run() async throws {
    let agent = AgentConnection(app: nil, socketPath: options.agentSocket)
    defer { agent.close() }
    do {
      try await run(agent)
    } catch let error as any Error & CustomStringConvertible {
      throw ExitStatus.failing(error)
    }
  }

  func print(_ row: some Encodable, _ sentence: @autoclosure () -> String) throws {
    FlushedOutput.print(
      options.json
        ? String(decoding: try StrictJSON.encode(row), as: UTF8.self) : sentence())
  }
}
