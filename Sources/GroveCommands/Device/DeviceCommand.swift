import ArgumentParser
import Foundation
import GroveIdentity
import Messenger

/// `grove device`: one device as a process that another program drives, a JSON line at a time.
///
/// It is how the demo and the tests hold several devices, and how a continuous-integration job can:
/// a device without a screen.
struct DeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "Run one device without a screen, driven by JSON lines on standard input.",
    discussion: """
      Each line is {"verb":…,"arguments":{…}} and is answered with one line \
      {"values":{…},"rows":[…]} or, refused, with a stable "code" and a "detail" besides. \
      The device ends at the end of its input.

      VERBS
        \(DeviceRequest.Verb.allCases.map(\.rawValue).joined(separator: ", "))

      EXAMPLE
        echo '{"verb":"signUp","arguments":{"handle":"ci","name":"CI"}}' |
          grove device --data ./device --relay http://localhost:8460 --app http://localhost:8470
      """)

  @Option(help: ArgumentHelp("The device's folder: keys and messages.", valueName: "FOLDER"))
  var data: String

  @Option(help: ArgumentHelp("The relay's origin.", valueName: "ORIGIN"))
  var relay: String

  @Option(help: ArgumentHelp("The collaboration server's origin.", valueName: "ORIGIN"))
  var app: String

  func run() async throws {
    if let scope = CommandScope.current {
      let session = DeviceSession(
        hosted: scope.device, relay: try Origin(relay), app: try Origin(app))
      return try await drive(session, by: scope.input)
    }
    if let status = try await AgentForwarding.run(folder: data, readsInput: true) { throw status }
    let session = DeviceSession(
      folder: data, relay: try Origin(relay), app: try Origin(app))
    try await drive(session, by: StandardInput.lines())
  }

  private func drive(_ session: DeviceSession, by lines: AsyncStream<[UInt8]>) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      // A device that is there already is kept connected from the start.
      if !session.isHosted, let messenger = try? await session.messenger() {
        group.addTask { try? await messenger.run() }
      }
      for await line in lines {
        let answer = await DeviceRequestHandler(session: session).answer(line: line)
        FlushedOutput.print(String(decoding: try StrictJSON.encode(answer.reply), as: UTF8.self))
        // What goes on after the answer — keeping a mailbox or a page open — lives as long as the
        // device does.
        if let continuation = answer.continuation { group.addTask { await continuation() } }
      }
      group.cancelAll()
    }
  }
}
