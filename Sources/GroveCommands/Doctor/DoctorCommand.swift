import ArgumentParser
import Foundation
import GroveClient
import GroveIdentity

/// `grove doctor`: what is configured, where it comes from, and whether it works.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show every setting with its source, and check that the servers can work.",
    discussion: """
      Precedence: \(Configuration.precedence). \
      Exit status 1 when a check fails. A server that is not running is told, not failed.

      EXAMPLE
        grove doctor --data ~/grove
        GROVE_RELAY_ORIGIN=https://msg.example grove doctor --json
      """)

  @OptionGroup var options: ServeOptions

  @Flag(help: "Print JSON, one object per line.")
  var json = false

  /// One thing looked at.
  struct Finding: Codable, Sendable {
    enum State: String, Codable { case ok, note, failed }
    var state: State
    var name: String
    var text: String
  }

  func run() async throws {
    let configuration = try options.configuration()
    if !json { FlushedOutput.print("Settings (\(Configuration.precedence)):") }
    for setting in Setting.all { try show(setting, configuration) }
    if !json { FlushedOutput.print("\nChecks:") }
    var failed = false
    for finding in try await checks(configuration) {
      failed = failed || finding.state == .failed
      try show(finding)
    }
    if failed { throw ExitCode.failure }
  }

  private func show(_ setting: Setting, _ configuration: Configuration) throws {
    let value = try configuration.value(of: setting)
    let text = setting.isSecret && value != nil ? "(secret)" : value?.text ?? ""
    let source = value?.source.rawValue ?? "not set"
    if json {
      let row = ["setting": setting.name, "value": text, "source": source]
      FlushedOutput.print(String(decoding: try StrictJSON.encode(row), as: UTF8.self))
    } else {
      let width = Setting.all.map(\.name.count).max() ?? 0
      let name = setting.name.padding(toLength: width, withPad: " ", startingAt: 0)
      FlushedOutput.print("  \(name) \(text.isEmpty ? "–" : text)   (\(source))")
    }
  }

  private func show(_ finding: Finding) throws {
    if json {
      FlushedOutput.print(String(decoding: try StrictJSON.encode(finding), as: UTF8.self))
    } else {
      let mark = ["ok": "✓", "note": "·", "failed": "✗"][finding.state.rawValue] ?? ""
      FlushedOutput.print("  \(mark) \(finding.name): \(finding.text)")
    }
  }

  private func checks(_ configuration: Configuration) async throws -> [Finding] {
    let folder = try configuration.text(.data)
    var findings = [DataFolderCheck.finding(folder)]
    findings += await DatabaseCheck.findings(configuration, folder: folder)
    findings += await WakeUpsCheck.findings(configuration)
    findings += await ObjectStorageCheck.findings(configuration)
    findings += [
      try await ServerCheck.finding("the relay", .relayOrigin, .relayPort, configuration),
      try await ServerCheck.finding(
        "the collaboration server", .appOrigin, .appPort, configuration),
      OriginCheck.finding(configuration),
      try ProxyCheck.finding(configuration), WebPushCheck.finding(configuration),
    ]
    findings += try await ProviderCheck.findings(configuration)
    findings += KeyFileCheck.findings(folder)
    findings += MaintenanceCheck.findings(folder, now: Date().timeIntervalSince1970)
    findings += try await MetricsCheck.findings(configuration)
    return findings
  }
}
