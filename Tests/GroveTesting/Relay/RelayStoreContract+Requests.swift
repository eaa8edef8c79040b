import GroveIdentity
import GroveMessage
import RelayDomain
import Testing

extension RelayStoreContract {
  static func requestsComeBack(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let people = try await world.people("ann", "ben", "cleo", together: false, policy: .ask)
    let (ann, ben, cleo) = (people[0].accountID, people[1].accountID, people[2].accountID)
    let id = RelayWorld.conversation(1)
    _ = try await world.create(id, [ben, cleo], by: people[0].address()).get()
    try await store.read { (reader) throws -> Void in
      #expect(try reader.requested(in: id) == [ben: ann, cleo: ann])
      #expect(try reader.membership(ann, of: id) == .accepted)
      #expect(try reader.membership(ben, of: id) == .requested(by: ann))
      #expect(try reader.acceptedConversation(of: ann, with: ben) == id)
      #expect(try reader.acceptedConversation(of: ben, with: ann) == nil)
      #expect(try reader.contacts(of: ann) == [], "nobody who has not accepted")
      #expect(try reader.contacts(of: ben) == [ann])
      #expect(try reader.requestUse(of: ben, by: ann) == MailboxUsage(entries: 1))
      #expect(try reader.requesterCount(of: ben) == 1)
      #expect(try reader.requestUse(of: ann, by: ben) == nil)
    }
    _ = try await world.accept(id, by: people[1].address()).get()
    _ = try await world.change(id, remove: [cleo], by: people[2].address()).get()
    _ = try await world.admit(
      policy: .anybody, admit: [ann], block: [ben], by: people[2].address()
    ).get()
    try await store.read { (reader) throws -> Void in
      #expect(try reader.requested(in: id) == [:])
      #expect(try reader.requestUse(of: ben, by: ann) == nil)
      #expect(try reader.membership(cleo, of: id) == nil)
      #expect(try reader.hasLeft(cleo, id))
      #expect(try !reader.hasLeft(ben, id))
      #expect(
        try reader.admission(of: cleo)
          == Admission(policy: .anybody, admitted: [ann], blocked: [ben]))
      #expect(try reader.hasAdmitted(cleo, ann) && !reader.hasAdmitted(ann, cleo))
      #expect(try reader.hasBlocked(cleo, ben) && !reader.hasBlocked(ben, cleo))
      #expect(try reader.policy(of: ben) == .ask)
    }
  }

  static func sharesAreCounted(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let people = try await world.people("ann", "ben", "cleo")
    let (ann, ben, cleo) = (people[0].address(), people[1].address(), people[2].address())
    let size = RelayWorld.envelope(RelayWorld.message(1), to: ben).count
    for number in UInt8(1)...3 {
      _ = try await world.send(number, to: [ben], by: ann).get()
      _ = try await world.send(number, to: [ben], by: cleo).get()
    }
    func share(_ sender: DeviceAddress) async throws -> MailboxUsage {
      let waiting = try await store.read {
        try ($0.waiting(for: ben.account, from: sender.account)[ben.device], $0.mailbox(ben))
      }
      let all = MailboxUsage(entries: waiting.1.entries, bytes: waiting.1.bytes)
      #expect((waiting.0?.all ?? MailboxUsage()) == all)
      return waiting.0?.share ?? MailboxUsage()
    }
    // With the event of the conversation ann made.
    #expect(try await share(ann) == MailboxUsage(entries: 4, bytes: 3 * size))
    #expect(try await share(cleo) == MailboxUsage(entries: 3, bytes: 3 * size))
    try await world.acknowledge(upTo: 4, by: ben).get()
    #expect(try await share(ann) == MailboxUsage(entries: 1, bytes: size))
    #expect(try await share(cleo) == MailboxUsage(entries: 2, bytes: 2 * size))
    let before = try await store.read { try $0.mailbox(ben) }
    try await store.change { _ in RelayDecision([.removeDevice(ben)], answer: ()) }
    #expect(try await share(ann) == MailboxUsage())
    #expect(try await share(cleo) == MailboxUsage())
    #expect(before.last == 7)
  }

  static func oneGapWaits(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let people = try await world.people("ann", "ben")
    let ben = people[1].address()
    for lost in [UInt64(3), 0, 4] {
      try await store.change { _ in
        RelayDecision([.deliver(.gap(entries: lost), to: [ben], at: 9)], answer: ())
      }
      _ = try await world.send(UInt8(lost + 1), to: [ben], by: people[0].address()).get()
    }
    let entries = try await world.entries(of: ben)
    #expect(entries.map(\.sequence) == [1, 3, 5, 6, 7])
    #expect(entries[3].payload == .gap(entries: 7))
    #expect(try await store.read { try $0.mailbox(ben) }.entries == 5)
  }

  static func expiredMailIsFound(_ store: any RelayStore) async throws {
    var world = RelayWorld(store)
    let people = try await world.people("ann", "ben")
    let (ann, ben) = (people[0].address(), people[1].address())
    for number in UInt8(1)...4 {
      world.now += 1000
      _ = try await world.send(number, to: [ben], by: ann).get()
    }
    let now = world.now
    try await store.read { (reader) throws -> Void in
      let all = try reader.expiredMail(before: now, mailboxes: 10, entries: 10)
      let both = [
        ExpiredMail(mailbox: ann, upTo: 1, lost: 1), ExpiredMail(mailbox: ben, upTo: 4, lost: 4),
      ].sorted { ($0.mailbox.account, $0.mailbox.device) < ($1.mailbox.account, $1.mailbox.device) }
      #expect(all == both)
      #expect(try reader.expiredMail(before: now, mailboxes: 1, entries: 10) == [both[0]])
      let few = try reader.expiredMail(before: now, mailboxes: 10, entries: 2)
      #expect(few.contains(ExpiredMail(mailbox: ben, upTo: 2, lost: 2)))
      #expect(try reader.expiredMail(before: 1_000_000, mailboxes: 10, entries: 10).isEmpty)
    }
  }
}
