import GroveIdentity

/// Says where the servers are, once they answer.
actor Announcement {
  private let servers: [ServeCommand.Role: Origin]
  private let json: Bool
  private let demo: Bool
  private var answering: Set<ServeCommand.Role> = []

  init(servers: [ServeCommand.Role: Origin], json: Bool, demo: Bool) {
    self.servers = servers
    self.json = json
    self.demo = demo
  }

  func isAnswering(_ role: ServeCommand.Role) {
    answering.insert(role)
    if json { printJSON(role) }
    guard answering.count == servers.count else { return }
    if !json { printText() }
  }

  /// Whether every server answers.
  var isComplete: Bool { answering.count == servers.count }

  private func printJSON(_ role: ServeCommand.Role) {
    let started = ServerStarted(server: role.rawValue, origin: servers[role]?.text ?? "")
    if let line = try? StrictJSON.encode(started) {
      FlushedOutput.print(String(decoding: line, as: UTF8.self))
    }
  }

  private func printText() {
    var lines: [String] = []
    if let relay = servers[.relay] { lines.append("The messenger's relay   \(relay.text)") }
    if let app = servers[.collaboration] { lines.append("The sample app          \(app.text)") }
    if demo {
      lines += [
        "", "Charlie and Dora are here and answer. In another terminal:",
        "    export GROVE_RELAY=\(servers[.relay]?.text ?? "") GROVE_APP=\(servers[.collaboration]?.text ?? "")",
        "    grove message sign-up --handle you --name \"Your Name\"",
        "    grove message app-sign-up you@example.org",
        "    grove message new Kitchen charlie dora",
        "    grove message share \"Baking Recipes\" --in Kitchen --line \"Flour, butter, patience.\"",
        "    grove message read Kitchen --follow",
      ]
    }
    lines += ["", "Ctrl-C stops."]
    FlushedOutput.print(lines.joined(separator: "\n"))
  }
}
