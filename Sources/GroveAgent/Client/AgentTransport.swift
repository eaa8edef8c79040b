import GroveIdentity
import GroveSystem
import NIOCore
import NIOPosix
import Synchronization

/// One connection to the agent, made when it is needed and again after it broke.
///
/// What is asked while it is being made waits; when the agent was there a moment ago and is not now,
/// for a few seconds, because an agent that is restarted comes back.
final class AgentTransport: Sendable {
  typealias Promise = AgentTransportState.Promise

  /// What the owner of a link does with what the agent says by itself.
  struct Listener: Sendable {
    /// The agent took the connection: the first questions are this function's.
    var opened: @Sendable (AgentTransport) -> Void = { _ in }
    var received: @Sendable (AgentFrame, AgentTransport) -> Void = { _, _ in }
  }

  private let state = Mutex(AgentTransportState())
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

  // MARK: Asking

  /// - Returns: the question's identifier, and its answer; it fails with a `MessengerError`.
  func ask(_ request: AgentRequest) -> (id: Int, answer: EventLoopFuture<AgentAnswer>) {
    if case .closed = state.withLock(\.phase) {
      // This link's own event loop is gone.
      let elsewhere = MultiThreadedEventLoopGroup.singleton.next()
      return (0, elsewhere.makeFailedFuture(MessengerError(.agentUnreachable)))
    }
    let promise = eventLoop.makePromise(of: AgentAnswer.self)
    let (id, writer, connects) = state.withLock { state -> (Int, LineWriter?, Bool) in
      let id = state.nextID
      state.nextID += 1
      switch state.phase {
      case .ready(let writer):
        state.asked[id] = promise
        return (id, writer, false)
      case .idle:
        state.phase = .connecting
        state.waiting.append((id, request, promise))
        return (id, nil, true)
      case .connecting, .greeting:
        state.waiting.append((id, request, promise))
        return (id, nil, false)
      case .closed:
        return (0, nil, false)
      }
    }
    if id == 0 { promise.fail(MessengerError(.agentUnreachable)) }
    writer?.send(ClientFrame.ask(id: id, request))
    if connects { connect() }
    return (id, promise.futureResult)
  }

  /// Nobody waits for the answer any more.
  func cancel(_ id: Int) {
    let (promise, writer) = state.withLock { state -> (Promise?, LineWriter?) in
      if let index = state.waiting.firstIndex(where: { $0.id == id }) {
        return (state.waiting.remove(at: index).promise, nil)
      }
      guard let promise = state.asked.removeValue(forKey: id), case .ready(let writer) = state.phase
      else { return (nil, nil) }
      return (promise, writer)
    }
    writer?.send(ClientFrame.cancel(id: id))
    promise?.fail(MessengerError(.cancelled))
  }

  /// Which of the sockets made so far is the present one: an agent's identifiers mean something on
  /// the socket they came by, and nowhere else.
  var generation: Int { state.withLock(\.generation) }

  /// Sent where the agent is connected, and dropped elsewhere.
  ///
  /// - Parameter generation: sent on that socket only.
  /// - Returns: whether it was sent.
  @discardableResult
  func send(_ frame: ClientFrame, generation: Int? = nil) -> Bool {
    let writer = state.withLock { state -> LineWriter? in
      guard case .ready(let writer) = state.phase else { return nil }
      return generation == nil || generation == state.generation ? writer : nil
    }
    writer?.send(frame)
    return writer != nil
  }

  /// From now on the link is there whenever the agent is.
  func stay() {
    let connects = state.withLock { state in
      state.stays = true
      guard case .idle = state.phase else { return false }
      state.phase = .connecting
      return true
    }
    if connects { connect() }
  }

  func close() {
    let (writer, promises) = state.withLock { state -> (LineWriter?, [Promise]) in
      defer { state.phase = .closed }
      switch state.phase {
      case .greeting(let writer), .ready(let writer): return (writer, state.takeAll())
      default: return (nil, state.takeAll())
      }
    }
    writer?.close()
    promises.forEach { $0.fail(MessengerError(.agentUnreachable)) }
  }

  // MARK: Connecting

