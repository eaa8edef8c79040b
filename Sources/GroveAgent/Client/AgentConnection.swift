public import GroveSystem

/// A process's way to the agent of its user.
///
/// It connects when it is first needed, and again when the agent was restarted; it then says anew
/// who it is and that it answers actions. Its socket is served by a thread of its own, so
/// `highlightsNow` can block a caller without holding one of the threads that tasks share.
///
/// An app states its origin, name and command, and sees what concerns that origin. A process that
/// shows a share sheet also asks as the person; that goes over a second socket, opened when it is
/// first needed.
public final class AgentConnection: MessagingSystem, PersonSystem {
  public let app: AgentApp?
  public let socketPath: String

  /// - Parameters:
  ///   - app: nil for a surface of the person that is no app; it may ask what `PersonSystem` has.
  ///   - socketPath: where the agent listens.
  public init(app: AgentApp?, socketPath: String = AgentSocketPath.default()) {
    self.app = app
    self.socketPath = socketPath
  }

  /// Answers the agent's actions with the registered app until the task is cancelled. Without it
  /// questions are answered and actions are not. One at a time.
  public func run() async {}

  /// Closes the sockets. The connection is of no use any more.
  public func close() {}
}
