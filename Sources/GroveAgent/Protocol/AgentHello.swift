/// The first line of a connection, from the client.
package struct AgentHello: Codable, Hashable, Sendable {
  /// What this build speaks. A line that means something else gets another number.
  package static let version = 1

  /// Who connects. The agent believes it: see `docs/decisions/0016-agent.md`.
  package enum Role: Codable, Hashable, Sendable {
    case app(AgentApp)
    /// A surface of the person: share sheets, the command line.
    case person
  }

  package var version: Int
  package var role: Role

  package init(_ role: Role, version: Int = Self.version) {
    self.role = role
    self.version = version
  }
}

/// The agent's first line, where it takes the connection.
package struct AgentWelcome: Codable, Hashable, Sendable {
  package var version: Int

  package init(version: Int = AgentHello.version) { self.version = version }
}
