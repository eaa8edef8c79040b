import GroveIdentity
import GroveSystem
import NIOCore
import NIOPosix
import Synchronization

/// One connection to the agent, made when it is needed and again after it broke: carries out what
/// `AgentTransportState` decides.
///
/// What is asked while it is being made waits; when the agent was there a moment ago and is not now,
/// for a few seconds, because an agent that is restarted comes back.
final class AgentTransport: Sendable {
  typealias Promise = EventLoopPromise<AgentAnswer>

  /// What the owner does with what the agent says by itself.
  struct Listener: Sendable {
    /// The agent took the connection: the first questions are this function's.
    var opened: @Sendable (AgentTransport) -> Void = { _ in }
    var received: @Sendable (AgentFrame, AgentTransport) -> Void = { _, _ in }
  }

  private struct Shell {
    var state = AgentTransportState()
    /// The present socket's.
    var writer: LineWriter?
    var questions: [Int: (request: AgentRequest, promise: Promise)] = [:]
  }

  private let shell = Mutex(Shell())
  private let role: AgentHello.Role
  private let socketPath: String
  private let group: MultiThreadedEventLoopGroup
  private let limits: AgentLimits
  private let listener: Listener

  init(
    _ role: AgentHello.Role, socketPath: String, group: MultiThreadedEventLoopGroup,
    limits: AgentLimits, listener: Listener
  ) {
    self.role = role
    self.socketPath = socketPath
    self.group = group
    self.limits = limits
    self.listener = listener
  }

  var eventLoop: any EventLoop { group.next() }

  /// Which of the sockets made so far is the present one.
  var generation: Int { shell.withLock { $0.state.generation } }

  // MARK: Asking

  /// - Returns: the question's identifier, and its answer; it fails with a `MessengerError`.
  func ask(_ request: AgentRequest) -> (id: Int, answer: EventLoopFuture<AgentAnswer>) {
    if shell.withLock({ $0.state.phase == .closed }) {
      // This connection's own event loop is gone.
      let elsewhere = MultiThreadedEventLoopGroup.singleton.next()
      return (0, elsewhere.makeFailedFuture(MessengerError(.agentUnreachable)))
    }
    let promise = eventLoop.makePromise(of: AgentAnswer.self)
    var id = 0
    change { shell, _ in
      guard let (newID, effects) = shell.state.ask() else { return [] }
      id = newID
      shell.questions[newID] = (request, promise)
      return effects
    }
    if id == 0 { promise.fail(MessengerError(.agentUnreachable)) }
    return (id, promise.futureResult)
  }

  /// Nobody waits for the answer any more.
  func cancel(_ id: Int) { change { shell, _ in shell.state.cancel(id) } }

  /// Sent where the agent is connected, and dropped elsewhere.
  ///
  /// - Parameter generation: sent on that socket only.
  /// - Returns: whether it was sent.
  @discardableResult
  func send(_ frame: ClientFrame, generation: Int? = nil) -> Bool {
    let writer = shell.withLock { shell -> LineWriter? in
      guard shell.state.phase == .ready else { return nil }
      return generation == nil || generation == shell.state.generation ? shell.writer : nil
    }
    writer?.send(frame)
    return writer != nil
  }

  /// From now on the connection is there whenever the agent is.
  func stay() { change { shell, _ in shell.state.stay() } }

  func close() { change { shell, _ in shell.state.close() } }

  // MARK: Carrying out

  /// Decides under the lock, and does what follows outside of it.
  private func change(_ decide: (inout Shell, _ now: UInt64) -> [AgentTransportState.Effect]) {
    let now = NIODeadline.now().uptimeNanoseconds / 1_000_000
    let actions = shell.withLock { shell -> [@Sendable () -> Void] in
      decide(&shell, UInt64(now)).map { action($0, &shell) }
    }
    for action in actions { action() }
  }

