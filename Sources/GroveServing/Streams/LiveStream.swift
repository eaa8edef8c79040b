import GroveWire
import NIOCore
import Synchronization

/// One open stream: the state, and whoever waits for it.
package final class LiveStream: Sendable {
  private struct Guarded {
    var state = LiveStreamState()
    var waiter: CheckedContinuation<LiveStreamState.Signal, Never>?
    var onSilent: [CheckedContinuation<Void, Never>] = []
    /// Where it stands while it waits; nil: it is told nothing past its task.
    var place: StreamPlace?
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
  /// Set once, when it begins to be served; nil: everything goes through the connection's pipeline.
  private let gate = Mutex<NIOLoopBound<ByteGate>?>(nil)

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

  /// One interval has passed. A stream that only waits is written its heartbeat past its task, as news are.
  func tick() {
    let canWrite = canWriteDirectly
    let (pace, beats) = update { state, _, isWaiting in
      let pace = state.tick()
      let beats =
        pace == .good && isWaiting && canWrite && mayWrite(&state) && state.startHeartbeat()
      return (pace, beats)
    }
    switch pace {
    case .good: if beats { directly(Self.heartbeat) }
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
    channel.close(promise: nil)
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

  /// Waits for what comes next. A cancelled task has lost its client.
  ///
  /// - Parameter place: where it stands; meanwhile news that begin there are written past its task, and `place` moves on.
  ///   Nil: none are.
  func next(at place: StreamPlace? = nil) async -> LiveStreamState.Signal {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let signal = guarded.withLock { guarded -> LiveStreamState.Signal? in
          guarded.place = place
          let signal = guarded.state.takeSignal()
          if signal == nil { guarded.waiter = continuation }
          return signal
        }
        if let signal { continuation.resume(returning: signal) }
      }
    } onCancel: {
      end(.disconnected)
    }
  }

  /// Where it stands after what was written past its task.
  var place: StreamPlace? { guarded.withLock(\.place) }

  /// From here on news may be written below the pipeline, and the stream ends when its client leaves, which no task that
  /// waits notices by itself. A task that reads on until then was a third of a stream's memory.
  func writeDirectly() async throws {
    let loop = channel.eventLoop
    let bound = try await loop.submit { [channel] in
      let found = try channel.pipeline.syncOperations.handler(type: ByteGate.self)
      found.whenClientEnds { self.end(.disconnected) }
      return NIOLoopBound(found, eventLoop: loop)
    }.get()
    gate.withLock { $0 = bound }
  }

  /// What of the news is to be written now, after which `directly` must follow: the state says "writing" until then, so
  /// whoever cuts the stream waits for it. On the channel's loop only.
  func take(_ news: some StreamNews) -> ByteBuffer? {
    let canWrite = canWriteDirectly
    return update { state, place, isWaiting -> ByteBuffer? in
      guard isWaiting, canWrite, let stands = place else {
        state.wake()
        return nil
      }
      switch news.piece(for: stands) {
      case .nothing: return nil
      case .look:
        state.wake()
        return nil
      case .bytes(let bytes, let next):
        guard mayWrite(&state), state.startWriting() else { return nil }
        place = next
        return bytes
      }
    }
  }

  private static let heartbeat = TransferChunk.framed(ServerSentEvent.heartbeat)

  private var canWriteDirectly: Bool { gate.withLock { $0 != nil } && channel.isWritable }

  /// Outside of the lock: a write that fails ends the connection, and with it comes back here.
  func directly(_ bytes: ByteBuffer) {
    gate.withLock(\.self)?.value.send(bytes)
    stopWriting()
  }

  /// Whether the node's lease lives. Where not, the stream is over: what it was to be sent now it would miss.
  private func mayWrite(_ state: inout LiveStreamState) -> Bool {
    guard nodeGate?.isOpen == false else { return true }
    state.end(.shutdown)
    return false
  }

  private func update<Value: Sendable>(_ change: (inout LiveStreamState) -> Value) -> Value {
    update { state, _, _ in change(&state) }
  }

  /// Changes the state, then resumes whoever that concerns, outside of the lock.
  private func update<Value: Sendable>(
    _ change: (inout LiveStreamState, inout StreamPlace?, _ isWaiting: Bool) -> Value
  ) -> Value {
    let (value, waiter, signal, silent) = guarded.withLock { guarded in
      let value = change(&guarded.state, &guarded.place, guarded.waiter != nil)
      var waiter: CheckedContinuation<LiveStreamState.Signal, Never>?
      var signal: LiveStreamState.Signal?
      if guarded.waiter != nil {
        signal = guarded.state.takeSignal()
        if signal != nil { swap(&waiter, &guarded.waiter) }
      }
      var silent: [CheckedContinuation<Void, Never>] = []
      if guarded.state.isSilent { swap(&silent, &guarded.onSilent) }
      return (value, waiter, signal, silent)
    }
    if let waiter, let signal { waiter.resume(returning: signal) }
    for continuation in silent { continuation.resume() }
    return value
  }
}
