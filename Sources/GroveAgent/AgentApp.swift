public import GroveIdentity

/// What an app says about itself when it connects to the agent.
public struct AgentApp: Hashable, Sendable, Codable {
  /// Where its links live. It sees collaborations of this origin and of no other.
  public var origin: Origin
  /// Shown in the share sheet and beside highlights.
  public var name: String
  /// Program and arguments with which the agent starts the app in the background when an action
  /// arrives and the app is not running. The program is an absolute path; no shell reads the
  /// arguments. Empty where the app cannot be started: then actions wait until it runs.
  public var command: [String]

  /// What a process connects with. The agent refuses a name of no or more than 128 bytes, a command
  /// that is no absolute path, and another command than the one first registered for the origin.
  public init(origin: Origin, name: String, command: [String] = []) {
    self.origin = origin
    self.name = name
    self.command = command
  }
}