  private func action(_ effect: AgentTransportState.Effect, _ shell: inout Shell)
    -> @Sendable () -> Void
  {
    let writer = shell.writer
    switch effect {
    case .connect(let delay): return { [self] in connect(after: delay) }
    case .greet: return { [role] in writer?.send(ClientFrame.hello(AgentHello(role))) }
    case .opened: return { [self] in listener.opened(self) }
    case .ask(let id):
      guard let request = shell.questions[id]?.request else { return {} }
      return { writer?.send(ClientFrame.ask(id: id, request)) }
    case .cancel(let id): return { writer?.send(ClientFrame.cancel(id: id)) }
    case .fail(let ids, let error):
      let promises = ids.compactMap { shell.questions.removeValue(forKey: $0)?.promise }
      return { for promise in promises { promise.fail(error) } }
    case .closeSocket:
      shell.writer = nil
      return { writer?.close() }
    }
  }

  private func connect(after delay: UInt64) {
    guard delay > 0 else { return connect() }
    eventLoop.scheduleTask(in: .milliseconds(Int64(delay))) { [weak self] in self?.connect() }
  }

  private func connect() {
    guard let socket = shell.withLock({ $0.state.beginConnecting() }) else { return }
    let limit = LineLimit(limits.lineBytes)
    ClientBootstrap(group: group)
      .connectTimeout(.seconds(5))
      .channelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture {
          let receiver = AgentSocketReceiver(transport: self, generation: socket)
          try channel.pipeline.syncOperations.addHandlers(
            ByteToMessageHandler(LineDecoder(limit: limit)),
            LineHandler(receiver, stallTime: limits.stallTime))
        }
      }
      .connect(unixDomainSocketPath: socketPath)
      .flatMap { [limits] channel in
        PeerUser.of(channel).flatMapThrowing { user in
          // Somebody else's socket in the agent's place would be told what only the agent may know.
          guard user == PeerUser.own else {
            channel.close(promise: nil)
            throw MessengerError(.agentIncompatible, "the socket belongs to another user")
          }
          return LineWriter(channel, queuedBytes: limits.queuedBytes)
        }
      }
      .whenComplete { [self] result in
        switch result {
        case .success(let writer): connected(writer, socket)
        case .failure(let error):
          let reason = error as? MessengerError ?? MessengerError(.agentUnreachable)
          change { shell, now in shell.state.failed(reason, now: now) }
        }
      }
  }

  private func connected(_ writer: LineWriter, _ socket: Int) {
    var isWanted = false
    change { shell, _ in
      guard let effects = shell.state.connected(socket) else { return [] }
      isWanted = true
      shell.writer = writer
      return effects
    }
    guard isWanted else { return writer.close() }
    if !writer.channel.isActive { broken(nil) }
  }

  // MARK: What arrives

  fileprivate func received(_ line: [UInt8], _ generation: Int) {
    guard self.generation == generation else { return }
    guard let frame = try? StrictJSON.decode(AgentFrame.self, from: line) else {
      return broken(MessengerError(.agentIncompatible, "it says what is not understood"))
    }
    switch frame {
    case .welcome(let welcome):
      guard welcome.version == AgentHello.version else {
        return broken(MessengerError(.agentIncompatible, "it speaks another version"))
      }
      change { shell, _ in shell.state.welcomed() }
    case .refused(let error): broken(error)
    case .answer(let id, let answer): take(id)?.succeed(answer)
    case .failed(let id, let error): take(id)?.fail(error)
    default: listener.received(frame, self)
    }
  }

  private func take(_ id: Int) -> Promise? {
    shell.withLock { shell in
      guard shell.state.answered(id) else { return nil }
      return shell.questions.removeValue(forKey: id)?.promise
    }
  }

  /// Whatever was asked is not answered any more.
  fileprivate func ended(_ generation: Int) {
    guard self.generation == generation else { return }
    broken(nil)
  }

  private func broken(_ refusal: MessengerError?) {
    change { shell, now in shell.state.broken(refusal, now: now) }
  }
}

/// The end of one socket: a transport that was given up is not kept by it, and a late line of an
/// earlier socket is not taken for one of the present one.
private final class AgentSocketReceiver: LineReceiver {
  private weak let transport: AgentTransport?
  private let generation: Int

  init(transport: AgentTransport, generation: Int) {
    self.transport = transport
    self.generation = generation
  }

  func received(_ line: [UInt8]) { transport?.received(line, generation) }
  func closed() { transport?.ended(generation) }
}
