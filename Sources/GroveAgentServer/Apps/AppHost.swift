import GroveAgent
import GroveIdentity
import GroveSystem
import Logging
import NIOCore
import Synchronization

/// Carries out what the dispatcher decides: keeps the registry, hands actions to connections, starts
/// commands. Every entrance is synchronous; what waits, waits in `perform`.
final class AppHost: Sendable {
  enum Outcome: Sendable {
    case answered(ClientAnswer)
    /// A sentence for the person.
    case refused(String)
    /// The messenger does not wait any more, and the app has not said what it did.
    case givenUp
  }

  private enum Placement {
    case handedTo(AgentPeer)
    case failed(AppDispatcher.Reason)
  }

  private struct State {
    var dispatcher = AppDispatcher()
    var registry: AppRegistry
    var waiters: [AppDispatcher.ActionID: AsyncStream<Placement>.Continuation] = [:]
    var peers: [AppDispatcher.ConnectionID: AgentPeer] = [:]
    var processes: [Origin: Int32] = [:]
    var nextAction = 1
    var timer: Scheduled<Void>?
    var isEnding = false
  }

  private let state: Mutex<State>
  private let saving = Mutex(())
  private let file: AppRegistryFile
  private let launcher: AppLauncher
  private let limits: AgentLimits
  private let eventLoop: any EventLoop
  private let now: @Sendable () -> UInt64
  private let logger: Logger

  /// How long apps that ran under an earlier agent are given to find this one: longer than the
  /// longest pause between two of their tries.
  private static let returnTime: UInt64 = 2500

  init(
    file: AppRegistryFile, launcher: AppLauncher, limits: AgentLimits, eventLoop: any EventLoop,
    now: @escaping @Sendable () -> UInt64, logger: Logger
  ) throws(MessengerError) {
    let registry = try file.load()
    var state = State(registry: registry)
    for entry in registry.entries {
      state.dispatcher.know(
        entry.app.origin, canBeStarted: !entry.app.command.isEmpty,
        startableAt: now() + Self.returnTime)
    }
    self.state = Mutex(state)
    self.file = file
    self.launcher = launcher
    self.limits = limits
    self.eventLoop = eventLoop
    self.now = now
    self.logger = logger
  }

  var entries: [AppRegistry.Entry] { state.withLock(\.registry.entries) }

  // MARK: Who is here

  /// An app connects.
  /// - Throws: `originRefused` with the reason, `storeUnavailable`.
  func admit(_ app: AgentApp, _ peer: AgentPeer) throws(MessengerError) {
    let result = state.withLock { state -> Result<Bool, MessengerError> in
      switch state.registry.admit(app, now: now(), limit: limits.apps) {
      case .failure(let refused):
        return .failure(MessengerError(.originRefused, refused.reason.detail))
      case .success(let isChanged):
        state.dispatcher.know(
          app.origin, canBeStarted: !app.command.isEmpty, startableAt: 0)
        state.peers[peer.id] = peer
        return .success(isChanged)
      }
    }
    guard try result.get() else { return }
    try save()
    logger.info("an app is registered", metadata: ["origin": "\(app.origin.text)"])
  }

  func answers(_ peer: AgentPeer, for origin: Origin) {
    change { dispatcher, now in dispatcher.answering(peer.id, for: origin, now: now) }
  }

  func isSilent(_ peer: AgentPeer, for origin: Origin) {
    change { dispatcher, now in dispatcher.silent(peer.id, for: origin, now: now) }
  }

  func gone(_ peer: AgentPeer, from origin: Origin) {
    isSilent(peer, for: origin)
    // Last: what is handed to it until now comes back, because a closed connection answers nothing.
    state.withLock { $0.peers[peer.id] = nil }
  }

  /// - Returns: whether there was such an app, and its connections, which are to be cut.
  func forget(_ origin: Origin) throws(MessengerError) -> (Bool, [AgentPeer]) {
    let (wasThere, peers) = state.withLock { state -> (Bool, [AgentPeer]) in
      guard state.registry.forget(origin) else { return (false, []) }
      return (true, state.peers.values.filter { $0.origin == origin })
    }
    guard wasThere else { return (false, []) }
    try save()
    change { dispatcher, _ in dispatcher.forget(origin) }
    logger.info("an app is forgotten", metadata: ["origin": "\(origin.text)"])
    return (true, peers)
  }

  /// One writer at a time, and each writes what is true then: two apps may come at the same moment.
  private func save() throws(MessengerError) {
    let result = saving.withLock { _ in
      Result { () throws(MessengerError) in try file.save(entriesOnDisk) }
    }
    try result.get()
  }

  private var entriesOnDisk: AppRegistry { state.withLock(\.registry) }

  func status() -> [AgentStatus.App] {
    state.withLock { state in
      state.registry.entries.map { entry in
        let origin = entry.app.origin
        return AgentStatus.App(
          app: entry.app, registeredAt: entry.registeredAt,
          connections: state.peers.values.count { $0.origin == origin },
          answers: state.dispatcher.apps[origin]?.answering.isEmpty == false,
          waiting: state.dispatcher.waiting(for: origin).count, processID: state.processes[origin])
      }
    }
  }

