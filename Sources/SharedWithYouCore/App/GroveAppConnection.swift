import GroveAgent
package import GroveIdentity
package import GroveSystem

/// An app's way to the messenger of its person.
package struct GroveAppConnection: Sendable {
  package let settings: GroveAppSettings
  package let system: any MessagingSystem
  /// What the messenger asks, as it is registered there.
  package let app: any CollaborationApp
  /// Nil for a messenger in this process.
  let agent: AgentConnection?
  /// Keeps the way to the agent open for actions.
  let answering: FrameworkJob?

  package var origin: Origin { settings.origin }
  /// For the share sheet, which is the person's own surface; nil where the messenger gives none.
  package var person: (any PersonSystem)? { system as? any PersonSystem }

  /// - Parameter system: nil for the one behind the person's agent.
  init(
    _ settings: GroveAppSettings, system: (any MessagingSystem)?,
    coordinator: SWCollaborationCoordinator
  ) {
    self.settings = settings
    app = RegisteredApp(settings: settings, coordinator: coordinator)
    if let system {
      self.system = system
      agent = nil
      answering = nil
    } else {
      let agent = AgentConnection(
        app: AgentApp(origin: settings.origin, name: settings.name, command: settings.command))
      self.system = agent
      self.agent = agent
      answering = FrameworkTasks.shared.keep { await agent.run() }
    }
  }
}
