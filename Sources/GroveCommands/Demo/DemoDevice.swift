import Foundation
import GroveIdentity

/// One person's device in the demo: a process of its own, with its own folder and keys.
actor DemoDevice {
  let name: String
  private let process: ChildProcess

  init(_ name: String, environment: DemoEnvironment) throws {
    self.name = name
    let folder = "\(environment.folder)/devices/\(name.replacingOccurrences(of: " ", with: "-"))"
    process = try ChildProcess(
      name,
      arguments: [
        "device", "--data", folder, "--relay", environment.relayOrigin, "--app",
        environment.appOrigin,
      ],
      folder: environment.folder + "/logs")
  }

  /// Does something on the device and returns what came of it, refusals included.
  func attempt(
    _ verb: DeviceRequest.Verb, _ arguments: [String: String] = [:]
  ) async throws -> DeviceReply {
    let request = DeviceRequest(verb: verb, arguments: arguments)
    try await process.write(String(decoding: StrictJSON.encode(request), as: UTF8.self))
    return try StrictJSON.decode(
      DeviceReply.self, from: Array(try await process.line(within: 120).utf8))
  }

  /// Does something that must work.
  /// - Throws: `CommandFailure` with the code when it is refused.
  @discardableResult
  func must(
    _ verb: DeviceRequest.Verb, _ arguments: [String: String] = [:]
  ) async throws -> DeviceReply {
    let reply = try await attempt(verb, arguments)
    if let code = reply.code {
      throw CommandFailure("\(name): \(verb.rawValue) was refused: \(code) \(reply.detail ?? "")")
    }
    return reply
  }

  /// Asks again until the answer is as expected.
  /// - Throws: `CommandFailure` with the last answer when that takes longer than `seconds`.
  func wait(
    for sentence: String, within seconds: Double = 45, _ verb: DeviceRequest.Verb,
    _ arguments: [String: String] = [:], until expected: @Sendable (DeviceReply) -> Bool
  ) async throws -> DeviceReply {
    let start = ContinuousClock.now
    while true {
      let reply = try await attempt(verb, arguments)
      if expected(reply) { return reply }
      guard ContinuousClock.now - start < .seconds(seconds) else {
        throw CommandFailure("\(name) never saw: \(sentence). Last answer: \(reply)")
      }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  func stop() async { await process.stop() }
  func kill() async { await process.kill() }
}
