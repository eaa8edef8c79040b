import ArgumentParser
import Foundation
import GroveAgent
import GroveSystem

/// A command on a device that an agent holds is carried out by the agent: what it prints appears
/// here, what it asks is asked here, and it ends with the same status.
enum AgentForwarding {
  /// The settings that mean something to a command on a device. Secrets are not among them: the
  /// passphrase is the agent's, and a password is asked for when it is needed.
  private static let settings = ["GROVE_RELAY", "GROVE_APP"]

  /// - Parameter readsInput: lines of standard input are sent along.
  /// - Returns: the exit status; nil where no agent holds the folder, so that the command is this
  ///   process's own.
  static func run(folder: String, readsInput: Bool = false) async throws -> ExitCode? {
    guard CommandScope.current == nil, let socketPath = AgentFiles(folder: folder).socketPath else {
      return nil
    }
    let connection = AgentConnection(app: nil, socketPath: socketPath)
    defer { connection.close() }
    let input = readsInput ? lines() : nil
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await connection.run() }
      let status = try await ask(connection, folder: folder, input: input)
      group.cancelAll()
      return status
    }
  }

  private static func ask(
    _ agent: AgentConnection, folder: String, input: AsyncStream<String>?
  ) async throws(MessengerError) -> ExitCode? {
    do {
      return ExitCode(try await agent.run(command(), at: terminal(), input: input))
    } catch {
      // Left by an agent that is not there any more.
      if error.code == .agentUnreachable, !AgentFiles(folder: folder).isHeld { return nil }
      throw error
    }
  }

  private static func command() -> AgentCommand {
    AgentCommand(
      arguments: Array(CommandLine.arguments.dropFirst()),
      directory: FileManager.default.currentDirectoryPath,
      environment: ProcessInfo.processInfo.environment.filter { settings.contains($0.key) })
  }

  private static func terminal() -> CommandTerminal {
    CommandTerminal(
      output: { isError, text in
        isError ? FlushedOutput.printError(text) : FlushedOutput.print(text)
      },
      prompt: { text, kind in
        switch kind {
        case .confirm: await Question.ask(text) ? "y" : ""
        case .password: await Password.read()
        }
      })
  }

  private static func lines() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    StandardInput.read { line in
      if let line {
        continuation.yield(String(decoding: line, as: UTF8.self))
      } else {
        continuation.finish()
      }
    }
    return stream
  }
}
