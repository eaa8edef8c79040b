import GroveIdentity
import GroveServing

/// Says where the servers are, once they answer.
actor StartupMessage {
  private let servers: [ServeCommand.Role: Origin]
  /// Which servers have pages for a browser.
  private let pages: Set<ServeCommand.Role>
  private let operations: ServerSettings?
  private let json: Bool
  private let demo: Bool
  private var answering: Set<ServeCommand.Role> = []

  init(
    servers: [ServeCommand.Role: Origin], pages: Set<ServeCommand.Role>,
    operations: ServerSettings?, json: Bool, demo: Bool
  ) {
    self.servers = servers
    self.pages = pages
    self.operations = operations
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
    if let relay = servers[.relay] {
      lines.append(
        pages.contains(.relay)
          ? "messenger: \(relay.text)" : "relay: \(relay.text) (without the messenger's pages)")
    }
    if let app = servers[.collaboration] {
      lines.append(
        pages.contains(.collaboration)
          ? "recipes: \(app.text)"
          : "collaboration server: \(app.text) (without the sample app's pages)")
    }
    if let operations {
      let host = operations.host.contains(":") ? "[\(operations.host)]" : operations.host
      lines.append("metrics, for you alone: http://\(host):\(operations.port)/metrics")
    }
    if demo { lines += pages.count == 2 ? browserTour : terminalTour }
    lines += ["", "Ctrl-C stops."]
    FlushedOutput.print(lines.joined(separator: "\n"))
  }

  private var browserTour: [String] {
    [
      "", "Charlie and Dora are here and answer. In a browser:",
      "    1. Open the messenger, choose a name, and keep the recovery code.",
      "    2. Open recipes in another tab, sign up, and write a recipe.",
      "    3. Press Share, choose charlie, and press Send.",
      "    4. Watch Charlie edit the recipe, mention you, and leave again.",
    ]
  }

  private var terminalTour: [String] {
    [
      "", "Charlie and Dora are here and answer. In another terminal:",
      "    export GROVE_RELAY=\(servers[.relay]?.text ?? "") GROVE_APP=\(servers[.collaboration]?.text ?? "")",
      "    grove message sign-up --handle you --name \"Your Name\"",
      "    grove message app-sign-up you@example.org",
      "    grove message new Kitchen charlie dora",
      "    grove message share \"Baking Recipes\" --in Kitchen --line \"Flour, butter, patience.\"",
      "    grove message read Kitchen --follow",
    ]
  }
}
