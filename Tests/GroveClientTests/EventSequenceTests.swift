import GroveClient
import GroveIdentity
import GroveWire
import Testing

@Suite struct EventSequenceTests {
  @Test func `after a break the stream asks for what comes after the last event it delivered`()
    async throws
  {
    let transport = ScriptedTransport([
      .stream([event(1), event(2)]), .fail(.unreachable("away")), .closing([event(3)]),
      .answer(problem(.forbidden)),
    ])
    let clock = InstantClock()
    var sequences: [UInt64] = []
    var breaks = 0
    await #expect(throws: ClientError.problem(Problem(.forbidden))) {
      for try await item in try relay(transport).mailboxStream(after: 0, clock: clock) {
        switch item {
        case .event(let event): sequences.append(event.sequence.value)
        case .interrupted: breaks += 1
        case .opened: break
        }
      }
    }
    #expect(sequences == [1, 2, 3])
    #expect(transport.requests.map { $0.headers.value("last-event-id") } == ["0", "2", "2", "3"])
    #expect(breaks == 3)
    #expect(clock.sleeps.count == 3)
  }

  @Test func `an event cut into single bytes is the same event`() async throws {
    let transport = ScriptedTransport([
      .closing(event(7).map { String($0) }), .answer(problem(.unauthenticated)),
    ])
    var sequences: [UInt64] = []
    await #expect(throws: ClientError.self) {
      for try await item in try relay(transport).mailboxStream(after: 0, clock: InstantClock()) {
        if case .event(let event) = item { sequences.append(event.sequence.value) }
      }
    }
    #expect(sequences == [7])
  }

  @Test func `a stream whose events cannot be read ends instead of asking for ever`() async throws {
    let transport = ScriptedTransport([.stream(["event: mailbox\ndata: {}\n\n"])])
    await #expect(throws: ClientError.badAnswer("an event does not have the expected form")) {
      for try await _ in try relay(transport).mailboxStream(after: 0, clock: InstantClock()) {}
    }
    #expect(transport.requests.count == 1)
  }

  @Test func `after an event that cannot be read there are no others`() async throws {
    let transport = ScriptedTransport([
      .stream([event(1), "event: mailbox\ndata: {}\n\n" + event(2), event(3)])
    ])
    var events = try relay(transport).mailboxStream(after: 0, clock: InstantClock())
      .makeAsyncIterator()
    for _ in 0..<2 { _ = try await events.next() }
    await #expect(throws: ClientError.badAnswer("an event does not have the expected form")) {
      _ = try await events.next()
    }
    #expect(try await events.next() == nil)
    #expect(transport.requests.count == 1)
  }

  @Test func `the server's word that the stream has ended is the last event`() async throws {
    let transport = ScriptedTransport([
      .stream(["event: ended\ndata: {\"reason\":\"removed\"}\n\n", "event: other\ndata: {}\n\n"])
    ])
    let client = CollaborationClient(origin: try Origin("http://localhost:1"), transport: transport)
    var events: [DocumentStreamEvent] = []
    for try await item in client.documentStream("d", clock: InstantClock()) {
      if case .event(let event) = item { events.append(event) }
    }
    #expect(events == [.ended(StreamEnded(reason: .removed))])
    #expect(transport.requests.count == 1)
  }

  @Test func `waits double up to the longest, half of each by chance, and obey the server`() {
    let policy = ReconnectPolicy(firstDelay: 100, longestDelay: 1_000)
    #expect((1...6).map { policy.delay(attempt: $0, random: 0) } == [50, 100, 200, 400, 500, 500])
    #expect(policy.delay(attempt: 3, random: 200) == 400)
    #expect(policy.delay(attempt: 1, random: 0, retryAfter: 7) == 7_000)
    #expect(policy.delay(attempt: .max, random: .max) <= 1_000)
    #expect(ReconnectPolicy(firstDelay: .max, longestDelay: 9).delay(attempt: 30, random: 0) >= 4)
  }

  private func event(_ sequence: UInt64) -> String {
    "event: mailbox\nid: \(sequence)\ndata: {\"sequence\":\"\(sequence)\",\"receivedAt\":\"1\"}\n\n"
  }
}
