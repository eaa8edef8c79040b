package import GroveAgent
package import GroveSystem
import Logging
import Synchronization

/// What an agent serves: a messenger, for apps and for its person.
package typealias AgentSystem = MessagingSystem & PersonSystem & AccessSystem

/// What a command that runs in the agent has in place of a terminal.
package struct CommandIO: Sendable {
  package let terminal: CommandTerminal
  /// Lines of standard input, until its end.
  package let input: AsyncStream<[UInt8]>
}

/// What an agent is told to do besides serving apps.
package struct AgentHooks: Sendable {
  /// For `grove agent status`: what the device is.
  package var device: @Sendable () async -> [String: String]
  /// Asks at the agent's own terminal; nil where it has none.
  package var confirm: ConfirmAccount?
  /// Carries out a command of the command line; returns its exit status.
  package var command: (@Sendable (AgentCommand, CommandIO) async -> Int32)?
  /// `grove agent stop`.
  package var stop: @Sendable () async -> Void

  package init(
    device: @escaping @Sendable () async -> [String: String] = { [:] },
    confirm: ConfirmAccount? = nil,
    command: (@Sendable (AgentCommand, CommandIO) async -> Int32)? = nil,
    stop: @escaping @Sendable () async -> Void = {}
  ) {
    self.device = device
    self.confirm = confirm
    self.command = command
    self.stop = stop
  }
}

/// What all connections of one agent share.
final class AgentCore: Sendable {
  let system: any AgentSystem
  let host: AppHost
  let hooks: AgentHooks
  let limits: AgentLimits
  let logger: Logger
  let socketPath: String
  let jobs = JobQueue()
  /// Ends whatever is still under way when waiting for it has been enough.
  let ending = Cancellation()

  private struct State {
    var peers: [Int: AgentPeer] = [:]
    var next = 1
    var isEnding = false
  }

  private let state = Mutex(State())

  init(
    system: any AgentSystem, host: AppHost, hooks: AgentHooks,
    limits: AgentLimits, socketPath: String, logger: Logger
  ) {
    self.system = system
    self.host = host
    self.hooks = hooks
    self.limits = limits
    self.socketPath = socketPath
    self.logger = logger
  }

  /// - Returns: nil where there are too many connections already, or the agent is ending.
  func newPeer(limit: LineLimit) -> AgentPeer? {
    state.withLock { state in
      guard state.peers.count < limits.connections, !state.isEnding else { return nil }
      defer { state.next += 1 }
      let peer = AgentPeer(id: state.next, core: self, lineLimit: limit)
      state.peers[state.next] = peer
      return peer
    }
  }

  func closed(_ peer: AgentPeer) { state.withLock { $0.peers[peer.id] = nil } }

  var peers: [AgentPeer] { state.withLock { Array($0.peers.values) } }

  /// Shares that are under way go on; everything that only waits is ended.
  func beginEnding() {
    state.withLock { $0.isEnding = true }
    peers.forEach { $0.cancelWaiting() }
    jobs.finish()
  }

  func end() {
    peers.forEach { $0.close() }
    host.end()
  }

  /// Asks the person whether an app account is meant, wherever somebody is there to answer: the
  /// first answer counts. Nobody's answer is no.
  func confirm(_ question: AccountConfirmation) async -> Bool {
    let askers = peers.filter(\.answersConfirmations)
    return await withTaskGroup(of: Bool?.self) { group in
      for peer in askers {
        group.addTask {
          guard case .confirmed(let answer) = await peer.ask(.confirm(question)) else {
            return nil
          }
          return answer
        }
      }
      if let terminal = hooks.confirm { group.addTask { await terminal(question) } }
      defer { group.cancelAll() }
      for await answer in group {
        if let answer { return answer }
      }
      return false
    }
  }

  func status() async -> AgentStatus {
    AgentStatus(
      processID: AgentSocketFile.ownProcess, socketPath: socketPath, device: await hooks.device(),
      persons: peers.count(where: \.isPerson), apps: host.status())
  }
}