  private func connect() {
    let limit = LineLimit(limits.lineBytes)
    let (role, limits) = (role, limits)
    let generation = state.withLock { state in
      state.generation += 1
      return state.generation
    }
    ClientBootstrap(group: group)
      .connectTimeout(.seconds(5))
      .channelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture {
          let end = AgentSocketReceiver(link: self, generation: generation)
          try channel.pipeline.syncOperations.addHandlers(
            ByteToMessageHandler(LineDecoder(limit: limit)),
            LineHandler(end, stallTime: limits.stallTime))
        }
      }
      .connect(unixDomainSocketPath: socketPath)
      .flatMap { channel in
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
        case .success(let writer): greet(writer, as: role)
        case .failure(let error as MessengerError): failed(error)
        case .failure: failed(MessengerError(.agentUnreachable))
        }
      }
  }

  private func greet(_ writer: LineWriter, as role: AgentHello.Role) {
    let isWanted = state.withLock { state in
      guard case .connecting = state.phase else { return false }
      state.phase = .greeting(writer)
      return true
    }
    guard isWanted, writer.channel.isActive else {
      writer.close()
      return isWanted ? broken(nil) : ()
    }
    writer.send(ClientFrame.hello(AgentHello(role)))
  }

  /// No connection was made, or it was refused.
  private func failed(_ error: MessengerError) {
    let (promises, delay) = state.withLock { state -> ([Promise], TimeAmount?) in
      if case .closed = state.phase { return (state.takeAll(), nil) }
      state.attempt += 1
      let isPatient =
        error.code == .agentUnreachable && !state.waiting.isEmpty
        && NIODeadline.now() < state.patience
      let promises = isPatient ? [] : state.takeAll()
      // A refusal stands until somebody changes something; it is asked for again, and not often.
      guard state.stays || isPatient else {
        state.phase = .idle
        return (promises, nil)
      }
      state.phase = .connecting
      return (promises, error.code == .agentUnreachable ? state.delay : .seconds(5))
    }
    promises.forEach { $0.fail(error) }
    if let delay { eventLoop.scheduleTask(in: delay) { [weak self] in self?.connect() } }
  }

  // MARK: What arrives

  fileprivate func received(_ line: [UInt8], _ generation: Int) {
    guard state.withLock(\.generation) == generation else { return }
    guard let frame = try? StrictJSON.decode(AgentFrame.self, from: line) else {
      return broken(MessengerError(.agentIncompatible, "it says what is not understood"))
    }
    switch frame {
    case .welcome(let welcome): welcomed(welcome)
    case .refused(let error): broken(error)
    case .answer(let id, let answer): take(id)?.succeed(answer)
    case .failed(let id, let error): take(id)?.fail(error)
    default: listener.received(frame, self)
    }
  }

  private func take(_ id: Int) -> Promise? { state.withLock { $0.asked.removeValue(forKey: id) } }

  private func welcomed(_ welcome: AgentWelcome) {
    guard welcome.version == AgentHello.version else {
      return broken(MessengerError(.agentIncompatible, "it speaks another version"))
    }
    let writer = state.withLock { state -> LineWriter? in
      guard case .greeting(let writer) = state.phase else { return nil }
      state.phase = .ready(writer)
      state.attempt = 0
      return writer
    }
    guard let writer else { return }
    listener.opened(self)
    let waiting = state.withLock { state in
      for question in state.waiting { state.asked[question.id] = question.promise }
      defer { state.waiting = [] }
      return state.waiting
    }
    for question in waiting {
      writer.send(ClientFrame.ask(id: question.id, question.request))
    }
  }

  /// Whatever was asked is not answered any more.
  fileprivate func ended(_ generation: Int) {
    guard state.withLock(\.generation) == generation else { return }
    broken(nil)
  }

  private func broken(_ refusal: MessengerError?) {
    let (writer, promises, wasReady) = state.withLock { state -> (LineWriter?, [Promise], Bool) in
      let promises = Array(state.asked.values)
      switch state.phase {
      case .ready(let writer):
        state.phase = .connecting
        state.asked = [:]
        if refusal == nil { state.patience = .now() + .seconds(4) }
        return (writer, promises, true)
      case .greeting(let writer):
        state.phase = .connecting
        return (writer, [], true)
      default: return (nil, [], false)
      }
    }
    guard wasReady else { return }
    writer?.close()
    promises.forEach { $0.fail(refusal ?? MessengerError(.agentUnreachable)) }
    failed(refusal ?? MessengerError(.agentUnreachable))
  }
}

/// The end of one socket: a link that was given up is not kept by it, and a late line of an earlier
/// socket is not taken for one of the present one.
private final class AgentSocketReceiver: LineReceiver {
  private weak let link: AgentTransport?
  private let generation: Int

  init(link: AgentTransport, generation: Int) {
    self.link = link
    self.generation = generation
  }

  func received(_ line: [UInt8]) { link?.received(line, generation) }
  func closed() { link?.ended(generation) }
}
