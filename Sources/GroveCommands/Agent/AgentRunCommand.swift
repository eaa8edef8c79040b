import ArgumentParser
import Foundation
import GroveAgentServer
import GroveIdentity
import GroveServing
import GroveSystem
import Logging
import Messenger
import ServiceLifecycle

/// `grove agent run`.
struct AgentRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run the agent (this is what “grove agent” does).",
    discussion: """
      Before a device signs for an app account that has not been confirmed for that app, the person \
      is asked. “ask” asks at this terminal and wherever somebody is connected to answer (“grove \
      agent confirm”, a share sheet); where nobody is, the answer is no. “always” believes every app, \
      which is for machines where all apps are one's own; “never” says no. What was confirmed once is \
      remembered.

      EXAMPLE
        grove agent run --folder ~/.grove/device --confirm ask
      """)

  /// Who answers when an account has to be confirmed.
  enum Confirmation: String, ExpressibleByArgument, CaseIterable { case ask, always, never }

  @OptionGroup var options: AgentOptions
  @Option(help: "When an app asks for an account that nobody has confirmed yet.")
  var confirm = Confirmation.ask
  @Option(help: ArgumentHelp("Seconds an app has for an action.", valueName: "SECONDS"))
  var actionTime = 30
  @Option(help: ArgumentHelp("trace, debug, info, notice or warning.", valueName: "LEVEL"))
  var logLevel = "notice"

  func validate() throws {
    guard (1...600).contains(actionTime) else {
      throw ValidationError("--action-time is 1 to 600 seconds.")
    }
  }

  func run() async throws {
    do {
      try await serve()
    } catch let error as any Error & CustomStringConvertible {
      throw ExitStatus.failing(error)
    }
  }

  private func serve() async throws {
    let place = options.place
    let logger = try ServerLog.logger(level: logLevel, format: "text")
    let messenger = try await Messenger.open(
      folder: place.folder, passphrase: PersonOptions.passphrase(),
      environment: AgentDevice.environment(logger))
    await messenger.setActionTimeLimit(seconds: actionTime)
    let terminal = confirm == .ask ? TerminalQuestions.ofThisTerminal() : nil
    let agent = try await AgentDevice(messenger: messenger, place: place)
      .open(
        socketPath: options.ownSocket, confirm: terminal.map { $0.ask }, logger: logger,
        onRunning: { [options] in Self.announce(messenger, options) })
    let policy = confirm
    await messenger.setAccountConfirmation { question in
      if let current = AccountQuestion.current { return await current.ask(question) }
      return switch policy {
      case .ask: await agent.confirm(question)
      case .always: true
      case .never: false
      }
    }
    try place.setSocketPath(options.ownSocket)
    defer { place.removeSocketPath() }
    // What comes later ends first: shares that are under way need the messenger to the last.
    var services: [any Service] = [MessengerService(messenger: messenger), agent]
    if let terminal { services.append(terminal) }
    try await ServerRunner.run(services, logger: logger)
  }

  private static func announce(_ messenger: Messenger, _ options: AgentOptions) {
    let row = ["handle": messenger.handle, "socket": options.ownSocket]
    if options.json, let json = try? StrictJSON.encode(row) {
      FlushedOutput.print(String(decoding: json, as: UTF8.self))
    } else {
      FlushedOutput.print("The agent of \(messenger.handle) listens at \(options.ownSocket).")
    }
  }
}

/// Keeps the agent's device connected.
private struct MessengerService: Service {
  let messenger: Messenger

  func run() async throws {
    try await cancelWhenGracefulShutdown { try await messenger.run() }
  }
}
