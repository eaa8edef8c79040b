import CollaborationDomain
import GroveIdentity
import GroveMessage
import Testing

extension CollaborationStoreContract {
  static let noticeChecks: [CollaborationStoreCheck] = [
    CollaborationStoreCheck(
      sentence: "notice addresses, events and waiting notices come back as they were put",
      body: noticeRowsComeBack),
    CollaborationStoreCheck(
      sentence:
        "with an identity, a binding or an account its notice address goes and what waits for it",
      body: noticesGoWithIdentities),
    CollaborationStoreCheck(
      sentence:
        "with a collaboration every notice address goes, but for those that hear of the end",
      body: noticesGoWithCollaborations),
    CollaborationStoreCheck(
      sentence: "what is due is found relay by relay, the first due first", body: noticesAreFound),
  ]

  /// An address with a counter and a place of its own.
  static func noticeAddress(_ root: Int, of name: String, at relay: String = "https://msg.example")
    throws -> NoticeAddress
  {
    NoticeAddress(
      collaborationID: try CollaborationWorld.collaboration(1), root: CollaborationWorld.root(root),
      account: try CollaborationWorld.account(name),
      endpoint: try NoticeEndpoint("\(relay)/relay/v1/push/\(root)"), key: SigningKey().publicKey,
      secret: CollaborationWorld.fill(root), nextCounter: UInt64(root))
  }

  static func waitingNotice(to address: NoticeAddress, _ number: Int, dueAt: UInt64) throws
    -> WaitingNotice
  {
    WaitingNotice(
      address: address,
      action: NoticeAction(
        account: try CollaborationWorld.account("ann"), kind: .addedCollaborator,
        subject: CollaborationWorld.root(100 + number), actorRoot: CollaborationWorld.root(99),
        name: "Ann \u{00F6}", at: 5),
      noticeID: CollaborationWorld.fill(number), counter: UInt64(number), attempts: 2, dueAt: dueAt,
      expiresAt: dueAt + 1000)
  }

