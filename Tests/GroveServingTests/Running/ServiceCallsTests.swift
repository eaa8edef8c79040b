import GroveServing
import Testing

/// How a service is called.
@Suite(.timeLimit(.minutes(1)))
struct ServiceCallsTests {
  private let calls = ServiceCalls()

  @Test func `calls that nobody has heard are one`() async {
    for _ in 1...5 { calls.call() }
    var iterator = calls.calls.makeAsyncIterator()
    await iterator.next()
    calls.call()
    await iterator.next()
  }

  @Test func `it calls at the earliest of the times that it was asked for`() async {
    await withDiscardingTaskGroup { group in
      let start = ContinuousClock.now
      calls.call(after: 60_000, in: &group)
      calls.call(after: 20, in: &group)
      // As early as another, so no task of its own waits for it.
      calls.call(after: 50_000, in: &group)
      var iterator = calls.calls.makeAsyncIterator()
      await iterator.next()
      #expect(.milliseconds(20)...Duration.seconds(40) ~= ContinuousClock.now - start)
      group.cancelAll()
    }
  }

  @Test func `once it has called it can be asked for a later time`() async {
    await withDiscardingTaskGroup { group in
      var iterator = calls.calls.makeAsyncIterator()
      for _ in 1...3 {
        calls.call(after: 5, in: &group)
        await iterator.next()
      }
    }
  }
}
