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

  @Test func `each interval is a heartbeat, and a write that outlasts one is too slow`() {
    var state = open()
    #expect(state.tick() == true)
    #expect(state.takeSignal() == .heartbeat)
    _ = state.startWriting()
    #expect(state.tick() == true)
    #expect(state.tick() == false)
    state.stopWriting()
    _ = state.startWriting()
    #expect(state.tick() == true)
  }

  private func open() -> LiveStreamState {
    var state = LiveStreamState()
    _ = state.begin()
    return state
  }
}
