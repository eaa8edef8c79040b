import NIOCore
import Synchronization

/// One clock for the heartbeats of all streams of an event loop.
///
/// The plain way was a repeated task for each stream. Ten thousand streams in which nothing happens then woke their loops
/// some 670 times a second, once for each, to write 13 bytes; keeping the tasks in order and waking for them cost twice as
/// much as the writing. Here a round of the clock has sixteen places; a stream is put where the hand is and so is reached
/// once in each round, with all others that are there.
final class HeartbeatClock: Sendable {
  private struct State {
    var places = Array(repeating: [UInt64: LiveStream](), count: HeartbeatClock.places)
    var hand = 0
    var count = 0
    var task: RepeatedTask?
  }

  private static let places = 16

  private let state = Mutex(State())
  private let loop: any EventLoop
  private let interval: TimeAmount

  /// - Parameter interval: how long a round takes.
  init(on loop: any EventLoop, every interval: TimeAmount) {
    self.loop = loop
    self.interval = interval
  }

  /// From now on the stream hears of each interval that passes, on the loop.
  func add(_ stream: LiveStream) {
    state.withLock { state in
      guard state.places[state.hand].updateValue(stream, forKey: stream.id) == nil else { return }
      state.count += 1
      guard state.task == nil else { return }
      let step = TimeAmount.nanoseconds(max(1, interval.nanoseconds / Int64(Self.places)))
      state.task = loop.scheduleRepeatedTask(initialDelay: step, delay: step) { _ in
        self.advance()
      }
    }
  }

  /// Nothing where the stream is not there.
  func remove(_ stream: LiveStream) {
    state.withLock { state in
      for place in state.places.indices
      where state.places[place].removeValue(forKey: stream.id) != nil {
        state.count -= 1
      }
      guard state.count == 0 else { return }
      state.task?.cancel()
      state.task = nil
    }
  }

  private func advance() {
    let due = state.withLock { state in
      state.hand = (state.hand + 1) % Self.places
      return Array(state.places[state.hand].values)
    }
    LiveStreams.inTurns(due[...], on: loop) { $0.tick() }
  }
}
