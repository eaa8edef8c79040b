import ArgumentParser
import Foundation
import GroveIdentity
import Messenger

/// Which device, and which servers: shared by every `grove message` command.
struct PersonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The device's folder.", valueName: "FOLDER"))
  var folder: String?

  @Option(help: ArgumentHelp("The relay's origin.", valueName: "ORIGIN"))
  var relay: String?

  @Option(help: ArgumentHelp("The sample app's origin.", valueName: "ORIGIN"))
  var app: String?

  @Flag(help: "Print JSON, one object per line.")
  var json = false

  func session() throws -> DeviceSession {
    let environment = ProcessInfo.processInfo.environment
    let folder =
      folder ?? environment["GROVE_FOLDER"]
      ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.grove/device"
    return DeviceSession(
      folder: folder,
      relay: try Self.origin(relay ?? environment["GROVE_RELAY"] ?? "http://127.0.0.1:8460"),
      app: try Self.origin(app ?? environment["GROVE_APP"] ?? "http://127.0.0.1:8470"),
      passphrase: try Self.passphrase(environment))
  }

  /// Never a flag: other users can see a command line.
  private static func passphrase(_ environment: [String: String]) throws -> String? {
    guard let path = environment["GROVE_PASSPHRASE_FILE"] else {
      return environment["GROVE_PASSPHRASE"]
    }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw ValidationError("GROVE_PASSPHRASE_FILE names a file that cannot be read.")
    }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  private static func origin(_ text: String) throws -> Origin {
    guard let origin = try? Origin(text) else {
      throw ValidationError("“\(text)” is no origin; it looks like https://msg.example.")
    }
    return origin
  }

  /// One row: JSON, or the sentence.
  func print(_ row: [String: String], _ sentence: @autoclosure () -> String) throws {
    if json {
      FlushedOutput.print(String(decoding: try StrictJSON.encode(row), as: UTF8.self))
    } else {
      FlushedOutput.print(sentence())
    }
  }
}

/// A command on a device: errors become one sentence and an exit status that means something.
protocol PersonCommand: AsyncParsableCommand {
  var person: PersonOptions { get }
  func run(_ session: DeviceSession) async throws
}

extension PersonCommand {
  func run() async throws {
    do {
      try await run(try person.session())
    } catch let error as any Error & CustomStringConvertible {
      throw ExitStatus.failing(error)
    }
  }
}
