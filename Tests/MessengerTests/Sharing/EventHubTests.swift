import Testing

@testable import Messenger

struct EventHubTests {
  @Test
  func `a program that does not read keeps the newest 1024 events, and one call to look again`()
    async
  {
    let hub = EventHub()
    let (events, calls) = (hub.listen(), hub.listen { _ in () })
    for number in 0..<1030 { hub.publish([.relayAway("\(number)")]) }
    var next = events.makeAsyncIterator()
    for number in 6..<1030 { #expect(await next.next() == .relayAway("\(number)")) }
    hub.publish([.relayReached])
    #expect(await next.next() == .relayReached, "nothing else was waiting")
    var call = calls.makeAsyncIterator()
    #expect(await call.next() != nil)
  }
}
