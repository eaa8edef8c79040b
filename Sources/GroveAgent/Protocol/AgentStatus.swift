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

    package init(
      app: AgentApp, registeredAt: UInt64, connections: Int, answers: Bool, waiting: Int,
      processID: Int32? = nil
    ) {
      self.app = app
      self.registeredAt = registeredAt
      self.connections = connections
      self.answers = answers
      self.waiting = waiting
      self.processID = processID
    }
  }

  package var processID: Int32
  package var socketPath: String
  /// What the agent was told to say about its device; names and values are for people.
  package var device: [String: String]
  package var persons: Int
  package var apps: [App]

  package init(
    processID: Int32, socketPath: String, device: [String: String], persons: Int, apps: [App]
  ) {
    self.processID = processID
    self.socketPath = socketPath
    self.device = device
    self.persons = persons
    self.apps = apps
  }
}
