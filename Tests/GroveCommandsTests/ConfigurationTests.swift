import ArgumentParser
import Foundation
import GroveServing
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

  @Test func `trusted proxies are addresses or blocks, by repeated flag or separated by commas`()
    throws
  {
    let flag = try ServeOptions.parse([
      "--trusted-proxy", "127.0.0.1", "--trusted-proxy", "fd00::/8",
    ])
    let environment = ["GROVE_TRUSTED_PROXY": "127.0.0.1, fd00::/8"]
    for configuration in [
      try flag.configuration(), Configuration(flags: [:], environment: environment, file: [:]),
    ] {
      let proxies = try configuration.trustedProxies()
      #expect(proxies.contains(try #require(NetworkAddress("127.0.0.1"))))
      #expect(proxies.contains(try #require(NetworkAddress("fd12::1"))))
      #expect(!proxies.contains(try #require(NetworkAddress("127.0.0.2"))))
    }
    #expect(
      try Configuration(flags: [:], environment: [:], file: [:]).trustedProxies() == .none)
  }

  @Test(arguments: ["proxy.example", "127.0.0.1/0", "10.1.2.3/8", "127.0.0.1;10.0.0.1"])
  func `what is no address of a proxy is refused`(text: String) {
    let configuration = Configuration(flags: ["trusted-proxy": text], environment: [:], file: [:])
    #expect(throws: CommandFailure.self) { try configuration.trustedProxies() }
  }

  @Test func `the doctor fails where a proxy must be there and none is declared`() throws {
    func state(_ flags: [String: String]) throws -> DoctorCommand.Finding.State {
      try ProxyCheck.finding(Configuration(flags: flags, environment: [:], file: [:])).state
    }
    #expect(try state([:]) == .ok)
    #expect(try state(["app-origin": "https://docs.example"]) == .failed)
    #expect(
      try state(["app-origin": "https://docs.example", "trusted-proxy": "127.0.0.1"]) == .ok)
  }

  @Test func `whatever the doctor finds wanting it says what to do about`() async throws {
    let flags = [
      "relay-port": "1", "app-origin": "http://docs.example", "operations-address": "127.0.0.1:1",
    ]
    let configuration = Configuration(flags: flags, environment: [:], file: [:])
    let servers = [
      try await ServerCheck.finding("the relay", .relayOrigin, .relayPort, configuration),
      try await ServerCheck.finding("the app", .appOrigin, .appPort, configuration),
      OriginCheck.finding(configuration),
    ]
    #expect(servers.map(\.state) == [.note, .failed, .failed])
    #expect(servers[0].text.contains("systemctl start grove-relay"))
    for finding in servers + (try await MetricsCheck.findings(configuration)) {
      #expect(finding.text.contains("; "), "\(finding.name): \(finding.text)")
    }
    let names = [OriginCheck.finding(Configuration(flags: [:], environment: [:], file: [:]))]
    #expect(names.allSatisfy { $0.text.contains("give relay-origin and app-origin") })
  }

  @Test func `the doctor reads from metrics which proxy is not declared and which says nothing`() {
    let quiet = """
      # TYPE forwarding_headers_ignored_total counter
      forwarding_headers_ignored_total{server="relay"} 0
      forwarding_headers_missing_total{server="relay"} 0
      """
    #expect(MetricsCheck.findings(in: quiet).isEmpty)
    let loud = """
      forwarding_headers_ignored_total{server="collaboration"} 3
      forwarding_headers_ignored_total{server="relay"} 4
      forwarding_headers_missing_total{server="relay"} 1
      """
    let findings = MetricsCheck.findings(in: loud)
    #expect(findings.map(\.state) == [.failed, .note])
    #expect(findings.first?.text.hasPrefix("7 requests") == true)
  }

  @Test func `the operations address is an address with a port, or off`() throws {
    func place(_ text: String?) throws -> OperationsAddress {
      try OperationsAddress(
        Configuration(
          flags: text.map { ["operations-address": $0] } ?? [:], environment: [:], file: [:]))
    }
    #expect(try place(nil) == .standard)
    let nothing = Configuration(flags: [:], environment: [:], file: [:])
    #expect(try OperationsAddress(nothing, roles: [.relay]) == .standard)
    #expect(try OperationsAddress(nothing, roles: [.collaboration]) == .second)
    #expect(try place("off") == .off)
    #expect(try place("[::1]:9000") == .at(host: "::1", port: 9000, isDefault: false))
    #expect(try place("10.0.0.1:0") == .at(host: "10.0.0.1", port: 0, isDefault: false))
    for bad in [
      "", "8480", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "::1:80", "[::1]", "a.b:1",
      "[127.0.0.1]:1", "127.0.0.1:65536",
    ] { #expect(throws: CommandFailure.self, "\(bad)") { try place(bad) } }
  }

  @Test func `every setting has a name of its own and a sentence of help`() {
    #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
    #expect(Setting.all.allSatisfy { !$0.help.isEmpty })
  }

  @Test(arguments: [
    ("postgresql://grove@db.example/grove", true), ("postgres:///grove?host=/run", true),
    ("postgresql://grove:secret@db.example/grove", false),
    ("postgresql://grove@db.example/grove?password=secret", false), ("db.example", false),
  ])
  func `a database's address has no password on the command line`(text: String, isTaken: Bool)
    throws
  {
    let flag = Configuration(flags: ["postgres": text], environment: [:], file: [:])
    #expect(((try? flag.postgres()) != nil) == isTaken)
    let named = Configuration(flags: [:], environment: ["GROVE_POSTGRES": text], file: [:])
    #expect(((try? named.postgres()) != nil) == text.hasPrefix("postgres"))
    let none = Configuration(flags: [:], environment: [:], file: [:])
    #expect(try none.postgres().map { _ in true } == nil)
  }
}
