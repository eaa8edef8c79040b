import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import RelayDomain
import Testing

@Suite(.timeLimit(.minutes(2)))
struct MailboxServerTests {
  @Test func `a message waits in each device's mailbox until that device acknowledges it`()
    async throws
  {
    try await RelayTestServer.run { server in
      let (_, ann) = try await server.join("ann")
      var (benPerson, ben) = try await server.join("ben")
      try await server.talk(ann, with: benPerson)
      let second = try await server.addDevice(to: &benPerson, by: ben)
      let sent = try await ann.send(1, to: benPerson.address(0), benPerson.address(1))
      #expect(sent == EnvelopesAccepted(accepted: 2, duplicates: 0))
      let page = try await ben.mailbox(after: 0)
      #expect(page.events.compactMap(\.envelope).count == 1)
      try await ben.acknowledge(upTo: page.events.last?.sequence.value ?? 0)
      #expect(try await ben.mailbox(after: 0).events.isEmpty)
      #expect(try await second.envelopes().count == 1)
      #expect(
        try await second.envelopes()
          == [RelayWorld.envelope(RelayWorld.message(1), to: benPerson.address(1))])
    }
  }

  @Test func `what was refused now or never stays refused, also after a restart`() async throws {
    let folder = try RelayTestFolder()
    defer { folder.remove() }
    let clock = TestClock()
    let (token, ben) = try await RelayTestServer.run(in: folder, clock: clock) { server in
      let (annPerson, ann) = try await server.join("ann")
      let (ben, _) = try await server.join("ben")
      let copy = [RelayWorld.envelope(RelayWorld.message(1), to: ben.address())]
      #expect(try await problem { try await ann.upload(copy, isFinal: true) } == .notAMember)
      try await server.talk(ann, with: ben)
      return (try await server.token(annPerson), ben)
    }
    try await RelayTestServer.run(in: folder, clock: clock) { server in
      let ann = try server.client(token: token)
      let copy = [RelayWorld.envelope(RelayWorld.message(1), to: ben.address())]
      #expect(try await problem { try await ann.upload(copy) } == .conflict)
      #expect(try await ann.send(2, to: ben.address()).accepted == 1)
    }
  }

  @Test func `a mailbox, a token and a conversation survive a restart`() async throws {
    let folder = try RelayTestFolder()
    defer { folder.remove() }
    let clock = TestClock()
    let (ben, token, before) = try await RelayTestServer.run(in: folder, clock: clock) { server in
      let (_, annClient) = try await server.join("ann")
      let (ben, _) = try await server.join("ben")
      try await server.talk(annClient, with: ben)
      for number in UInt8(1)...5 { _ = try await annClient.send(number, to: ben.address()) }
      let token = try await server.token(ben)
      return (ben, token, try await server.client(token: token).mailbox(after: 0))
    }
    try await RelayTestServer.run(in: folder, clock: clock) { server in
      let client = try server.client(token: token)
      #expect(try await client.mailbox(after: 0) == before)
      #expect(before.events.count == 6)
      #expect(try await client.conversations().map(\.members.count) == [2])
      #expect(try await client.lookUp(handle: "ben").accountID == ben.accountID)
    }
  }

  @Test func `the stream brings what waits, then what arrives, each once and in order`()
    async throws
  {
    try await RelayTestServer.run { server in
      let (_, ann) = try await server.join("ann")
      let (benPerson, ben) = try await server.join("ben")
      try await server.talk(ann, with: benPerson)
      _ = try await ann.send(1, to: benPerson.address())
      var stream = ben.mailboxStream(after: 0).makeAsyncIterator()
      var seen = try await stream.events(2)
      for number in UInt8(2)...20 {
        _ = try await ann.send(number, to: benPerson.address())
        _ = try await ann.send(number, to: benPerson.address())
      }
      seen += try await stream.events(19)
      #expect(seen.map(\.sequence.value) == Array(1...21))
      #expect(seen == (try await ben.mailbox(after: 0, limit: 500).events))
    }
  }

  @Test func `a stream resumes after the last event it has seen`() async throws {
    try await RelayTestServer.run { server in
      let (annPerson, ann) = try await server.join("ann")
      let (benPerson, ben) = try await server.join("ben")
      try await server.talk(ann, with: benPerson)
      for number in UInt8(1)...4 { _ = try await ann.send(number, to: benPerson.address()) }
      var stream = ben.mailboxStream(after: 3).makeAsyncIterator()
      let resumed = try await stream.events(2)
      #expect(resumed.map(\.sequence.value) == [4, 5])
      #expect(resumed.map(\.sender) == [annPerson.accountID, annPerson.accountID])
      let byQuery = try await ben.mailbox(after: 4).events.map(\.sequence.value)
      #expect(byQuery == [5])
      var ahead = ben.mailboxStream(after: 6).makeAsyncIterator()
      #expect(try await problem { try await ahead.events(1) } == .positionUnknown)
    }
  }

  @Test func `identical batches uploaded at once are queued once`() async throws {
    try await RelayTestServer.run { server in
      let (_, ann) = try await server.join("ann")
      let (benPerson, ben) = try await server.join("ben")
      try await server.talk(ann, with: benPerson)
      let answers = try await withThrowingTaskGroup(of: EnvelopesAccepted.self) { group in
        for _ in 0..<20 { group.addTask { try await ann.send(1, to: benPerson.address()) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count { $0.accepted == 1 } == 1)
      #expect(answers.count { $0.duplicates == 1 } == 19)
      #expect(try await ben.envelopes().count == 1)
    }
  }

  @Test func `concurrent senders leave no gap a reader could fall into`() async throws {
    try await RelayTestServer.run { server in
      let (_, ann) = try await server.join("ann")
      let (benPerson, ben) = try await server.join("ben")
      let (_, cleo) = try await server.join("cleo")
      try await server.talk(ann, with: benPerson, number: 1)
      try await server.talk(cleo, with: benPerson, number: 2)
      let seen = try await withThrowingTaskGroup(of: [UInt64].self) { group in
        group.addTask {
          var stream = ben.mailboxStream(after: 0).makeAsyncIterator()
          return try await stream.events(62).map(\.sequence.value)
        }
        for client in [ann, cleo] {
          group.addTask {
            for number in UInt8(1)...30 {
              _ = try await client.send(number, to: benPerson.address())
            }
            return []
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(seen == Array(1...62))
    }
  }

  @Test func `a removed device has no token and no stream when the removal is answered`()
    async throws
  {
    try await RelayTestServer.run { server in
      var (annPerson, ann) = try await server.join("ann")
      let (benPerson, ben) = try await server.join("ben")
      try await server.talk(ben, with: annPerson)
      let second = try await server.addDevice(to: &annPerson, by: ann)
      var stream = second.mailboxStream(after: 0).makeAsyncIterator()
      #expect(try await stream.events(1).first?.account?.accountID == annPerson.accountID)
      let removing = try annPerson.removing(1, at: server.clock.now)
      _ = try await ann.publish(PublishStatement(statement: removing))
      #expect(server.metrics.text.contains("relay_open_streams 0.0"))
      #expect(try await problem { try await second.mailbox(after: 0) } == .unauthenticated)
      _ = try await ben.send(1, to: annPerson.address(0))
      #expect(try await problem { try await stream.events(1) } == .unauthenticated)
      #expect(
        try await problem { try await second.send(1, to: benPerson.address()) }
          == .unauthenticated)
    }
  }

  @Test func `no interleaving of opening and removing leaves a stream served`() async throws {
    try await RelayTestServer.run { server in
      let (joined, first) = try await server.join("ann")
      var person = joined
      for _ in 0..<12 {
        let second = try await server.addDevice(to: &person, by: first)
        let removing = try person.removing(1, at: server.clock.now)
        try person.take(removing)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for delay in 0..<6 {
            group.addTask {
              try await Task.sleep(for: .milliseconds(delay))
              let code = try await problem {
                var stream = second.mailboxStream(after: 0).makeAsyncIterator()
                return try await stream.events(1000)
              }
              #expect(code == .unauthenticated)
            }
          }
          group.addTask {
            try await Task.sleep(for: .milliseconds(3))
            _ = try await first.publish(PublishStatement(statement: removing))
          }
          try await group.waitForAll()
        }
      }
      #expect(server.metrics.text.contains("relay_open_streams 0.0"))
    }
  }

  @Test func `a device that signs out ends its own stream and no other`() async throws {
    try await RelayTestServer.run { server in
      let (annPerson, ann) = try await server.join("ann")
      let other = try server.client(token: try await server.token(annPerson))
      try await server.talk(ann)
      var (first, second) = (
        ann.mailboxStream(after: 0).makeAsyncIterator(),
        other.mailboxStream(after: 0).makeAsyncIterator()
      )
      _ = try await (first.events(1), second.events(1))
      try await ann.signOut()
      #expect(try await problem { try await first.events(1) } == .unauthenticated)
      try await server.talk(other, number: 2)
      #expect(try await second.events(1).first?.conversation?.kind == .created)
    }
  }

  @Test func `a stream ends when its token does`() async throws {
    try await RelayTestServer.run { server in
      let (annPerson, ann) = try await server.join("ann")
      try await server.talk(ann)
      var stream = ann.mailboxStream(after: 0).makeAsyncIterator()
      _ = try await stream.events(1)
      server.clock.advance(3_600_000)
      let fresh = try server.client(token: try await server.token(annPerson))
      try await server.talk(fresh, number: 2)
      #expect(try await problem { try await stream.events(1) } == .unauthenticated)
    }
  }
}

extension EventIterator {
  /// The next events, across whatever happens to the connection. Refusals for good are thrown.
  mutating func events(_ count: Int) async throws -> [Event] {
    var events: [Event] = []
    while events.count < count {
      switch try await next() {
      case .event(let event): events.append(event)
      case .interrupted(let error, _):
        if let code = error.problemCode, code == .unauthenticated { throw error }
      case .opened: continue
      case nil: return events
      }
    }
    return events
  }
}