  /// Ends what was started here.
  func end() {
    let processes = state.withLock { state in
      state.isEnding = true
      state.timer?.cancel()
      return Array(state.processes.values)
    }
    processes.forEach(AppLauncher.stop)
  }

  // MARK: Actions

  /// Hands an action to the app of an origin, as often as it takes, until it is answered.
  ///
  /// - Parameter seconds: how long the messenger waits for it. Where the app has not come a little
  ///   before that, the action fails with the reason, which says more than that time ran out.
  func perform(_ question: ClientQuestion, of origin: Origin, seconds: Int) async -> Outcome {
    let (placements, continuation) = AsyncStream.makeStream(of: Placement.self)
    let milliseconds = UInt64(max(1, seconds)) * 1000
    let id = state.withLock { state in
      defer { state.nextAction += 1 }
      state.waiters[state.nextAction] = continuation
      return state.nextAction
    }
    change { dispatcher, now in
      dispatcher.arrived(id, for: origin, deadline: now + milliseconds * 9 / 10, now: now)
    }
    let outcome = await place(question, id, origin, placements)
    change { dispatcher, _ in
      if case .answered = outcome {
        dispatcher.done(id, answered: true)
      } else {
        dispatcher.done(id, answered: false)
      }
      return []
    }
    _ = state.withLock { $0.waiters.removeValue(forKey: id) }
    return outcome
  }

  private func place(
    _ question: ClientQuestion, _ id: AppDispatcher.ActionID, _ origin: Origin,
    _ placements: AsyncStream<Placement>
  ) async -> Outcome {
    for await placement in placements {
      switch placement {
      case .failed(let reason): return .refused(sentence(reason, of: origin))
      case .handedTo(let peer):
        if let answer = await peer.ask(question) { return .answered(answer) }
        guard !Task.isCancelled else { return .givenUp }
        change { dispatcher, now in dispatcher.lost(id, now: now) }
      }
    }
    return .givenUp
  }

  private func sentence(_ reason: AppDispatcher.Reason, of origin: Origin) -> String {
    let app = state.withLock { $0.registry.entry(origin)?.app }
    let name = app?.name ?? origin.text
    let log = launcher.logPath(of: origin)
    return switch reason {
    case .notRunning: "\(name) is not running, and cannot be started."
    case .didNotCome: "\(name) was started and did not answer; see \(log)."
    case .cannotStart: "\(name) could not be started: \(app?.command.first ?? "") cannot be run."
    case .keepsEnding: "\(name) was started and ended at once; see \(log)."
    case .forgotten: "\(name) is not registered any more."
    }
  }

  // MARK: Effects

  private func change(_ decide: (inout AppDispatcher, UInt64) -> [AppDispatcher.Effect]) {
    let now = now()
    let (effects, starts) = state.withLock { state -> ([() -> Void], [AgentApp]) in
      guard !state.isEnding else { return ([], []) }
      let effects = decide(&state.dispatcher, now)
      defer { arm(&state, now: now) }
      return (
        effects.compactMap { act(on: $0, &state) },
        effects.compactMap { effect in
          guard case .start(let origin) = effect else { return nil }
          return state.registry.entry(origin)?.app
        }
      )
    }
    effects.forEach { $0() }
    starts.forEach(start)
  }

  /// What is done after the lock was given back.
  private func act(on effect: AppDispatcher.Effect, _ state: inout State) -> (() -> Void)? {
    switch effect {
    case .handOver(let id, let connection):
      guard let waiter = state.waiters[id], let peer = state.peers[connection] else { return nil }
      return { waiter.yield(.handedTo(peer)) }
    case .fail(let id, let reason):
      guard let waiter = state.waiters[id] else { return nil }
      return { waiter.yield(.failed(reason)) }
    case .start: return nil
    }
  }

  /// Wakes the dispatcher when something comes due by itself.
  private func arm(_ state: inout State, now: UInt64) {
    state.timer?.cancel()
    state.timer = nil
    guard let due = state.dispatcher.due else { return }
    let delay = Int64(clamping: due > now ? due - now : 0)
    state.timer = eventLoop.scheduleTask(in: .milliseconds(max(1, delay))) { [weak self] in
      self?.change { dispatcher, now in dispatcher.tick(now: now) }
    }
  }

  private func start(_ app: AgentApp) {
    do {
      let id = try launcher.start(app) { [weak self] in self?.ended(app.origin) }
      state.withLock { state in
        // It may have ended already; then the dispatcher knows, and a process of that number is not ours.
        if state.dispatcher.apps[app.origin]?.isRunning == true { state.processes[app.origin] = id }
      }
      logger.info("an app is started", metadata: ["origin": "\(app.origin.text)"])
    } catch {
      logger.warning("an app cannot be started", metadata: ["origin": "\(app.origin.text)"])
      ended(app.origin, couldStart: false)
    }
  }

  private func ended(_ origin: Origin, couldStart: Bool = true) {
    _ = state.withLock { $0.processes.removeValue(forKey: origin) }
    change { dispatcher, now in dispatcher.ended(origin, couldStart: couldStart, now: now) }
  }
}
