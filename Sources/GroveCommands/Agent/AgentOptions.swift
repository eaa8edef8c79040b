import ArgumentParser
import Foundation
import GroveAgent

/// Which agent is meant.
struct AgentOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The device's folder.", valueName: "FOLDER"))
  var folder: String?

  @Option(help: ArgumentHelp("The agent's socket.", valueName: "PATH"))
  var socket: String?

  @Flag(help: "Print JSON.")
  var json = false

  var place: AgentFiles { AgentFiles(folder: PersonOptions.folder(folder)) }

  /// Where an agent is to listen.
  var ownSocket: String { socket ?? AgentSocketPath.default() }

  /// Where the agent listens: of this folder where one is named, otherwise of this user.
  var agentSocket: String {
    if let socket { return socket }
    let isNamed = folder != nil || ProcessInfo.processInfo.environment["GROVE_FOLDER"] != nil
    return (isNamed ? place.socketPath : nil) ?? AgentSocketPath.default()
  }
}
