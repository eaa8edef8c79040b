import GroveIdentity
public import GroveSystem
import NIOCore
import NIOPosix

/// A process's way to the agent of its user.
///
/// It connects when it is first needed, and again when the agent was restarted; it then says anew
/// who it is and that it answers actions. Its sockets are served by a thread of its own, so
/// `highlightsNow` can block a caller without holding one of the threads that tasks share.
///
/// An app states its origin, name and command, and sees what concerns that origin. A process that
/// shows a share sheet also asks as the person; that goes over a second socket, opened when it is
/// first needed.
///
/// Where no agent is there, questions end with `agentUnreachable`; where it was there a moment ago,
/// they wait for it up to four seconds.
public final class AgentConnection: MessagingSystem, PersonSystem {
  /// What the agent was told about this process; nil for a surface of the person that is no app.
  public let app: AgentApp?
  /// The agent's Unix domain socket: an absolute path.
  public let socketPath: String
  let appTransport: AgentTransport?
  let personTransport: AgentTransport
  let callbacks: AgentCallbacks
  private let group: MultiThreadedEventLoopGroup

  /// - Parameters:
  ///   - app: nil for a surface of the person that is no app; it may ask what `PersonSystem` has.
  ///   - socketPath: where the agent listens.
  public convenience init(app: AgentApp?, socketPath: String = AgentSocketPath.default()) {
    self.init(app: app, socketPath: socketPath, limits: AgentLimits())
  }

  package init(app: AgentApp?, socketPath: String, limits: AgentLimits) {
    self.app = app
    self.socketPath = socketPath
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let callbacks = AgentCallbacks()
    func transport(_ role: AgentHello.Role, opened: @escaping @Sendable (AgentTransport) -> Void)
      -> AgentTransport
    {
      AgentTransport(
        role, socketPath: socketPath, group: group, limits: limits,
        listener: .init(opened: opened, received: { callbacks.received($0, from: $1) }))
    }
    appTransport = app.map { app in transport(.app(app)) { callbacks.appConnected($0) } }
    personTransport = transport(.person) { callbacks.personConnected($0) }
    self.callbacks = callbacks
    self.group = group
  }

  deinit { close() }

  /// Answers the agent's actions with the registered app, and its questions to the person, until
  /// the task is cancelled. Without it what this process asks is answered, and what it is asked is
  /// not. To be called once.
  public func run() async { await callbacks.jobs.run() }

  /// Closes the sockets and ends `run()`. The connection cannot be used again.
  public func close() {
    appTransport?.close()
    personTransport.close()
    callbacks.end()
    group.shutdownGracefully { _ in }
  }

  /// Whom to ask when an app on this device wants a proof for an app account that the person has
  /// not confirmed yet (protocol 8.3); nil for nobody. Any person's connection may answer; the
  /// first that does, decides. Needs `run()`.
  /// - Throws: what the agent refuses, `agentUnreachable` where there is none: then nobody is asked
  ///   through this connection, also when an agent is there later. Never for nil: an agent that
  ///   cannot be told asks nobody here either.
  public func setAccountConfirmation(_ confirm: ConfirmAccount?) async throws(MessengerError) {
    callbacks.setConfirm(confirm)
    do {
      _ = try await ask(.answerConfirmations(confirm != nil), over: personTransport)
    } catch {
      callbacks.setConfirm(nil)
      guard confirm == nil else { throw error }
    }
    if confirm != nil { personTransport.stay() }
  }

  /// - Throws: `agentUnreachable`, `agentIncompatible`, `originRefused`, and what the messenger
  ///   throws.
  func ask(_ request: AgentRequest, over transport: AgentTransport) async throws(MessengerError)
    -> AgentAnswer
  {
    do {
      return try await askOnce(request, over: transport)
    } catch  where error.code == .agentUnreachable && request.isRepeatable {
      return try await askOnce(request, over: transport)
    }
  }

  private func askOnce(_ request: AgentRequest, over transport: AgentTransport)
    async throws(MessengerError)
    -> AgentAnswer
  {
    let (id, answer) = transport.ask(request)
    do {
      return try await withTaskCancellationHandler {
        try await answer.get()
      } onCancel: {
        transport.cancel(id)
      }
    } catch {
      throw error as? MessengerError ?? MessengerError(.agentUnreachable)
    }
  }

  /// The connection of the app, where the question is about its own origin.
  func transport(of origin: Origin) throws(MessengerError) -> AgentTransport {
    guard let appTransport, app?.origin == origin else { throw MessengerError(.originRefused) }
    return appTransport
  }

  /// An answer to another question than was asked.
  static var unexpected: MessengerError {
    MessengerError(.agentIncompatible, "it answered something else")
  }
}
