import GroveWire
import Testing

@testable import GroveServing

/// The life of a stream as transcripts, without a socket or a clock.
struct LiveStreamStateTests {
  @Test func `wake-ups that come together are one, and endings come before them`() {
    var state = open()
    state.wake()
    state.wake()
    #expect(state.takeSignal() == .wake)
    #expect(state.takeSignal() == nil)
    state.wake()
    state.end(.told(.removed))
    #expect(state.takeSignal() == .ended(.told(.removed)))
  }

  @Test func `after an ending only the last event may be written`() {
    var state = open()
    state.end(.told(.removed))
    let ordinary = state.startWriting()
    let last = state.startWriting(isLast: true)
    #expect(!ordinary && last)
    #expect(!state.isSilent)
    state.stopWriting()
    state.finish()
    #expect(state.isSilent)
  }

  @Test func `a stream ended while it is opened is silent and never begins`() {
    var state = LiveStreamState()
    state.end(.told(.removed))
    #expect(state.isSilent)
    let began = state.begin()
    let last = state.startWriting(isLast: true)
    #expect(!began && !last)
  }

  @Test func `a fence lets a write in progress end and no other begin`() {
    var state = open()
    let began = state.startWriting()
    state.fence()
    #expect(began && !state.isSilent)
    state.stopWriting()
    #expect(state.isSilent)
    let last = state.startWriting(isLast: true)
    #expect(!last)
  }

  @Test func `the first ending stays`() {
    var state = open()
    state.end(.told(.tooSlow))
    state.end(.told(.removed))
    #expect(state.ending == .told(.tooSlow))
  }

  @Test func `a heartbeat written past the task is not written again, and none after an end`() {
    var state = open()
    _ = state.tick()
    let first = state.startHeartbeat()
    #expect(first)
    state.stopWriting()
    #expect(state.takeSignal() == nil)
    _ = state.tick()
    state.end(.told(.removed))
    let late = state.startHeartbeat()
    #expect(!late)
    #expect(state.takeSignal() == .ended(.told(.removed)))
  }

  @Test func `each interval is a heartbeat, and a write that outlasts one is too slow`() {
    var state = open()
    #expect(state.tick() == .good)
    #expect(state.takeSignal() == .heartbeat)
    _ = state.startWriting()
    #expect(state.tick() == .good)
    #expect(state.tick() == .tooSlow)
    #expect(state.tick() == .hanging)
    state.stopWriting()
    _ = state.startWriting()
    #expect(state.tick() == .good)
  }

  @Test func `a stream that is cut is counted once, also when it found out first`() {
    var served = open()
    let first = served.cut(.told(.removed))
    let again = served.cut(.told(.removed))
    #expect(first && !again)
    var found = open()
    found.end(.told(.removed))
    let counted = found.cut(.told(.removed))
    let left = found.leaveUncounted()
    #expect(counted && !left)
    var gone = open()
    gone.end(.told(.removed))
    let leaves = gone.leaveUncounted()
    let late = gone.cut(.told(.removed))
    #expect(leaves && !late)
  }

  @Test func `what was not served is in no receipt: not opened yet, left by its client, too slow`()
  {
    var opening = LiveStreamState()
    let early = opening.cut(.told(.removed))
    #expect(!early)
    for ending in [StreamEnding.disconnected, .told(.tooSlow), .shutdown] {
      var state = open()
      state.end(ending)
      let cut = state.cut(.told(.removed))
      let left = state.leaveUncounted()
      #expect(!cut && !left)
    }
  }

  @Test func `only a write that outlasts an interval is stalled, not a stream that waits its turn`()
  {
    var state = open()
    let idle = (1...3).map { _ in state.isStalled() }
    #expect(idle == [false, false, false])
    _ = state.startWriting(isLast: true)
    let asked = (1...2).map { _ in state.isStalled() }
    #expect(asked == [false, true])
  }

  private func open() -> LiveStreamState {
    var state = LiveStreamState()
    _ = state.begin()
    return state
  }
}
