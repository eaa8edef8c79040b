import GroveIdentity
import GroveMessage
public import RelayDomain
public import Testing

/// A promise of the relay's storage protocol, with the sentence it proves.
public struct RelayStoreCheck: Sendable, CustomTestStringConvertible {
  public let sentence: String
  let body: @Sendable (any RelayStore) async throws -> Void
  public var testDescription: String { sentence }

  public func run(_ store: any RelayStore) async throws { try await body(store) }
}

/// What every store of the relay promises: each one runs the whole list.
public enum RelayStoreContract {
  public static let checks: [RelayStoreCheck] = [
    RelayStoreCheck(sentence: "what a decision wrote is there", body: whatWasWrittenIsThere),
    RelayStoreCheck(
      sentence: "a decision that throws leaves nothing", body: throwingLeavesNothing),
    RelayStoreCheck(
      sentence: "a change that breaks a constraint takes the whole decision with it",
      body: constraintsTakeAll),
    RelayStoreCheck(
      sentence: "of many sign-ups with one handle exactly one succeeds", body: oneHandle),
    RelayStoreCheck(
      sentence: "a mailbox numbers its entries without gaps under concurrent deliveries",
      body: numbersWithoutGaps),
    RelayStoreCheck(
      sentence: "the same batch uploaded many times at once is queued once", body: queuedOnce),
    RelayStoreCheck(
      sentence: "an acknowledgement forgets up to its sequence and nothing above",
      body: acknowledgementForgets),
    RelayStoreCheck(
      sentence: "a position is never given out twice, not even to a device listed again",
      body: positionsOutliveDevices),
    RelayStoreCheck(
      sentence: "a page ends after the bytes asked for, with at least one entry",
      body: pagesEndByBytes),
    RelayStoreCheck(
      sentence: "a removed device leaves no token, no entry and no key that is served",
      body: removedDevicesLeaveNothing),
    RelayStoreCheck(
      sentence: "a web push subscription is one for each device and goes with it",
      body: webPushGoesWithDevice),
    RelayStoreCheck(
      sentence: "a used challenge is used for everybody at once", body: challengesOnce),
    RelayStoreCheck(
      sentence: "conversations, members, names, photos and events come back as they went in",
      body: conversationsComeBack),
    RelayStoreCheck(
      sentence: "events of several conversations come in the order of the mailbox",
      body: eventsInOrder),
    RelayStoreCheck(
      sentence: "an event belongs to a conversation that is there, and to its entries' time",
      body: eventsBelong),
    RelayStoreCheck(
      sentence: "a sweep leaves every event that some mailbox still has", body: sweepLeavesEvents),
    RelayStoreCheck(
      sentence: "lists go on after a place and end by a number or by bytes", body: listsGoOn),
    RelayStoreCheck(
      sentence: "what two accounts share is found from both sides", body: sharedIsSymmetric),
    RelayStoreCheck(
      sentence: "a sweep forgets what has expired and nothing else", body: sweepForgets),
    RelayStoreCheck(
      sentence: "requests, policies, blocks and who has left come back as they went in",
      body: requestsComeBack),
    RelayStoreCheck(
      sentence: "what waits from one account is counted until it is acknowledged",
      body: sharesAreCounted),
    RelayStoreCheck(
      sentence: "of gaps one waits, with the sum of what is lost", body: oneGapWaits),
    RelayStoreCheck(
      sentence: "the oldest mail that is over is found, mailbox by mailbox",
      body: expiredMailIsFound),
    RelayStoreCheck(
      sentence: "attachments are counted for their owner until they are deleted",
      body: attachmentsAreCounted),
    RelayStoreCheck(
      sentence: "a notice address is found by its token until it is ended or too old",
      body: noticeAddressesAreFound),
    RelayStoreCheck(
      sentence: "pushed notices wait, are counted by address, and the newer of a topic waits alone",
      body: pushedNoticesWait),
    RelayStoreCheck(
      sentence: "an ended address takes what waits of it along and nothing else",
      body: endedAddressesAreEmpty),
  ]