  static func noticeRowsComeBack(_ store: any CollaborationStore) async throws {
    let id = try CollaborationWorld.collaboration(1)
    let (bob, eve) = (
      try CollaborationWorld.account("bob"), try CollaborationWorld.account("eve")
    )
    let address = try noticeAddress(1, of: "bob")
    let notice = try waitingNotice(to: address, 7, dueAt: 10)
    var plain = notice
    plain.action.subject = nil
    plain.action.name = nil
    let event = NoticeEvent(
      collaborationID: id, action: notice.action, firstAt: 3, dueAt: 4, isLast: true,
      noticeID: notice.noticeID, after: CollaborationWorld.root(8))
    let bare = NoticeEvent(
      collaborationID: id, action: plain.action, firstAt: 6, dueAt: 9, changesLines: true,
      mentioned: [CollaborationWorld.root(3), CollaborationWorld.root(4)])
    let changes: [CollaborationChange] = [
      .putNoticeAddress(address), .putNoticeEvent(event), .putNoticeEvent(bare),
      .putWaitingNotice(notice), .putWaitingNotice(plain),
    ]
    try await store.change { _ in Decision((), changes: changes) }
    try await store.read { [plain] (reader) throws -> Void in
      #expect(try reader.noticeAddress(of: address.root, in: id) == address)
      #expect(try reader.noticeAddress(of: CollaborationWorld.root(2), in: id) == nil)
      #expect(try reader.hasNoticeAddress(in: id, besides: eve))
      #expect(try !reader.hasNoticeAddress(in: id, besides: bob), "nobody but Bob hears here")
      #expect(try reader.noticeEvent(event.key) == event)
      #expect(try reader.noticeEvent(bare.key) == bare)
      #expect(try reader.waitingNotice(notice.key) == notice)
      #expect(try reader.waitingNotice(plain.key) == plain)
      #expect(try reader.dueNoticeEvents(at: 8, limit: 9) == [event])
      #expect(try reader.dueNoticeEvents(at: 9, limit: 9) == [event, bare])
      #expect(try reader.nextNoticeTime(after: 3) == 4)
      #expect(try reader.nextNoticeTime(after: 9) == 10)
      #expect(try reader.nextNoticeTime(after: 10) == nil)
    }
    let removed: [CollaborationChange] = [
      .removeNoticeEvent(event.key), .removeWaitingNotice(notice.key),
      .moveNoticeAddress(id, address.root, to: CollaborationWorld.root(5)),
    ]
    try await store.change { _ in Decision((), changes: removed) }
    try await store.read { [plain] (reader) throws -> Void in
      #expect(try reader.noticeEvent(event.key) == nil)
      #expect(try reader.waitingNotice(notice.key) == nil)
      #expect(try reader.noticeAddress(of: address.root, in: id) == nil)
      var moved = address
      moved.root = CollaborationWorld.root(5)
      #expect(try reader.noticeAddress(of: moved.root, in: id) == moved)
      let key = WaitingNotice.Key(root: moved.root, event: plain.key.event)
      #expect(
        try reader.waitingNotice(key)?.noticeID == plain.noticeID, "it moves with its address")
    }
  }

  static func noticesGoWithIdentities(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    try await world.share([1, 2, 3, 4])
    let id = try CollaborationWorld.collaboration(1)
    for number in 1...4 {
      _ = try await world.grant(number, to: "bob\(number)", nonce: number).get()
      let address = try noticeAddress(number, of: "bob\(number)")
      let notice = try waitingNotice(to: address, number, dueAt: 10)
      try await store.change { _ in
        Decision((), changes: [.putNoticeAddress(address), .putWaitingNotice(notice)])
      }
    }
    let fourth = try CollaborationWorld.account("bob4")
    let changes: [CollaborationChange] = [
      .removeIdentity(id, CollaborationWorld.root(1)),
      .removeBinding(id, CollaborationWorld.root(2)),
      .forgetTraces(fourth),
    ]
    try await store.change { _ in Decision((), changes: changes) }
    try await store.read { (reader) throws -> Void in
      for number in 1...4 {
        let root = CollaborationWorld.root(number)
        #expect((try reader.noticeAddress(of: root, in: id) != nil) == (number == 3), "\(number)")
        #expect(
          try reader.countWaitingNotices(for: root, in: id, upTo: 9) == (number == 3 ? 1 : 0))
      }
    }
    let third = CollaborationWorld.root(3)
    let last: [CollaborationChange] = [.keepLastAddress(id, third), .removeIdentity(id, third)]
    try await store.change { _ in Decision((), changes: last) }
    try await store.read { (reader) throws -> Void in
      #expect(try reader.noticeAddress(of: third, in: id) == nil, "it hears of nothing else")
      #expect(
        try reader.noticeAddresses(in: id, after: nil, limit: 9, isLast: true).map(\.root)
          == [third])
      #expect(try reader.countWaitingNotices(for: third, in: id, upTo: 9) == 0)
    }
    let account = try CollaborationWorld.account("bob3")
    try await store.change { _ in Decision((), changes: [.forgetTraces(account)]) }
    #expect(
      try await store.read {
        try $0.noticeAddresses(in: id, after: nil, limit: 9, isLast: true).isEmpty
      })
  }

  static func noticesGoWithCollaborations(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    try await world.share([1])
    let id = try CollaborationWorld.collaboration(1)
    let address = try noticeAddress(1, of: "bob")
    let notice = try waitingNotice(to: address, 1, dueAt: 10)
    var event = NoticeEvent(collaborationID: id, action: notice.action, firstAt: 3, dueAt: 4)
    let rows: [CollaborationChange] = [
      .putNoticeAddress(address), .putWaitingNotice(notice), .putNoticeEvent(event),
    ]
    let ordinary = rows + [.removeMembership(id)]
    try await store.change { _ in Decision((), changes: ordinary) }
    try await store.read { (reader) throws -> Void in
      #expect(try reader.noticeAddress(of: address.root, in: id) == nil)
      #expect(try reader.waitingNotice(notice.key) == nil)
      #expect(try reader.nextNoticeTime(after: 0) == nil)
    }
    event.isLast = true
    let last =
      [rows[0], rows[1], .keepLastAddresses(id), .putNoticeEvent(event)]
      + [CollaborationChange.removeMembership(id)]
    try await store.change { _ in Decision((), changes: last) }
    try await store.read { [event] (reader) throws -> Void in
      #expect(try reader.noticeAddress(of: address.root, in: id) == nil, "nobody else finds it")
      let kept = try reader.noticeAddresses(in: id, after: nil, limit: 9, isLast: true)
      #expect(kept.map(\.root) == [address.root])
      #expect(try reader.noticeEvent(event.key) == event)
      #expect(try reader.waitingNotice(notice.key) == nil)
    }
    let (own, other) = (address.root, CollaborationWorld.root(9))
    try await store.change { _ in Decision((), changes: [.removeLastAddress(id, other)]) }
    #expect(
      try await store.read {
        try $0.noticeAddresses(in: id, after: nil, limit: 9, isLast: true).map(\.root)
      } == [own])
    try await store.change { _ in Decision((), changes: [.removeLastAddress(id, own)]) }
    #expect(
      try await store.read {
        try $0.noticeAddresses(in: id, after: nil, limit: 9, isLast: true).isEmpty
      })
    try await store.change { _ in Decision((), changes: last) }
    try await store.change { _ in Decision((), changes: [.removeLastAddresses(id)]) }
    #expect(
      try await store.read {
        try $0.noticeAddresses(in: id, after: nil, limit: 9, isLast: true).isEmpty
      })
  }

  static func noticesAreFound(_ store: any CollaborationStore) async throws {
    let (one, two) = (
      try noticeAddress(1, of: "bob", at: "https://a.example"),
      try noticeAddress(2, of: "eve", at: "https://b.example")
    )
    let notices = [
      try waitingNotice(to: one, 1, dueAt: 30), try waitingNotice(to: one, 2, dueAt: 10),
      try waitingNotice(to: one, 3, dueAt: 20), try waitingNotice(to: two, 4, dueAt: 20),
      try waitingNotice(to: two, 5, dueAt: 2000),
    ]
    try await store.change { _ in
      Decision((), changes: notices.map { .putWaitingNotice($0) })
    }
    try await store.read { (reader) throws -> Void in
      #expect(try reader.noticeRelays(dueBy: 9, limit: 9).isEmpty)
      #expect(try reader.noticeRelays(dueBy: 19, limit: 9) == [one.endpoint.relay])
      #expect(
        try reader.noticeRelays(dueBy: 30, limit: 9) == [one.endpoint.relay, two.endpoint.relay])
      #expect(
        try reader.dueNotices(to: one.endpoint.relay, at: 20, limit: 9) == [notices[1], notices[2]])
      #expect(try reader.dueNotices(to: one.endpoint.relay, at: 30, limit: 1) == [notices[1]])
      #expect(try reader.dueNotices(to: two.endpoint.relay, at: 30, limit: 9) == [notices[3]])
    }
    try await store.change { _ in ExpiryRules.purge(at: 1500) }
    try await store.read { (reader) throws -> Void in
      #expect(try reader.noticeRelays(dueBy: .max >> 1, limit: 9) == [two.endpoint.relay])
    }
  }
}
