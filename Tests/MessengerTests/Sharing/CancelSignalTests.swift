import Testing

@testable import Messenger

struct CancelSignalTests {
  @Test func `a waiter that is cancelled does not cancel the next one`() async throws {
    let signal = CancelSignal()
    for _ in 0..<3 {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await signal.wait() }
        group.cancelAll()
      }
    }
    let first = await withTaskGroup(of: String.self) { group in
      group.addTask {
        await signal.wait()
        return "cancelled"
      }
      group.addTask {
        try? await Task.sleep(for: .milliseconds(30))
        return "still waiting"
      }
      defer { group.cancelAll() }
      return await group.next()
    }
    #expect(first == "still waiting" && !signal.isRaised)
  }

  @Test func `it is heard by who waits and by who comes later`() async {
    let signal = CancelSignal()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask { await signal.wait() } }
      group.addTask { signal.raise() }
    }
    await signal.wait()
    #expect(signal.isRaised)
  }

  @Test func `of raising and closing whichever comes first holds`() {
    let raised = CancelSignal()
    #expect(raised.raise() && raised.raise() && !raised.close() && raised.isRaised)
    let closed = CancelSignal()
    #expect(closed.close() && closed.close() && !closed.raise() && !closed.isRaised)
  }
}
