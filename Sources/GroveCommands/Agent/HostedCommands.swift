import ArgumentParser
import Foundation
import GroveAgent
import GroveAgentServer

/// Carries out in the agent what somebody typed in another process.
struct HostedCommands: Sendable {
  let device: HostedDevice

  func run(_ command: AgentCommand, _ io: CommandIO) async -> Int32 {
    let scope = CommandScope(
      terminal: io.terminal, input: io.input, directory: command.directory,
      environment: command.environment, device: device)
    return await CommandScope.$current.withValue(scope) {
      do {
        switch try GroveCommand.parseAsRoot(command.arguments) {
        case let command as any PersonCommand: try await command.run()
        case let command as DeviceCommand: try await command.run()
        // Whatever else this build knows is not about a device, and not the agent's to do.
        default:
          throw ValidationError("The agent runs “grove message” and “grove device” only.")
        }
        return 0
      } catch {
        return Self.status(of: error, io.terminal)
      }
    }
  }

  private static func status(of error: any Error, _ terminal: CommandTerminal) -> Int32 {
    let message = GroveCommand.fullMessage(for: error)
    let status = GroveCommand.exitCode(for: error).rawValue
    if !message.isEmpty { terminal.output(status != 0, message) }
    return status
  }
}
