import GroveAgent
import GroveIdentity
import GroveSystem
import NIOCore
import Synchronization

/// One connection of a client, as the agent sees it.
///
/// Lines come in on the event loop, in order; whatever takes time becomes a job of the agent.
final class AgentPeer: LineReceiver {
  enum Role: Sendable {
    case unknown
    case app(AgentApp)
    case person
    case closed
  }

  let id: Int
  let core: AgentCore
  private let lineLimit: LineLimit
  let state = Mutex(PeerState())

  init(id: Int, core: AgentCore, lineLimit: LineLimit) {
    self.id = id
    self.core = core
    self.lineLimit = lineLimit
  }

  var origin: Origin? {
    if case .app(let app) = state.withLock(\.role) { app.origin } else { nil }
  }
  var role: Role { state.withLock(\.role) }
  var isPerson: Bool {
    if case .person = state.withLock(\.role) { true } else { false }
  }
  var answersConfirmations: Bool { state.withLock(\.answersConfirmations) }

  func setAnswersConfirmations(_ does: Bool) { state.withLock { $0.answersConfirmations = does } }

  /// The socket is open; who it is has to be said soon.
  func opened(_ channel: any Channel) {
    let writer = LineWriter(channel, queuedBytes: core.limits.queuedBytes)
    state.withLock { $0.writer = writer }
    channel.eventLoop.scheduleTask(in: core.limits.helloTime) { [weak self] in
      if case .unknown = self?.role { writer.close() }
    }
  }

  func send(_ frame: AgentFrame) { state.withLock(\.writer)?.send(frame) }

  func close() { state.withLock(\.writer)?.close() }

  /// Ends the connection with its reason, where the client can still hear it.
  func refuse(_ error: MessengerError) {
    state.withLock(\.writer)?.closeAfter(AgentFrame.refused(error))
  }

  // MARK: What arrives

  func received(_ line: [UInt8]) {
    guard let frame = try? StrictJSON.decode(ClientFrame.self, from: line) else {
      return refuse(MessengerError(.malformed, "a line that is not understood"))
    }
    let isKnown = if case .unknown = role { false } else { true }
    switch frame {
    case .hello(let hello) where !isKnown: greeted(hello)
    case .ask(let id, let request) where isKnown: asked(id, request)
    case .cancel(let id) where isKnown: state.withLock { $0.requests[id] }?.cancel()
    case .answer(let id, let answer) where isKnown: answered(id, answer)
    case .input(let id, let text) where isKnown: input(id, text)
    default: refuse(MessengerError(.malformed, "a line out of order"))
    }
  }

  private func greeted(_ hello: AgentHello) {
    guard hello.version == AgentHello.version else {
      return refuse(
        MessengerError(.agentIncompatible, "the agent speaks version \(AgentHello.version)"))
    }
    switch hello.role {
    case .person:
      state.withLock { $0.role = .person }
      welcome()
    case .app(let app):
      state.withLock { $0.role = .app(app) }
      do {
        try core.host.admit(app, self)
      } catch {
        state.withLock { $0.role = .unknown }
        return refuse(error)
      }
      watchHighlights(of: app.origin)
      let remote = RemoteApp(origin: app.origin, name: app.name, host: core.host)
      core.jobs.add { [self] in
        // Before it hears that it is welcome: what it shares next has to find it.
        do throws(MessengerError) {
          try await core.system.register(remote)
          welcome()
        } catch {
          refuse(error)
        }
      }
    }
  }

  private func welcome() {
    lineLimit.set(core.limits.lineBytes)
    send(.welcome(AgentWelcome(version: AgentHello.version)))
  }

  private func watchHighlights(of origin: Origin) {
    let watching = Cancellation()
    state.withLock { $0.watching = watching }
    let changes = core.system.highlightChanges(for: origin)
    core.jobs.add { [weak self] in
      await watching.run { [weak self] in
        for await _ in changes { self?.send(.highlightsChanged) }
      }
    }
  }

  private func asked(_ id: Int, _ request: AgentRequest) {
    // No task in between: whoever waits for this one may hold the threads that tasks run on.
    if case .highlightsNow = request, case .app(let app) = role {
      return send(AgentFrame(id, highlightsNow(of: app.origin)))
    }
    let cancellation = Cancellation()
    let refusal = state.withLock { state -> MessengerError? in
      guard state.requests[id] == nil else { return MessengerError(.malformed, "asked twice") }
      guard state.requests.count < core.limits.requests else {
        return MessengerError(.limitExceeded, "too many questions at once")
      }
      state.requests[id] = cancellation
      if request.isLasting { state.lasting.insert(id) }
      return nil
    }
    if let refusal { return send(.failed(id: id, refusal)) }
    // Its lines may be right behind it.
    if case .command = request { openInput(id) }
    core.jobs.add { [self] in
      let result = await cancellation.run { await self.result(of: request, id: id) }
      state.withLock { state in
        state.requests[id] = nil
        state.lasting.remove(id)
        state.inputs.removeValue(forKey: id)?.writer.finish()
      }
      send(AgentFrame(id, result ?? .failure(MessengerError(.cancelled))))
    }
  }

  private func highlightsNow(of origin: Origin) -> Result<AgentAnswer, MessengerError> {
    do {
      return .success(.highlights(try core.system.highlightsNow(for: origin)))
    } catch {
      return .failure(error)
    }
  }

  private func result(of request: AgentRequest, id: Int) async
    -> Result<AgentAnswer, MessengerError>
  {
    do {
      return .success(try await answer(request, id: id))
    } catch {
      return .failure(error)
    }
  }

  private func openInput(_ id: Int) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingOldest(1024))
    state.withLock { $0.inputs[id] = PeerState.Input(lines: stream, writer: continuation) }
  }

  /// The lines a client sends to a command, for its one reader.
  func input(of id: Int) -> AsyncStream<[UInt8]> {
    state.withLock { $0.inputs[id]?.lines } ?? AsyncStream { $0.finish() }
  }

  private func input(_ id: Int, _ text: String?) {
    guard let input = state.withLock({ $0.inputs[id]?.writer }) else { return }
    guard let text else { return input.finish() }
    // A line that was dropped would change what is said; nobody types that fast.
    if case .dropped = input.yield(Array(text.utf8)) {
      refuse(MessengerError(.limitExceeded, "input faster than it is read"))
    }
  }

  /// The client went away.
  func closed() {
    let (role, questions) = state.withLock { state -> (Role, [PeerState.Question]) in
      defer {
        state.role = .closed
        state.questions = [:]
        state.writer = nil
        state.answersConfirmations = false
      }
      return (state.role, Array(state.questions.values))
    }
    questions.forEach { $0.continuation.resume(returning: nil) }
    cancelWaiting()
    if case .app(let app) = role { core.host.gone(self, from: app.origin) }
    core.closed(self)
  }

  /// Everything that only waits or looks; a share that was begun goes on.
  func cancelWaiting() {
    let (watching, requests) = state.withLock { state in
      (state.watching, state.requests.filter { !state.lasting.contains($0.key) }.values)
    }
    watching?.cancel()
    requests.forEach { $0.cancel() }
  }
}

extension AgentFrame {
  fileprivate init(_ id: Int, _ result: Result<AgentAnswer, MessengerError>) {
    switch result {
    case .success(let answer): self = .answer(id: id, answer)
    case .failure(let error): self = .failed(id: id, error)
    }
  }
}
