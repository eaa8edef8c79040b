import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Testing

@testable import MessengerDomain

struct InvitationInboxTests {
  let alice: TestAccount
  let bob: TestAccount
  let mallory: TestAccount
  var world: TestWorld
  var mine: PreparedIdentity
  var hers: PreparedIdentity

  init() throws {
    alice = try TestAccount("alice")
    bob = try TestAccount("bob", devices: 2)
    mallory = try TestAccount("mallory")
    world = TestWorld(bob)
    mine = try world.identity(bob)
    hers = try world.identity(alice)
  }

  var map: [IdentityMapEntry] { [mine.mapEntry, hers.mapEntry] }

  @Test mutating func `an honest invitation becomes a highlight that can prove`() throws {
    let outcome = try world.receive(
      .invitation(world.invitation(mine, map: map)), world.arrival(from: alice))
    let highlight = try #require(outcome.highlight)
    #expect(highlight.canProve && highlight.audience == TestPeople.docs)
    #expect(highlight.sender == alice.id && highlight.link == "https://docs.example/d/1")
    let kept = try #require(
      try world.rows.record(ReceivedInvitation.self, key: TestWorld.key.bytes + mine.root.bytes))
    let key = try SigningKey(
      scalar: Array(try #require(kept.leaf).sealedKey.bytes.reversed()))
    #expect(try key.publicKey == mine.leaf(of: world.device.baseKey.publicKey)?.publicKey)
  }

  @Test mutating func `an identity for newer devices stands under the card that is there`() throws {
    func isRenewed(_ identity: PreparedIdentity, from sender: TestAccount) throws -> Bool {
      let outcome = try world.receive(
        .invitation(
          world.invitation(identity, map: [identity.mapEntry, hers.mapEntry])),
        world.arrival(from: sender))
      if case .renewed = outcome { return true }
      return false
    }
    let old = try world.identity(bob, statement: 0)
    #expect(try !isRenewed(old, from: alice))
    // Mallory shares it, too.
    #expect(try !isRenewed(world.identity(bob), from: mallory))
    #expect(try isRenewed(mine, from: alice))
    let both = try ReceivedInvitation.usable(TestWorld.key, world.rows)
    #expect(both.first?.root == mine.root)
  }

  @Test mutating func `what is kept of an invitation has no seed in it`() throws {
    _ = try world.receive(
      .invitation(world.invitation(mine, map: map)), world.arrival(from: alice))
    let seed = mine.seed.exportBytes()
    for kind in [ReceivedInvitation.kind, KnownMembership.kind] {
      for value in world.rows.sharingValues(kind: kind, prefix: []) {
        let text = String(decoding: value, as: UTF8.self)
        #expect(!text.contains(Base64URL.encode(seed)))
        #expect(!text.contains(Base64URL.encode(seed.reversed())))
      }
    }
  }

  @Test mutating func `a link of another origin than the audience is a plain link`() throws {
    for link in [
      "https://docs.example.evil.test/d/1", "https://docs.example@evil.test/", "nothing",
    ] {
      let invitation = world.invitation(mine, map: map, link: link)
      let outcome = try world.receive(.invitation(invitation), world.arrival(from: alice))
      #expect(outcome.warning == .refused(.audienceMismatch))
    }
    #expect(try ReceivedInvitation.usable(TestWorld.key, world.rows).isEmpty)
  }

  @Test
  mutating func
    `the recipient checks the sender: a root that does not follow from my own device list is a plain link with a warning and never used`()
    throws
  {
    // A leaf more: the tree is made for bob's devices and one of mallory's.
    let planted = try IdentityTree(
      bases: bob.chain.newest.collaborationKeys + mallory.chain.newest.collaborationKeys,
      seed: mine.seed, context: mine.context)
    var invitation = world.invitation(mine, map: map)
    invitation.identity.root = planted.root
    invitation.identityMap = [
      IdentityMapEntry(account: bob.id, root: planted.root), hers.mapEntry,
    ]
    let outcome = try world.receive(.invitation(invitation), world.arrival(from: mallory))
    #expect(outcome.warning == .refused(.rootMismatch))
    #expect(try ReceivedInvitation.usable(TestWorld.key, world.rows).isEmpty)
  }

  @Test mutating func `a root with a device left out is a plain link`() throws {
    let short = try IdentityTree(
      bases: [bob.devices[0].baseKey.publicKey], seed: mine.seed, context: mine.context)
    var invitation = world.invitation(mine, map: map)
    invitation.identity.root = short.root
    let outcome = try world.receive(.invitation(invitation), world.arrival(from: mallory))
    #expect(outcome.warning == .refused(.rootMismatch))
  }

  @Test mutating func `a seed made for another collaboration is a plain link`() throws {
    let other = CollaborationKey(
      audience: TestPeople.docs, collaborationID: try CollaborationID("another"))
    let invitation = world.invitation(try world.identity(bob, key: other), map: map)
    let outcome = try world.receive(.invitation(invitation), world.arrival(from: mallory))
    #expect(outcome.warning == .refused(.rootMismatch))
  }

  @Test mutating func `an invitation that tells others another root is a plain link`() throws {
    for map in [[hers.mapEntry], [IdentityMapEntry(account: bob.id, root: hers.root)]] {
      let outcome = try world.receive(
        .invitation(world.invitation(mine, map: map)), world.arrival(from: mallory))
      #expect(outcome.warning == .refused(.mapMismatch))
    }
  }

  @Test mutating func `somebody outside the conversation invites nobody`() throws {
    let outcome = try world.receive(
      .invitation(world.invitation(mine, map: map)),
      world.arrival(from: mallory, isMember: false))
    #expect(outcome.warning == .refused(.senderNotMember))
  }

  @Test mutating func `a removed device invites nobody`() throws {
    let outcome = try world.receive(
      .invitation(world.invitation(mine, map: map)),
      world.arrival(from: alice, isFromRemovedDevice: true))
    #expect(outcome.warning == .refused(.removedDevice))
  }

  @Test mutating func `a forged device list of mine is an alarm and a plain link`() throws {
    var invitation = world.invitation(mine, map: map)
    invitation.identity.statement.hash = StatementHash(
      unchecked: [UInt8](repeating: 1, count: 32))
    guard
      case .warned(let link, let alarm) = try world.receive(
        .invitation(invitation), world.arrival(from: mallory))
    else {
      Issue.record("used")
      return
    }
    #expect(link.reason == .refused(.deviceListAlarm) && alarm?.reason == .reportedFork)
  }

  @Test mutating func `a device list newer than mine waits, sealed, for a look at the relay`()
    throws
  {
    var newer = bob
    try newer.change(to: [bob.devices[0]])
    let identity = try world.identity(newer)
    let invitation = world.invitation(identity, map: [identity.mapEntry, hers.mapEntry])
    let arrival = world.arrival(from: alice)
    guard case .pending(.ownChain) = try world.receive(.invitation(invitation), arrival) else {
      Issue.record("not pending")
      return
    }
    let pending = try #require(
      try world.rows.record(
        PendingContent.self, key: arrival.senderDevice.bytes + arrival.messageID.bytes))
    let stored = try String(decoding: StrictJSON.encode(pending), as: UTF8.self)
    #expect(!stored.contains(Base64URL.encode(identity.seed.exportBytes())))

    var unknown = world
    let outcome = try unknown.receive(
      .invitation(invitation), arrival, fetched: .init(ownChain: true))
    #expect(outcome.warning == .refused(.deviceListAlarm))
    world.me = newer
    let usable = try world.receive(.invitation(invitation), arrival, fetched: .init(ownChain: true))
    #expect(usable.highlight?.canProve == true)
  }