  static func whatWasWrittenIsThere(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let person = try RelayPerson("Ann")
    let view = try await world.signUp(person).get()
    let (account, statements, key) = try await store.read { reader in
      (
        try reader.account(person.accountID),
        try reader.statements(of: person.accountID, from: 0),
        try reader.identityKey(of: person.address())
      )
    }
    #expect(account == view.account)
    let handle = try Handle("ann")
    #expect(account?.handle == handle)
    #expect(statements == person.chain.records)
    #expect(key == person.devices[0].identityKey.publicKey)
    #expect(try await store.read { try $0.accountID(of: handle) } == person.accountID)
    #expect(
      try await store.read { try $0.reachableDevices(of: person.accountID, at: world.now) }
        == [person.devices[0].id])
    #expect(
      try await store.read { try $0.kemKeys(of: person.accountID, unexpiredAt: world.now) }
        == view.kemKeys)
  }

  static func throwingLeavesNothing(_ store: any RelayStore) async throws {
    struct Stop: Error {}
    let person = try RelayPerson("ann")
    await #expect(throws: Stop.self) {
      _ = try await store.change { reader -> RelayDecision<Void> in
        guard try reader.account(person.accountID) == nil else {
          return RelayDecision(answer: ())
        }
        throw Stop()
      }
    }
    #expect(try await store.read { try $0.account(person.accountID) } == nil)
  }

  static func constraintsTakeAll(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let person = try await world.people("ann")[0]
    let key = EnvelopeKey(
      sender: person.address(), messageID: RelayWorld.message(1), recipient: person.address())
    let before = try await store.read { try $0.mailbox(person.address()) }
    await #expect(throws: RelayStoreError(.corrupt, "a change that breaks a constraint")) {
      try await store.change { _ in
        RelayDecision(
          [
            .deliver(.account(person.accountID, seq: 9), to: [person.address()], at: 1),
            .rememberEnvelope(key, at: 1), .rememberEnvelope(key, at: 1),
          ], answer: ())
      }
    }
    #expect(try await store.read { try $0.mailbox(person.address()) } == before)
    #expect(try await store.read { try $0.recipients(of: key.messageID, from: key.sender).isEmpty })
  }

  static func oneHandle(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let people = try (0..<12).map { _ in try RelayPerson("Same") }
    let results = try await withThrowingTaskGroup(of: RelayRefusal.Code?.self) { group in
      for person in people { group.addTask { try await world.signUp(person).refusal } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count { $0 == nil } == 1)
    #expect(results.count { $0 == .handleTaken } == 11)
  }

  static func numbersWithoutGaps(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let people = try await world.people("ann", "ben")
    let target = people[1].address()
    let start = try await store.read { try $0.mailbox(target).last }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in UInt8(1)...40 {
        group.addTask {
          let queued = try await world.send(number, to: [target], by: people[0].address()).get()
          #expect(queued == EnvelopesQueued(accepted: 1, duplicates: 0))
        }
      }
      try await group.waitForAll()
    }
    let sequences = try await world.entries(of: target, after: start).map(\.sequence)
    #expect(sequences == Array(start + 1...start + 40))
    let position = try await store.read { try $0.mailbox(target) }
    #expect(position.last == start + 40)
    #expect(position.bytes == 40 * (71 + 65 + 4 + 64))
  }

  static func queuedOnce(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let people = try await world.people("ann", "ben", "cleo")
    let targets = [people[1].address(), people[2].address()]
    let answers = try await withThrowingTaskGroup(of: EnvelopesQueued.self) { group in
      for _ in 0..<16 {
        group.addTask { try await world.send(1, to: targets, by: people[0].address()).get() }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count { $0 == EnvelopesQueued(accepted: 2, duplicates: 0) } == 1)
    #expect(answers.count { $0 == EnvelopesQueued(accepted: 0, duplicates: 2) } == 15)
    for target in targets { #expect(try await world.envelopes(of: target).count == 1) }
  }

  static func acknowledgementForgets(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let people = try await world.people("ann", "ben")
    let target = people[1].address()
    for number in UInt8(1)...5 {
      _ = try await world.send(number, to: [target], by: people[0].address()).get()
    }
    let all = try await world.entries(of: target)
    try await world.acknowledge(upTo: all[3].sequence, by: target).get()
    #expect(try await world.entries(of: target) == Array(all[4...]))
    let position = try await store.read { try $0.mailbox(target) }
    #expect(position.entries == all.count - 4)
    #expect(position.bytes == all[4...].reduce(0) { $0 + $1.payload.size })
    try await world.acknowledge(upTo: all[3].sequence, by: target).get()
    #expect(try await store.read { try $0.mailbox(target) } == position)
  }

  static func positionsOutliveDevices(_ store: any RelayStore) async throws {
    let person = try await RelayWorld(store).people("ann")[0]
    let address = person.address()
    let before = try await store.read { try $0.mailbox(address).last }
    try await store.change { _ in
      RelayDecision(
        [
          .removeDevice(address),
          .insertDevice(address, identityKey: person.devices[0].identityKey.publicKey),
        ], answer: ())
    }
    #expect(try await store.read { try $0.mailbox(address) } == MailboxPosition(last: before))
    try await store.change { _ in
      RelayDecision(
        [.deliver(.account(person.accountID, seq: 1), to: [address], at: 5)], answer: ())
    }
    let entries = try await store.read {
      try $0.entries(of: address, after: 0, limit: 10, bytes: .max)
    }
    #expect(entries.map(\.sequence) == [before + 1])
    #expect(entries.map(\.payload) == [.account(person.accountID, seq: 1)])
  }

  static func pagesEndByBytes(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let people = try await world.people("ann", "ben")
    let target = people[1].address()
    let start = try await store.read { try $0.mailbox(target).last }
    for number in UInt8(1)...4 {
      _ = try await world.send(number, to: [target], bytes: 860, by: people[0].address()).get()
    }
    for (bytes, count) in [(1, 1), (1000, 1), (1001, 2), (10_000, 4)] {
      let page = try await store.read {
        try $0.entries(of: target, after: start, limit: 10, bytes: bytes)
      }
      #expect(page.count == count, "\(bytes)")
    }
    let limited = try await store.read {
      try $0.entries(of: target, after: start, limit: 3, bytes: .max)
    }
    #expect(limited.count == 3)
  }

  static func removedDevicesLeaveNothing(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let people = try await world.people("ann", "ben")
    let address = people[1].address()
    try await world.signIn(address, token: 1, nonce: 1).get()
    #expect(try await world.caller(token: 1)?.owner == address)
    try await store.change { _ in RelayDecision([.removeDevice(address)], answer: ()) }
    #expect(try await world.caller(token: 1) == nil)
    #expect(
      try await store.read { try $0.session([UInt8](repeating: 1, count: 32)) } == nil)
    #expect(try await world.entries(of: address).isEmpty)
    let (devices, served, reachable, known) = try await store.read { reader in
      (
        try reader.devices(of: address.account),
        try reader.kemKeys(of: address.account, unexpiredAt: world.now),
        try reader.reachableDevices(of: address.account, at: world.now),
        try reader.kemKey(1, of: address)
      )
    }
    #expect(devices.isEmpty && served.isEmpty && reachable.isEmpty)
    #expect(known != nil, "the key identifier stays taken")
  }

  static func challengesOnce(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let person = try await world.people("ann")[0]
    let results = try await withThrowingTaskGroup(of: RelayRefusal.Code?.self) { group in
      for token in UInt8(1)...10 {
        group.addTask {
          try await world.signIn(person.address(), token: token, nonce: 7).refusal
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count { $0 == nil } == 1)
    #expect(results.count { $0 == .challengeUsed } == 9)
  }
}
