import GroveIdentity
import GroveSystem
import Synchronization

/// What a process does for the agent: answers actions and questions, hears of changes.
final class AgentCallbacks: Sendable {
  /// An action is the same one when it is handed over again, after the agent was restarted or the
  /// socket broke.
  struct ActionKey: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case start, update, cancelled }
    var kind: Kind
    var id: RequestID
  }

  /// A question of the agent, and the socket it came by.
  private struct Asker {
    var transport: AgentTransport
    var generation: Int
    var id: Int

    func answer(_ answer: ClientAnswer) -> Bool {
      transport.send(.answer(id: id, answer), generation: generation)
    }

    func isSame(as other: Asker) -> Bool {
      transport === other.transport && generation == other.generation && id == other.id
    }
  }

  private struct State {
    var app: (any CollaborationApp)?
    var confirm: ConfirmAccount?
    var terminal: CommandTerminal?
    var running: [ActionKey: (cancellation: Cancellation, askers: [Asker])] = [:]
    /// Questions to the person that are shown now.
    var shown: [(cancellation: Cancellation, asker: Asker)] = []
    var kept = KeptAnswers()
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextListener = 0
  }

  let jobs = JobQueue()
  private let state = Mutex(State())

  func setApp(_ app: (any CollaborationApp)?) { state.withLock { $0.app = app } }
  func setConfirm(_ confirm: ConfirmAccount?) { state.withLock { $0.confirm = confirm } }
  func setTerminal(_ terminal: CommandTerminal?) { state.withLock { $0.terminal = terminal } }

  func appConnected(_ transport: AgentTransport) {
    // It fails with the socket only, and the next one is asked again.
    if state.withLock({ $0.app != nil }) { _ = transport.ask(.register) }
    // What changed while nobody listened.
    tellListeners()
  }

  func personConnected(_ transport: AgentTransport) {
    if state.withLock({ $0.confirm != nil }) { _ = transport.ask(.answerConfirmations(true)) }
  }

  func end() {
    jobs.finish()
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    listeners.forEach { $0.finish() }
  }

  /// Yields when the list of highlights may be another; one waits at most.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.nextListener += 1
      state.listeners[state.nextListener] = continuation
      return state.nextListener
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
    }
    return stream
  }

  private func tellListeners() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
  }

  func received(_ frame: AgentFrame, from transport: AgentTransport) {
    switch frame {
    case .ask(let id, let question):
      asked(question, Asker(transport: transport, generation: transport.generation, id: id))
    case .cancel(let id):
      cancelled(Asker(transport: transport, generation: transport.generation, id: id))
    case .highlightsChanged: tellListeners()
    case .output(_, let isError, let text):
      state.withLock(\.terminal)?.output(isError, text)
    default: break
    }
  }

  private func asked(_ question: ClientQuestion, _ asker: Asker) {
    switch question {
    case .start(let action):
      perform(ActionKey(kind: .start, id: action.actionID), asker) { app in
        .start(await app?.start(action) ?? .failed(reason: Self.gone))
      }
    case .updateParticipants(let action):
      perform(ActionKey(kind: .update, id: action.actionID), asker) { app in
        .action(await app?.updateParticipants(action) ?? .failed(reason: Self.gone))
      }
    case .shareCancelled(let cancellation):
      perform(ActionKey(kind: .cancelled, id: cancellation.startActionID), asker) { app in
        .action(await app?.shareCancelled(cancellation) ?? .failed(reason: Self.gone))
      }
    case .confirm(let question):
      let confirm = state.withLock(\.confirm)
      answer(asker) { .confirmed(await confirm?(question) ?? false) }
    case .prompt(_, let text, let kind):
      let terminal = state.withLock(\.terminal)
      answer(asker) { .text(await terminal?.prompt(text, kind) ?? "") }
    }
  }

  private static let gone = "The app does not answer actions any more."

  private func answer(
    _ asker: Asker, _ work: @escaping @Sendable () async -> ClientAnswer
  ) {
    let cancellation = Cancellation()
    state.withLock { $0.shown.append((cancellation, asker)) }
    jobs.add { [self] in
      let answer = await cancellation.run(work)
      state.withLock { $0.shown.removeAll { $0.asker.isSame(as: asker) } }
      if let answer { _ = asker.answer(answer) }
    }
  }

  /// Carries an action out once, however often it is handed over.
  private func perform(
    _ key: ActionKey, _ asker: Asker,
    _ work: @escaping @Sendable ((any CollaborationApp)?) async -> ClientAnswer
  ) {
    let begun = state.withLock { state -> Begun in
      if state.running[key] != nil {
        state.running[key]?.askers.append(asker)
        return .running
      }
      if let answer = state.kept.take(key) { return .answered(answer) }
      let cancellation = Cancellation()
      state.running[key] = (cancellation, [asker])
      return .new(cancellation, state.app)
    }
    switch begun {
    case .running: break
    case .answered(let answer): deliver(answer, to: [asker], key)
    case .new(let cancellation, let app):
      jobs.add { [self] in
        let answer = await cancellation.run { await work(app) }
        let askers = state.withLock { $0.running.removeValue(forKey: key)?.askers ?? [] }
        if let answer { deliver(answer, to: askers, key) }
      }
    }
  }

  private enum Begun {
    case running
    case answered(ClientAnswer)
    case new(Cancellation, (any CollaborationApp)?)
  }

  /// A failure is not kept: whoever asks again wants it tried again.
  private func deliver(_ answer: ClientAnswer, to askers: [Asker], _ key: ActionKey) {
    var isDelivered = false
    for asker in askers where asker.answer(answer) { isDelivered = true }
    guard !isDelivered, answer.isFulfilled else { return }
    state.withLock { $0.kept.keep(answer, for: key) }
  }

  private func cancelled(_ asker: Asker) {
    let cancellation = state.withLock { state in
      state.running.values.first { work in
        work.askers.contains { $0.isSame(as: asker) }
      }?.cancellation ?? state.shown.first { $0.asker.isSame(as: asker) }?.cancellation
    }
    cancellation?.cancel()
  }
}

/// Answers that may not have arrived, for when they are asked for again: the newest.
struct KeptAnswers: Sendable {
  private static let limit = 64
  private var answers: [(key: AgentCallbacks.ActionKey, answer: ClientAnswer)] = []

  var count: Int { answers.count }

  mutating func keep(_ answer: ClientAnswer, for key: AgentCallbacks.ActionKey) {
    answers.append((key, answer))
    if answers.count > Self.limit { answers.removeFirst() }
  }

  mutating func take(_ key: AgentCallbacks.ActionKey) -> ClientAnswer? {
    answers.firstIndex { $0.key == key }.map { answers.remove(at: $0).answer }
  }
}

extension ClientAnswer {
  fileprivate var isFulfilled: Bool {
    switch self {
    case .start(.fulfilled), .action(.fulfilled): true
    default: false
    }
  }
}
