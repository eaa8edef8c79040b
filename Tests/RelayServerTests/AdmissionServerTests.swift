import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import RelayDomain
import StoreSQLite
import Testing

/// Message requests and what was not delivered, as they travel.
@Suite(.timeLimit(.minutes(2)))
struct AdmissionServerTests {
  @Test func `whoever is put in by a stranger sees who asks, and accepts, over HTTP`() async throws
  {
    try await RelayTestServer.run { server in
      let (evePerson, eve) = try await server.join("eve", policy: .ask)
      let (bobPerson, bob) = try await server.join("bob", policy: .ask)
      try await server.talk(eve, with: bobPerson)
      let events = try await bob.mailbox(after: 0).events
      #expect(events.map(\.conversation?.conversation.requestedBy) == [evePerson.accountID])
      #expect(try await bob.conversations().map(\.requestedBy) == [evePerson.accountID])
      #expect(try await eve.conversations().map(\.requestedBy) == [nil])
      let accepted = try await bob.accept(RelayWorld.conversation(1))
      #expect(accepted.requestedBy == nil)
      #expect(try await bob.conversations().map(\.requestedBy) == [nil])
      #expect(try await bob.mailbox(after: 1).events.map(\.conversation?.kind) == [.accepted])
    }
  }

  @Test func `whom a message did not reach is named in the answer, and who was not added, too`()
    async throws
  {
    try await RelayTestServer.run { server in
      let (evePerson, eve) = try await server.join("eve")
      let (bobPerson, bob) = try await server.join("bob")
      let (carlPerson, carl) = try await server.join("carl")
      try await server.talk(eve, with: bobPerson, carlPerson)
      let blocked = try await bob.change(ChangeAdmission(block: [evePerson.accountID]))
      #expect(blocked.blocked == [evePerson.accountID])
      #expect(try await bob.admission() == blocked)
      let sent = try await eve.send(1, to: bobPerson.address(), carlPerson.address())
      let address = bobPerson.address()
      #expect(
        sent
          == EnvelopesAccepted(
            accepted: 1, duplicates: 0,
            undelivered: [
              UndeliveredEnvelope(
                accountID: address.account, deviceID: address.device,
                reason: UndeliveredEnvelope.notDelivered)
            ]))
      #expect(try await carl.envelopes().count == 1)
      let created = try await eve.create(
        CreateConversation(
          conversationID: RelayWorld.conversation(2), members: [bobPerson.accountID]))
      #expect(created.notAdded == [bobPerson.accountID])
      #expect(created.members == [evePerson.accountID])
    }
  }

  @Test func `a person's own devices are listed with when they were seen, and nobody else's`()
    async throws
  {
    try await RelayTestServer.run { server in
      let (annPerson, ann) = try await server.join("ann")
      let devices = try await ann.ownDevices()
      #expect(devices.map(\.deviceID) == [annPerson.devices[0].id])
      #expect(devices.map(\.lastSeenAt.value) == [server.clock.now])
      #expect(devices[0].receivesUntil.value == server.clock.now + 7 * 86_400_000)
    }
  }

  @Test func `a device that comes back is told in its stream how many entries expired`()
    async throws
  {
    try await RelayTestServer.run { server in
      let (_, ann) = try await server.join("ann")
      let (benPerson, _) = try await server.join("ben")
      try await server.talk(ann, with: benPerson)
      _ = try await ann.send(1, to: benPerson.address())
      server.clock.advance(46 * 86_400_000)
      let (now, limits) = (server.clock.now, RelayLimits())
      _ = try await server.store.change {
        try RelayRules.expire(now: now, limits: limits, in: $0)
      }
      let ben = try server.client(token: try await server.token(benPerson))
      var stream = ben.mailboxStream(after: 0).makeAsyncIterator()
      #expect(try await stream.events(1).map(\.gap) == [MailboxGap(entries: DecimalUInt64(2))])
    }
  }
}
