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
    let environment = CommandScope.current?.environment ?? ProcessInfo.processInfo.environment
    let relay = try Self.origin(relay ?? environment["GROVE_RELAY"] ?? "http://127.0.0.1:8460")
    let app = try Self.origin(app ?? environment["GROVE_APP"] ?? "http://127.0.0.1:8470")
    if let device = CommandScope.current?.device {
      return DeviceSession(hosted: device, relay: relay, app: app)
    }
    return DeviceSession(
      folder: Self.folder(folder), relay: relay, app: app, passphrase: try Self.passphrase())
  }

  /// Where a device is, unless somebody says otherwise.
  static func folder(_ named: String?) -> String {
    named ?? ProcessInfo.processInfo.environment["GROVE_FOLDER"]
      ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.grove/device"
  }

  /// Never a flag: other users can see a command line.
  static func passphrase() throws -> String? {
    let environment = ProcessInfo.processInfo.environment
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
      let folder = PersonOptions.folder(person.folder)
      guard let status = try await AgentForwarding.run(folder: folder) else {
        return try await run(try person.session())
      }
      if status != .success { throw status }
    } catch let status as ExitCode {
      throw status
    } catch let error as any Error & CustomStringConvertible {
      throw ExitStatus.failing(error)
    }
  }
}
