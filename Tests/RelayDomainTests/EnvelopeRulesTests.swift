import GroveIdentity
import GroveTesting
import RelayDomain
import Testing

struct EnvelopeRulesTests {
  var world = RelayWorld(MemoryRelayStore())

  private func batch(_ envelopes: [[UInt8]]) -> RelayRefusal? {
    do {
      _ = try EnvelopeBatch(envelopes, limits: world.limits)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a batch is one message to devices named once each`() throws {
    let people = try [RelayPerson("ann"), RelayPerson("ben")]
    let one = RelayWorld.envelope(RelayWorld.message(1), to: people[0].address())
    let two = RelayWorld.envelope(RelayWorld.message(2), to: people[1].address())
    let again = RelayWorld.envelope(RelayWorld.message(1), to: people[0].address(), keyID: 2)
    #expect(batch([one]) == nil)
    #expect(batch([]) == RelayRefusal(.malformed, "envelopes"))
    #expect(batch([one, two]) == RelayRefusal(.malformed, "a batch is one message"))
    #expect(batch([one, again]) == RelayRefusal(.malformed, "a device is addressed twice"))
  }

  @Test func `an envelope cut at any byte or made longer is refused`() throws {
    let whole = RelayWorld.envelope(RelayWorld.message(1), to: try RelayPerson("ann").address())
    for count in 0..<whole.count {
      #expect(batch([Array(whole.prefix(count))])?.code == .malformed, "\(count)")
    }
    #expect(batch([whole + [0]])?.code == .malformed)
  }

  @Test func `another version or suite is refused`() throws {
    let whole = RelayWorld.envelope(RelayWorld.message(1), to: try RelayPerson("ann").address())
    for index in 0..<3 {
      var other = whole
      other[index] ^= 2
      #expect(batch([other])?.code == .malformed, "\(index)")
    }
  }

  @Test func `an envelope beyond the limit is too large and a batch beyond it is refused`() throws {
    let address = try RelayPerson("ann").address()
    let large = RelayWorld.envelope(RelayWorld.message(1), to: address, bytes: 70 << 10)
    #expect(batch([large])?.code == .tooLarge)
    let many = [[UInt8]](repeating: [], count: world.limits.envelopesPerBatch + 1)
    #expect(batch(many)?.code == .limitExceeded)
  }

  @Test func `an envelope goes to members of a conversation with the sender and to nobody else`()
    async throws
  {
    let people = try await world.people("ann", "ben")
    let eve = try await world.people("eve", together: false)[0]
    let ann = people[0].address()
    #expect(try await world.send(1, to: [eve.address()], by: ann).refusal == .notAMember)
    let both = try await world.send(1, to: [people[1].address(), eve.address()], by: ann).get()
    #expect(both.accepted == 1)
    #expect(both.undelivered == [Undelivered(recipient: eve.address(), reason: .notDelivered)])
    #expect(try await world.envelopes(of: eve.address()).isEmpty)
    _ = try await world.change(
      RelayWorld.conversation(1), remove: [people[1].accountID], by: ann
    ).get()
    #expect(try await world.send(2, to: [people[1].address()], by: ann).refusal == .notAMember)
  }

  @Test func `what was refused now or never is not taken when its first copy comes later`()
    async throws
  {
    let people = try await world.people("ann", "ben")
    let (ann, ben) = (people[0].address(), people[1].address())
    let id = RelayWorld.conversation(1)
    let copies = (UInt8(1)...3).map { [RelayWorld.envelope(RelayWorld.message($0), to: ben)] }
    _ = try await world.change(id, remove: [ben.account], by: ann).get()
    #expect(try await world.upload(copies[0], by: ann, isFinal: true).refusal == .notAMember)
    #expect(try await world.upload(copies[1], by: ann).refusal == .notAMember)
    _ = try await world.change(id, add: [ben.account], by: ann).get()
    #expect(try await world.upload(copies[0], by: ann).refusal == .conflict)
    #expect(try await world.upload(copies[0], by: ann, isFinal: true).refusal == .conflict)
    #expect(try await world.envelopes(of: ben).isEmpty)
    #expect(try await world.upload(copies[1], by: ann).get().accepted == 1)
    // Taken is taken, and is no change when it is sent again.
    #expect(try await world.upload(copies[2], by: ann, isFinal: true).get().accepted == 1)
    #expect(try await world.upload(copies[2], by: ann, isFinal: true).get().duplicates == 1)
    let toItself = [RelayWorld.envelope(RelayWorld.message(4), to: ann)]
    #expect(try await world.upload(toItself, by: ann, isFinal: true).refusal == .malformed)
  }

  @Test func `recipients may be reached through different conversations`() async throws {
    let people = try await world.people("ann", "ben", "cleo", together: false)
    let ann = people[0].address()
    for (number, person) in [(UInt8(1), people[1]), (2, people[2])] {
      _ = try await world.create(
        RelayWorld.conversation(number), [person.accountID], by: ann
      ).get()
    }
    let both = [people[1].address(), people[2].address()]
    #expect(try await world.send(1, to: both, by: ann).get().accepted == 2)
  }

  @Test func `one's own other devices need no conversation`() async throws {
    var ann = try await world.people("ann", together: false)[0]
    try await world.addDevice(to: &ann)
    let queued = try await world.send(1, to: [ann.address(1)], by: ann.address(0)).get()
    #expect(queued == EnvelopesQueued(accepted: 1, duplicates: 0))
  }

  @Test func `a recipient is addressed on all devices that can be reached`() async throws {
    var people = try await world.people("ann", "ben")
    try await world.addDevice(to: &people[1])
    let (ann, ben) = (people[0].address(), people[1])
    #expect(try await world.send(1, to: [ben.address(0)], by: ann).refusal == .devicesChanged)
    let both = [ben.address(0), ben.address(1)]
    #expect(try await world.send(1, to: both, by: ann).get().accepted == 2)
  }

  @Test mutating func `a device without a usable key need not be addressed`() async throws {
    let people = try await world.people("ann", "ben")
    var ben = people[1]
    let device = RelayPerson.Device()
    let statement = try ben.adding(device)
    _ = try await world.publish(statement, by: ben.address()).result.get()
    try ben.take(statement, with: device)
    #expect(
      try await world.send(1, to: [ben.address(0)], by: people[0].address()).get().accepted == 1)
    let both = [ben.address(0), ben.address(1)]
    #expect(try await world.send(2, to: both, by: people[0].address()).get().accepted == 2)
    world.now += 31 * 86_400_000
    #expect(
      try await world.send(3, to: [ben.address(1)], by: people[0].address()).get().accepted == 1)
  }

  @Test func `a device that is not in the newest statement is refused`() async throws {
    let people = try await world.people("ann", "ben")
    let unknown = DeviceAddress(
      account: people[1].accountID, device: people[0].devices[0].id)
    let result = try await world.send(
      1, to: [people[1].address(), unknown], by: people[0].address())
    #expect(result.refusal == .devicesChanged)
    #expect(try await world.envelopes(of: people[1].address()).isEmpty)
  }

  @Test func `a batch again is not queued twice, not even after it was acknowledged`()
    async throws
  {
    let people = try await world.people("ann", "ben")
    let (ann, ben) = (people[0].address(), people[1].address())
    _ = try await world.send(1, to: [ben], by: ann).get()
    let last = try await world.store.read { try $0.mailbox(ben).last }
    try await world.acknowledge(upTo: last, by: ben).get()
    let again = try await world.send(1, to: [ben], by: ann).get()
    #expect(again == EnvelopesQueued(accepted: 0, duplicates: 1))
    #expect(try await world.entries(of: ben).isEmpty)
  }

  @Test func `a batch that is queued is answered so whatever has changed since`() async throws {
    let people = try await world.people("ann", "ben")
    let (ann, ben) = (people[0].address(), people[1].address())
    _ = try await world.send(1, to: [ben], by: ann).get()
    _ = try await world.change(
      RelayWorld.conversation(1), remove: [people[1].accountID], by: ann
    ).get()
    #expect(
      try await world.send(1, to: [ben], by: ann).get()
        == EnvelopesQueued(accepted: 0, duplicates: 1))
  }

  @Test func `a batch of which a part is queued is not refused whole, whatever has changed since`()
    async throws
  {
    var people = try await world.people("ann", "ben", "cleo")
    let (ann, ben, cleo) = (people[0].address(), people[1].address(), people[2].address())
    let (one, cleos) = (RelayWorld.conversation(1), people[2].accountID)
    _ = try await world.change(one, remove: [cleos], by: ann).get()
    #expect(try await world.send(1, to: [ben, cleo], by: ann).get().accepted == 1)
    // The answer is lost; meanwhile Cleo is back, with another device.
    _ = try await world.change(one, add: [cleos], by: ann).get()
    try await world.addDevice(to: &people[2])
    let again = try await world.send(1, to: [ben, cleo], by: ann).get()
    #expect(again.accepted == 0 && again.duplicates == 1)
    #expect(again.undelivered == [Undelivered(recipient: cleo, reason: .notDelivered)])
    #expect(try await world.send(2, to: [ben, cleo], by: ann).refusal == .devicesChanged)
    _ = try await world.change(one, remove: [ben.account, cleos], by: ann).get()
    #expect(try await world.send(1, to: [ben, cleo], by: ann).get().duplicates == 1)
  }

  @Test func `resending after a device was added queues only what is new`() async throws {
    var people = try await world.people("ann", "ben")
    let ann = people[0].address()
    _ = try await world.send(1, to: [people[1].address(0)], by: ann).get()
    try await world.addDevice(to: &people[1])
    let both = [people[1].address(0), people[1].address(1)]
    #expect(
      try await world.send(1, to: both, by: ann).get()
        == EnvelopesQueued(accepted: 1, duplicates: 1))
    #expect(try await world.envelopes(of: both[0]).count == 1)
    #expect(try await world.envelopes(of: both[1]).count == 1)
  }

  @Test func `one message identifier of two senders is two messages`() async throws {
    let people = try await world.people("ann", "ben", "cleo")
    let cleo = people[2].address()
    for sender in people[..<2] {
      #expect(try await world.send(1, to: [cleo], by: sender.address()).get().accepted == 1)
    }
    #expect(try await world.envelopes(of: cleo).count == 2)
  }

  @Test mutating func `a full mailbox is refused alone, and what it missed reaches it later`()
    async throws
  {
    let people = try await world.people("ann", "ben", "cleo")
    let (ann, ben, cleo) = (people[0].address(), people[1].address(), people[2].address())
    world.limits.mailboxBytes = 500
    #expect(try await world.send(1, to: [ben], bytes: 300, by: ann).get().accepted == 1)
    let refused = EnvelopesQueued(
      accepted: 1, duplicates: 0,
      undelivered: [Undelivered(recipient: ben, reason: .mailboxFull)])
    #expect(try await world.send(2, to: [cleo, ben], bytes: 300, by: ann).get() == refused)
    #expect(try await world.envelopes(of: cleo).count == 1)
    let last = try await world.store.read { try $0.mailbox(ben).last }
    try await world.acknowledge(upTo: last, by: ben).get()
    #expect(
      try await world.send(2, to: [cleo, ben], bytes: 300, by: ann).get()
        == EnvelopesQueued(accepted: 1, duplicates: 1))
    #expect(try await world.envelopes(of: cleo).count == 1, "none twice")
    world.limits.mailboxBytes = 10_000
    world.limits.mailboxEntries = 2
    #expect(try await world.send(3, to: [ben], bytes: 16, by: ann).get().accepted == 1)
    #expect(
      try await world.send(4, to: [ben], bytes: 16, by: ann).get().undelivered
        == [Undelivered(recipient: ben, reason: .mailboxFull)])
  }

  @Test mutating func `a full device is refused alone, and the person's other devices are not`()
    async throws
  {
    var people = try await world.people("ann", "ben")
    try await world.addDevice(to: &people[1])
    let (ann, lost, phone) = (
      people[0].address(), people[1].address(0), people[1].address(1)
    )
    world.limits.mailboxEntries = 3
    _ = try await world.send(1, to: [lost, phone], by: ann).get()
    let last = try await world.store.read { try $0.mailbox(phone).last }
    try await world.acknowledge(upTo: last, by: phone).get()
    let queued = try await world.send(2, to: [lost, phone], by: ann).get()
    #expect(queued.undelivered == [Undelivered(recipient: lost, reason: .mailboxFull)])
    #expect(try await world.envelopes(of: phone).count == 1)
  }

  @Test func `what waits from one sender is a share of the mailbox, free again when fetched`()
    async throws
  {
    var world = world
    let people = try await world.people("ann", "ben", "cleo")
    let (ann, ben, cleo) = (people[0].address(), people[1].address(), people[2].address())
    world.limits.shareBytes = 500
    #expect(try await world.send(1, to: [ben], bytes: 300, by: ann).get().accepted == 1)
    #expect(
      try await world.send(2, to: [ben], bytes: 300, by: ann).get().undelivered
        == [Undelivered(recipient: ben, reason: .mailboxFull)])
    #expect(try await world.send(3, to: [ben], bytes: 300, by: cleo).get().accepted == 1)
    let last = try await world.store.read { try $0.mailbox(ben).last }
    try await world.acknowledge(upTo: last, by: ben).get()
    #expect(try await world.send(2, to: [ben], bytes: 300, by: ann).get().accepted == 1)
    world.limits.shareEntries = 1
    #expect(
      try await world.send(4, to: [ben], bytes: 16, by: ann).get().undelivered
        == [Undelivered(recipient: ben, reason: .mailboxFull)])
  }
}