  @Test mutating func `a device added after the identity was made has a highlight without a proof`()
    throws
  {
    world.device = bob.devices[1]
    let old = try world.identity(bob, statement: 0)
    let invitation = world.invitation(old, map: [old.mapEntry, hers.mapEntry])
    let outcome = try world.receive(.invitation(invitation), world.arrival(from: alice))
    #expect(outcome.highlight?.canProve == false)
  }

  @Test mutating func `the same sender cannot give somebody's root to another`() throws {
    _ = try world.receive(
      .invitation(world.invitation(mine, map: map)), world.arrival(from: alice))
    let second = try world.identity(bob)
    let stolen = IdentityMapEntry(account: mallory.id, root: hers.root)
    let outcome = try world.receive(
      .invitation(world.invitation(second, map: [second.mapEntry, stolen])),
      world.arrival(from: alice, message: 2))
    #expect(outcome.warning == .contradictsEarlier)
  }

  @Test mutating func `an invitation delivered twice is one`() throws {
    for _ in 0..<2 {
      _ = try world.receive(
        .invitation(world.invitation(mine, map: map)), world.arrival(from: alice))
    }
    #expect(try ReceivedInvitation.usable(TestWorld.key, world.rows).count == 1)
  }

  @Test mutating func `another device of the initiator can manage what was shared`() throws {
    world = TestWorld(alice)
    _ = try world.receive(
      .invitation(world.invitation(hers, map: map)), world.arrival(from: alice))
    let shared = try #require(
      try world.rows.record(
        SharedCollaboration.self, key: TestWorld.conversation.bytes + TestWorld.key.bytes))
    #expect(shared.accounts == [alice.id, bob.id])
  }
}
