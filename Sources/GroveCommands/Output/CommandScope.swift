import GroveAgent
import GroveIdentity
import Messenger

/// Where a command's words go to and come from when it does not run in the process that it was
/// typed at: the agent carries it out, because the agent holds the device.
struct CommandScope: Sendable {
  @TaskLocal static var current: CommandScope?

  let terminal: CommandTerminal
  let input: AsyncStream<[UInt8]>
  /// Where relative paths begin.
  let directory: String
  let environment: [String: String]
  let device: HostedDevice

  func print(_ text: String, isError: Bool) { terminal.output(isError, text) }
  func confirms(_ text: String) async -> Bool { await terminal.prompt(text, .confirm) == "y" }
  func password(_ prompt: String) async -> String { await terminal.prompt(prompt, .password) }
}

/// The device that an agent holds.
struct HostedDevice: Sendable {
  let messenger: Messenger
  let folder: String
  /// Whether an app is registered for an origin: then the command line is not its app.
  let isServed: @Sendable (Origin) async -> Bool
}
