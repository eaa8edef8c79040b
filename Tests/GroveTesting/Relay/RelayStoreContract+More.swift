import GroveIdentity
import GroveMessage
import RelayDomain
import Testing

extension RelayStoreContract {
  static func conversationsComeBack(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let people = try await world.people("ann", "ben", "cleo", together: false)
    let id = RelayWorld.conversation(9)
    let ids = people.map(\.accountID)
    let (ann, ben) = (people[0].address(), people[1].address())
    let created = try await world.create(id, [ids[1]], name: "Soup", by: ann).get()
    #expect(created.members == [ids[0], ids[1]].sorted())
    let changed = try await world.change(
      id, name: "Stew", add: [ids[2]], remove: [ids[1]], by: ann
    ).get()
    #expect(changed.version == 4)
    #expect(changed.members == [ids[0], ids[2]].sorted())
    #expect(try await store.read { try $0.conversation(id) } == changed)
    #expect(try await store.read { try $0.conversations(of: ids[2]) } == [changed])
    #expect(try await store.read { try $0.conversations(of: ids[1]) }.isEmpty)
    let events = try await world.entries(of: ben).compactMap { entry in
      if case .conversation(let event) = entry.payload { event } else { nil }
    }
    #expect(events.map(\.kind) == [.created, .renamed, .added, .removed])
    #expect(events.map(\.conversation.version) == [1, 2, 3, 4])
    #expect(events.first?.conversation == created)
    #expect(events.last?.conversation == changed)
    #expect(events.last?.subjects == [ids[1]])
    #expect(events.last?.at == world.now)
  }

  static func listsGoOn(_ store: any RelayStore) async throws {
    var world = RelayWorld(store)
    var person = try await world.people("ann", together: false)[0]
    let (ann, first) = (person.address(), person.chain.records[0])
    for number in 1...5 as ClosedRange<UInt8> {
      _ = try await world.create(RelayWorld.conversation(number), [], by: ann).get()
    }
    let device = RelayPerson.Device()
    let second = try person.adding(device)
    _ = try await world.publish(second, by: ann).result.get()
    try person.take(second, with: device)
    for token in 1...4 as ClosedRange<UInt8> {
      world.now += 1
      try await world.signIn(ann, token: token, nonce: token).get()
    }
    let id = ann.account
    try await store.read { reader in
      func conversations(after number: UInt8?, _ limit: Int) throws -> [ConversationID] {
        try reader.conversationIDs(
          of: id, after: number.map(RelayWorld.conversation), limit: limit)
      }
      #expect(try conversations(after: nil, 2) == [1, 2].map(RelayWorld.conversation))
      #expect(try conversations(after: 2, 9) == [3, 4, 5].map(RelayWorld.conversation))
      #expect(try conversations(after: 5, 9) == [])
      #expect(try reader.statements(of: id, from: 0, bytes: 1) == [first])
      #expect(try reader.statements(of: id, from: 0, bytes: 1 << 20) == [first, second])
      #expect(try reader.statements(of: id, from: 1, bytes: 1) == [second])
      #expect(try reader.statements(of: id, from: 2, bytes: 1) == [])
      let older = try reader.olderSessions(of: ann, besides: 2)
      #expect(older == [2, 1].map { [UInt8](repeating: $0, count: 32) })
      #expect(try reader.olderSessions(of: ann, besides: 4) == [])
    }
  }

  static func sharedIsSymmetric(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let people = try await world.people("ann", "ben", "cleo", together: false)
    let ids = people.map(\.accountID)
    _ = try await world.create(RelayWorld.conversation(1), [ids[1]], by: people[0].address()).get()
    _ = try await world.create(RelayWorld.conversation(2), [ids[2]], by: people[1].address()).get()
    try await store.read { (reader) throws -> Void in
      #expect(try reader.sharedConversation(ids[0], ids[1]) == RelayWorld.conversation(1))
      #expect(try reader.sharedConversation(ids[1], ids[0]) == RelayWorld.conversation(1))
      #expect(try reader.sharedConversation(ids[0], ids[2]) == nil)
      #expect(try reader.contacts(of: ids[1]) == [ids[0], ids[2]])
      #expect(try reader.contacts(of: ids[0]) == [ids[1]])
      #expect(try reader.isMember(ids[0], of: RelayWorld.conversation(1)))
      #expect(try !reader.isMember(ids[0], of: RelayWorld.conversation(2)))
    }
  }

  static func sweepForgets(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let people = try await world.people("ann", "ben")
    let (ann, ben) = (people[0].address(), people[1].address())
    try await world.signIn(ann, token: 1, nonce: 1).get()
    _ = try await world.send(1, to: [ben], by: ann).get()
    let key = EnvelopeKey(sender: ann, messageID: RelayWorld.message(1), recipient: ben)
    let meeting = RendezvousID(unchecked: [UInt8](repeating: 3, count: 16))
    try await store.change { _ in
      RelayDecision(
        [.openRendezvous(meeting, expiresAt: 50), .leaveMessage(meeting, index: 0, [1, 2])],
        answer: ())
    }
    let waiting = try await world.entries(of: ben)
    try await store.change { _ in
      RelayDecision([.sweep(now: 50, rememberedBefore: 0)], answer: ())
    }
    #expect(try await store.read { try $0.rendezvous(meeting) } == nil)
    #expect(try await store.read { try $0.rendezvousMessages(meeting, from: 0) }.isEmpty)
    #expect(try await world.caller(token: 1) != nil)
    #expect(try await store.read { try $0.isUsed(challenge: [1]) })
    #expect(
      try await store.read {
        try $0.recipients(of: key.messageID, from: key.sender) == [key.recipient]
      })
    let later = world.now + world.limits.tokenLifetime
    try await store.change { _ in
      RelayDecision([.sweep(now: later, rememberedBefore: later)], answer: ())
    }
    #expect(try await store.read { try $0.session([UInt8](repeating: 1, count: 32)) } == nil)
    #expect(try await store.read { try !$0.isUsed(challenge: [1]) })
    #expect(try await store.read { try $0.recipients(of: key.messageID, from: key.sender).isEmpty })
    #expect(try await world.entries(of: ben) == waiting, "what waits is never swept")
  }

  static func attachmentsAreCounted(_ store: any RelayStore) async throws {
    let person = try await RelayWorld(store).people("ann")[0]
    let records = (UInt8(1)...3).map { number in
      AttachmentRecord(
        attachmentID: AttachmentID(unchecked: [UInt8](repeating: number, count: 16)),
        owner: person.accountID, size: Int(number) * 100, expiresAt: UInt64(number) * 10)
    }
    try await store.change { _ in
      RelayDecision(records.map(RelayChange.insertAttachment), answer: ())
    }
    try await store.read { (reader) throws -> Void in
      #expect(try reader.attachment(records[1].attachmentID) == records[1])
      #expect(
        try reader.attachmentUse(of: person.accountID) == AttachmentUse(count: 3, bytes: 600))
      #expect(
        try reader.expiredAttachments(at: 20, limit: 10) == records[..<2].map(\.attachmentID))
      #expect(try reader.expiredAttachments(at: 20, limit: 1) == [records[0].attachmentID])
    }
    try await store.change { _ in
      RelayDecision([.deleteAttachment(records[0].attachmentID)], answer: ())
    }
    #expect(
      try await store.read { try $0.attachmentUse(of: person.accountID) }
        == AttachmentUse(count: 2, bytes: 500))
  }
}
