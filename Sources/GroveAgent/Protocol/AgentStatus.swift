/// What an agent says about itself.
package struct AgentStatus: Codable, Hashable, Sendable {
  package struct App: Codable, Hashable, Sendable {
    package var app: AgentApp
    /// Milliseconds; when the origin was registered first.
    package var registeredAt: UInt64
    /// How many of its processes are connected, and whether one of them answers actions.
    package var connections: Int
    package var answers: Bool
    /// Actions that wait for it.
    package var waiting: Int
    /// The process that the agent started, while it runs.
    package var processID: Int32?
  }

  package var processID: Int32
  package var socketPath: String
  /// What the agent was told to say about its device; names and values are for people.
  package var device: [String: String]
  package var persons: Int
  package var apps: [App]
}
