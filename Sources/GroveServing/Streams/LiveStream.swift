import GroveWire
import NIOCore
import Synchronization

/// One open stream: the state, and whoever waits for it.
package final class LiveStream: Sendable {
  /// Whoever hears what comes next, once.
  private enum Waiter {
    /// A long poll.
    case task(CheckedContinuation<LiveStreamState.Signal, Never>)
    case resting(ServedStream)
    /// It is going to look, or looks (`StreamLooks`): it hears of its end only.
    case inLine(ServedStream)

    func hear(_ signal: LiveStreamState.Signal) {
      switch self {
      case .task(let continuation): continuation.resume(returning: signal)
      case .resting(let stream), .inLine(let stream): stream.act(on: signal)
      }
    }
  }

  private struct Guarded {
    var state = LiveStreamState()
    var waiter: Waiter?
    var onSilent: [CheckedContinuation<Void, Never>] = []
    /// Where it stands while it waits; nil: it is told nothing and looks by itself.
    var place: StreamPlace?
    /// Set once its connection has been handed over, until it is closed.
    var served: ServedStream?

    /// Whether it may be written to at once.
    func waits(_ isWritable: Bool) -> Bool {
      if case .resting = waiter { isWritable } else { false }
    }

    /// What whoever waits is to hear now.
    mutating func takeSignal() -> LiveStreamState.Signal? {
      switch waiter {
      case nil: nil
      case .inLine: state.ending.map { .ended($0) }
      case .task, .resting: state.takeSignal()
      }
    }
  }

  /// What is streamed: a document, a mailbox.
  package let group: String
  /// Whose stream it is.
  package let account: String
  /// The session it was opened with, if sessions end by themselves.
  package let session: String?
  let id: UInt64
  private let channel: any Channel
  /// Asked before each write, under the lock; nil: this node is the only one.
  private let nodeGate: NodeGate?
  private let guarded = Mutex(Guarded())

  init(
    id: UInt64, group: String, account: String, session: String?, channel: any Channel,
    gate: NodeGate? = nil
  ) {
    self.id = id
    self.group = group
    self.account = account
    self.session = session
    self.channel = channel
    nodeGate = gate
  }

  package var ending: StreamEnding? { guarded.withLock(\.state.ending) }
  var eventLoop: any EventLoop { channel.eventLoop }

  func begin() -> Bool { update { $0.begin() } }
  /// - Parameter isLast: only why it ends, and nothing of what is streamed: no lease is needed for that.
  func startWriting(isLast: Bool = false) -> Bool {
    update { (isLast || mayWrite(&$0)) && $0.startWriting(isLast: isLast) }
  }
  func stopWriting() { update { $0.stopWriting() } }
  func goOnWriting() -> Bool { update { mayWrite(&$0) && $0.goOnWriting() } }
  func finish() { update { $0.finish() } }
  package func wake() { update { $0.wake() } }
  package func end(_ ending: StreamEnding) { update { $0.end(ending) } }

  /// Takes part in the receipt of its end, once; see `LiveStreamState`.
  func leaveUncounted() -> Bool { update { $0.leaveUncounted() } }

  /// One interval has passed. A stream that only waits is written its heartbeat at once, as news are.
  func tick() {
    let isWritable = channel.isWritable
    let (pace, beats) = change { guarded in
      let pace = guarded.state.tick()
      let beats =
        pace == .good && guarded.waits(isWritable) && mayWrite(&guarded.state)
        && guarded.state.startHeartbeat()
      return (pace, beats)
    }
    switch pace {
    case .good: if beats { send(Self.heartbeat) }
    case .tooSlow: end(.told(.tooSlow))
    case .hanging: silence()
    }
  }

  /// Its reader takes nothing, and others wait for the room.
  func giveUp() {
    end(.told(.tooSlow))
    silence()
  }

  /// Lets nothing more out: what the connection has not passed on yet is dropped with it.
  func silence() {
    update { $0.fence() }
    if let served = guarded.withLock(\.served) {
      served.drop()
    } else {
      channel.close(promise: nil)
    }
  }

  /// Asks the stream to end. A reader that takes nothing for a whole `grace` has its connection
  /// closed; one that is only waiting for its turn among many is waited for.
  ///
  /// - Returns: whether the stream was being served and is counted here, and the clock to stop.
  func startCut(_ ending: StreamEnding, grace: TimeAmount) -> (counted: Bool, clock: RepeatedTask) {
    let counted = update { state in
      // The first look: a write that waits already has waited for a whole grace at the next.
      _ = state.isStalled()
      return state.cut(ending)
    }
    let clock = channel.eventLoop.scheduleRepeatedTask(initialDelay: grace, delay: grace) { _ in
      if self.update({ $0.isStalled() }) { self.silence() }
    }
    return (counted, clock)
  }

  /// Returns when the stream has written for the last time.
  func waitUntilSilent() async {
    await withCheckedContinuation { continuation in
      let silent = guarded.withLock { guarded in
        if !guarded.state.isSilent { guarded.onSilent.append(continuation) }
        return guarded.state.isSilent
      }
      if silent { continuation.resume() }
    }
  }

  /// Waits for what comes next, in the task of a long poll. A cancelled one has lost its client.
  func next() async -> LiveStreamState.Signal {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        change { $0.waiter = .task(continuation) }
      }
    } onCancel: {
      end(.disconnected)
    }
  }

  // MARK: Served without a task

  func beServed(by served: ServedStream) { guarded.withLock { $0.served = served } }

  /// Nobody hears of it any more.
  func leaveServing() {
    guarded.withLock { ($0.served, $0.waiter) = (nil, nil) }
  }

  /// It waits for what comes next; what has come already it hears at once.
  ///
  /// - Parameter place: where it stands; meanwhile news that begin there are written to it, and `place` moves on. Nil:
  ///   none are.
  func rest(_ served: ServedStream, at place: StreamPlace?) {
    change { ($0.place, $0.waiter) = (place, .resting(served)) }
  }

  /// It stands in the line of those that look, and looks: what ends it meanwhile it hears at once, and waits neither for its
  /// turn nor for what it would have found.
  func standInLine(_ served: ServedStream) { change { $0.waiter = .inLine(served) } }

  /// Whether it has not heard of its end yet.
  var isInLine: Bool {
    guarded.withLock { if case .inLine = $0.waiter { true } else { false } }
  }

  /// It has looked.
  ///
  /// - Returns: false where it has heard of its end meanwhile.
  func leaveLine() -> Bool {
    guarded.withLock { guarded in
      guard case .inLine = guarded.waiter else { return false }
      guarded.waiter = nil
      return true
    }
  }

  /// Where it stands after what was written to it while it waited.
  var place: StreamPlace? { guarded.withLock(\.place) }

  /// What of the news is to be written now, after which `send` must follow: the state says "writing" until then, so
  /// whoever cuts the stream waits for it. On the channel's loop only.
  func take(_ news: some StreamNews) -> ByteBuffer? {
    let isWritable = channel.isWritable
    return change { guarded -> ByteBuffer? in
      guard guarded.waits(isWritable), let stands = guarded.place else {
        guarded.state.wake()
        return nil
      }
      switch news.piece(for: stands) {
      case .nothing: return nil
      case .look:
        guarded.state.wake()
        return nil
      case .bytes(let bytes, let next):
        guard mayWrite(&guarded.state), guarded.state.startWriting() else { return nil }
        guarded.place = next
        return bytes
      }
    }
  }

  private static let heartbeat = TransferChunk.framed(ServerSentEvent.heartbeat)

  /// Outside of the lock: a write that fails ends the connection, and with it comes back here.
  func send(_ bytes: ByteBuffer) {
    guarded.withLock(\.served)?.send(bytes)
    stopWriting()
  }

  /// Whether the node's lease lives. Where not, the stream is over: what it was to be sent now it would miss.
  private func mayWrite(_ state: inout LiveStreamState) -> Bool {
    guard nodeGate?.isOpen == false else { return true }
    state.end(.shutdown)
    return false
  }

  private func update<Value: Sendable>(_ act: (inout LiveStreamState) -> Value) -> Value {
    change { act(&$0.state) }
  }

  /// Changes what is guarded, then tells whomever that concerns, outside of the lock.
  private func change<Value: Sendable>(_ act: (inout Guarded) -> Value) -> Value {
    let (value, waiter, signal, silent) = guarded.withLock { guarded in
      let value = act(&guarded)
      var waiter: Waiter?
      let signal = guarded.takeSignal()
      if signal != nil { swap(&waiter, &guarded.waiter) }
      var silent: [CheckedContinuation<Void, Never>] = []
      if guarded.state.isSilent { swap(&silent, &guarded.onSilent) }
      return (value, waiter, signal, silent)
    }
    if let waiter, let signal { waiter.hear(signal) }
    for continuation in silent { continuation.resume() }
    return value
  }
}
