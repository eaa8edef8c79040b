package import GroveIdentity
package import GroveSystem
import NIOCore

/// The terminal at which a person typed a command that runs in the agent.
package struct CommandTerminal: Sendable {
  /// Prints; true for standard error.
  package var output: @Sendable (Bool, String) -> Void
  /// Asks the person; the empty text is no answer.
  package var prompt: @Sendable (String, PromptKind) async -> String

  package init(
    output: @escaping @Sendable (Bool, String) -> Void,
    prompt: @escaping @Sendable (String, PromptKind) async -> String
  ) {
    self.output = output
    self.prompt = prompt
  }
}

extension AgentConnection {
  /// Runs a command in the agent, one at a time. Needs `run()`.
  /// - Returns: its exit status.
  package func run(
    _ command: AgentCommand, at terminal: CommandTerminal,
    input: AsyncStream<String>? = nil
  ) async throws(MessengerError) -> Int32 {
    callbacks.setTerminal(terminal)
    defer { callbacks.setTerminal(nil) }
    let transport = personTransport
    // Input that is sent before the agent has taken the connection would be lost.
    _ = try await ask(.status, over: transport)
    let (id, answer) = transport.ask(.command(command))
    if let input {
      callbacks.jobs.add {
        for await line in input { transport.send(.input(id: id, text: line)) }
        transport.send(.input(id: id, text: nil))
      }
    }
    do {
      let ended = try await withTaskCancellationHandler {
        try await answer.get()
      } onCancel: {
        transport.cancel(id)
      }
      guard case .ended(let status) = ended else { throw Self.unexpected }
      return status
    } catch {
      throw error as? MessengerError ?? MessengerError(.agentUnreachable)
    }
  }

  package func status() async throws(MessengerError) -> AgentStatus {
    guard case .status(let status) = try await ask(.status, over: personTransport) else {
      throw Self.unexpected
    }
    return status
  }

  /// Asks the agent to end; it answers before it does.
  package func stop() async throws(MessengerError) {
    _ = try await ask(.stop, over: personTransport)
  }

  /// Forgets an app, so that another command may register its origin.
  /// - Returns: whether there was one.
  package func forget(_ origin: Origin) async throws(MessengerError) -> Bool {
    guard case .truth(let was) = try await ask(.forget(origin), over: personTransport) else {
      throw Self.unexpected
    }
    return was
  }
}
