import Foundation
import Testing

@testable import GroveCommands

struct ConfigurationTests {
  private func source(
    flags: [String: String] = [:], environment: [String: String] = [:], file: [String: String] = [:]
  ) throws -> (text: String?, source: Configuration.Source?) {
    let configuration = Configuration(flags: flags, environment: environment, file: file)
    let value = try configuration.value(of: .relayPort)
    return (value?.text, value?.source)
  }

  @Test
  func
    `a flag wins over the environment, the environment over the file, the file over the default`()
    throws
  {
    let flag = ["relay-port": "1"]
    let environment = ["GROVE_RELAY_PORT": "2"]
    let file = ["relay-port": "3"]
    #expect(try source(flags: flag, environment: environment, file: file) == ("1", .flag))
    #expect(try source(environment: environment, file: file) == ("2", .environment))
    #expect(try source(file: file) == ("3", .file))
    #expect(try source() == ("8460", .fallback))
  }

  @Test func `a secret is read from the file that its environment twin names`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/grove-secret-\(UUID().uuidString)"
    try Data("  a secret\n".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let configuration = Configuration(
      flags: [:], environment: ["GROVE_SERVICE_KEYS_FILE": path], file: [:])
    let value = try #require(try configuration.value(of: .serviceKeys))
    #expect(value.text == "a secret")
    #expect(value.source == .environmentFile)
  }

  @Test func `a misspelt member of the file is refused and never means the default`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/grove-config-\(UUID().uuidString)"
    try Data(#"{"relay-prot":"1"}"#.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: CommandFailure.self) { try Configuration.load(flags: [:], path: path) }
  }

  @Test(arguments: ["", "x", "-1", "65536", "8460 "])
  func `what is no port is refused`(text: String) {
    let configuration = Configuration(flags: ["relay-port": text], environment: [:], file: [:])
    #expect(throws: CommandFailure.self) { try configuration.port(.relayPort) }
  }

  @Test func `every setting has a name of its own and a sentence of help`() {
    #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
    #expect(Setting.all.allSatisfy { !$0.help.isEmpty })
  }
}
