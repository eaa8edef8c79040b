import CollaborationDomain
import GroveIdentity
import Testing

extension CollaborationStoreContract {
  static func rowsComeBack(_ store: any CollaborationStore) async throws {
    // Long because it names every kind of row once, written and read.
    let world = CollaborationWorld(store)
    let bob = try CollaborationWorld.account("bob")
    let eve = try CollaborationWorld.account("eve")
    let account = AccountRecord(
      account: bob, displayName: "Bob B\u{00F6}b",
      password: PasswordRecord(
        salt: [1, 2], cost: 32_768, blockSize: 8, parallelism: 1, hash: [3, 4, 5]),
      createdAt: world.now,
      disabled: AccountRecord.Disabled(at: 13, reason: "why \u{00F6}", isDeleted: true),
      bornOf: CollaborationWorld.root(15))
    let reset = PasswordResetRecord(
      account: bob, hash: CollaborationWorld.fill(14), expiresAt: .max >> 1)
    let code = SignInCodeRecord(
      account: bob, session: CollaborationWorld.fill(9), hash: CollaborationWorld.fill(15),
      expiresAt: .max >> 1)
    let name = SignInName(name: try AccountLabel("b\u{00F6}b@example.org"), account: bob)
    let session = SessionRecord(
      hash: CollaborationWorld.fill(9), account: bob, createdAt: world.now, expiresAt: .max >> 1,
      lastUsedAt: 12, device: "Firefox on Linux")
    let document = DocumentRecord(
      id: CollaborationWorld.document(4), owner: bob, title: "Title", location: "/a",
      createdAt: 5, lastSequence: 0, collaborationID: try CollaborationWorld.collaboration(4),
      deletedAt: nil, firstLines: "Fl\u{00F6}ur\n")
    let collaboration = CollaborationRecord(
      id: try CollaborationWorld.collaboration(4), documentID: document.id, epoch: 1 << 33,
      options: SelectedShareOptions(
        access: .readOnly, allowsComments: false, allowsMentions: true, appSelection: "{}"),
      preparedAt: 6, wasUsed: true, endedAt: nil)
    let identity = IdentityRecord(
      collaborationID: collaboration.id, root: CollaborationWorld.root(1), activationEpoch: 7,
      addedBy: bob, addedAt: 8, origin: .knock, replaced: CollaborationWorld.root(4),
      person: CollaborationWorld.root(6))
    let knock = KnockRecord(
      id: CollaborationWorld.knock(2), collaborationID: collaboration.id, account: bob,
      note: "please", at: 9, ignoredAt: 10)
    let caused = CausedEvent(
      documentID: document.id, account: bob, kind: .deleted, at: 11, root: identity.root)
    let answer = StoredAnswer(
      account: bob, requestID: CollaborationWorld.request(1),
      answer: .identitiesUpdated(collaboration.id, epoch: 3, lost: [bob]), expiresAt: 12)
    let snapshot = SnapshotRecord(documentID: document.id, sequence: 0, data: [7, 8, 9])
    try await store.change { _ in
      Decision(
        (),
        changes: [
          .putAccount(account), .putSession(session), .putDocument(document),
          .putCollaboration(collaboration), .insertIdentity(identity), .putKnock(knock),
          .putCausedEvent(caused), .storeAnswer(answer), .putSnapshot(snapshot),
          .putPasswordReset(reset), .putSignInCode(code), .putSignInName(name),
        ])
    }
    try await store.read { (reader) throws -> Void in
      #expect(try reader.account(bob) == account)
      #expect(try reader.session(session.hash) == session)
      #expect(try reader.passwordReset(reset.hash) == reset)
      #expect(try reader.passwordReset(of: bob) == reset)
      #expect(try reader.passwordReset(of: eve) == nil)
      #expect(try reader.signInCode(code.hash) == code)
      #expect(try reader.signInCode(of: bob) == code)
      #expect(try reader.signInCode(of: eve) == nil)
      #expect(try reader.signInName(name.name) == name && reader.signInName(of: bob) == name)
      #expect(try reader.signInName(bob) == nil && reader.signInName(of: eve) == nil)
      #expect(try reader.document(document.id) == document)
      #expect(try reader.collaboration(collaboration.id) == collaboration)
      #expect(try reader.identity(identity.root, in: collaboration.id) == identity)
      #expect(try reader.knock(by: bob, in: collaboration.id) == knock)
      #expect(try reader.knock(knock.id, in: collaboration.id) == knock)
      #expect(try reader.knocks(by: bob) == [knock] && reader.knocks(by: eve).isEmpty)
      #expect(try reader.openKnocks(in: collaboration.id, limit: 10).isEmpty)
      #expect(try reader.snapshotSize(of: document.id) == snapshot.data.count)
      #expect(try reader.countOpenKnocks(in: collaboration.id, upTo: 10) == 0)
      #expect(try reader.causedEvent(.deleted, by: bob, in: document.id) == caused)
      #expect(try reader.causedEvent(.edit, by: bob, in: document.id) == nil)
      #expect(try reader.answer(to: answer.requestID, by: bob) == answer)
      #expect(try reader.answer(to: answer.requestID, by: eve) == nil)
      #expect(try reader.snapshot(of: document.id) == snapshot)
      #expect(try reader.hasIdentity(in: collaboration.id))
    }
    let note = CollaborationChange.noteReplaced(
      collaboration.id, identity.root, inPlaceOf: CollaborationWorld.root(5))
    try await store.change { _ in Decision((), changes: [note, .removeSession(session.hash)]) }
    let noted = try await store.read { try $0.identity(identity.root, in: collaboration.id) }
    #expect(noted?.replaced == CollaborationWorld.root(5))
    #expect(try await store.read { try $0.session(session.hash) } == nil)
  }

  static func personsAreKept(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    try await world.share([1, 2])
    let here = try CollaborationWorld.collaboration(1)
    func named(_ person: Int, limit: Int = 10, in id: CollaborationID? = nil) async throws
      -> [RootHash]
    {
      try await store.read {
        try $0.identities(ofPerson: CollaborationWorld.root(person), in: id ?? here, limit: limit)
      }.map(\.root)
    }
    func roots(_ numbers: Int...) -> [RootHash] { numbers.map(CollaborationWorld.root).sorted() }
    #expect(try await named(1) == [])
    _ = try await world.update(add: [3, 4, 5], persons: [3: 1, 4: 1, 5: 2], request: 1).get()
    #expect(try await named(1) == roots(3, 4))
    #expect(try await named(1, limit: 1) == Array(roots(3, 4).prefix(1)))
    #expect(try await named(2) == roots(5))
    #expect(try await named(1, in: CollaborationWorld.collaboration(2)) == [])
    let note = CollaborationChange.notePerson(
      here, CollaborationWorld.root(5), of: CollaborationWorld.root(1))
    try await store.change { _ in Decision((), changes: [note]) }
    #expect(try await named(1) == roots(3, 4, 5))
    _ = try await world.update(remove: [4], only: true, request: 2).get()
    #expect(try await named(1) == roots(3, 5))
  }

  static func knocksWait(_ store: any CollaborationStore) async throws {
    let (bob, eve) = (
      try CollaborationWorld.account("bob"), try CollaborationWorld.account("eve")
    )
    let (nowhere, other) = (try CollaborationID("unknown"), try CollaborationID("other"))
    func knock(_ number: Int, _ id: CollaborationID, _ account: AccountLabel) -> KnockRecord {
      KnockRecord(
        id: CollaborationWorld.knock(number), collaborationID: id, account: account,
        note: number == 1 ? "note" : nil, at: UInt64(number))
    }
    let (first, second, third) = (
      knock(1, nowhere, eve), knock(2, nowhere, bob), knock(3, other, eve)
    )
    let changes = [third, second, first, knock(4, nowhere, eve)]
      .map { CollaborationChange.putWaitingKnock($0) }
    try await store.change { _ in Decision((), changes: changes) }
    try await store.read { (reader) throws -> Void in
      #expect(try reader.waitingKnock(by: eve, in: nowhere) == first, "the first one stays")
      #expect(try reader.waitingKnock(by: bob, in: other) == nil)
      #expect(try reader.waitingKnocks(in: nil, limit: 10) == [first, second, third])
      #expect(try reader.waitingKnocks(in: nil, limit: 2) == [first, second])
      #expect(try reader.waitingKnocks(in: other, limit: 10) == [third])
      #expect(try reader.knock(by: eve, in: nowhere) == nil, "waiting is not being heard")
      #expect(try reader.knocks(by: eve) == [first, third], "an account's own, wherever")
    }
    try await store.change { _ in Decision((), changes: [.removeWaitingKnock(nowhere, eve)]) }
    #expect(
      try await store.read { try $0.waitingKnocks(in: nowhere, limit: 10) } == [second])
  }

  static func sessionsGiveWay(_ store: any CollaborationStore) async throws {
    let bob = try CollaborationWorld.account("bob")
    let password = PasswordRecord(salt: [1], cost: 2, blockSize: 8, parallelism: 1, hash: [2])
    let account = AccountRecord(account: bob, displayName: "Bob", password: password, createdAt: 0)
    @Sendable func session(_ number: Int) -> SessionRecord {
      SessionRecord(
        hash: CollaborationWorld.fill(number), account: bob, createdAt: UInt64(number),
        expiresAt: .max >> 1)
    }
    _ = try await store.change {
      try AccountRules.create(account, session: session(1), reading: $0)
    }.get()
    for number in 2...100 {
      let ended = try await store.change {
        try AccountRules.signIn(session(number), checked: password, reading: $0)
      }.get().ended
      #expect(ended.isEmpty)
    }
    // The oldest is used, so it is another that has not been for longest.
    let uses = [session(1).hash: UInt64(1 << 40), CollaborationWorld.fill(200): 1 << 40]
    try await store.change { try SessionRules.note(uses, reading: $0) }
    let ended = try await store.change {
      try AccountRules.signIn(session(101), checked: password, reading: $0)
    }.get().ended
    #expect(ended == [session(2).hash])
    try await store.read { (reader) throws -> Void in
      let sessions = try reader.sessions(of: bob)
      #expect(sessions.count == 100)
      #expect(sessions.first?.hash == session(1).hash && sessions.first?.lastUsedAt == 1 << 40)
      #expect(sessions.last?.hash == session(3).hash)
      #expect(try reader.session(CollaborationWorld.fill(200)) == nil)
    }
  }

  static func entriesComeBack(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    _ = try await world.createDocument().get()
    let ann = try CollaborationWorld.account("ann")
    let bob = try CollaborationWorld.account("bob")
    let kinds: [EventRecord.Kind] = [
      .edit(updateID: CollaborationWorld.request(1), data: [0, 255]),
      .comment(updateID: CollaborationWorld.request(2), data: []), .renamed(title: "T"),
      .moved(location: "/x"), .optionsChanged(CollaborationWorld.everything), .granted(bob),
      .removed(bob), .removed(nil), .left(bob), .knocked(bob),
    ]
    let entries = kinds.enumerated().map { index, kind in
      EventRecord(
        documentID: CollaborationWorld.document(1), sequence: UInt64(index + 1), kind: kind,
        account: ann, at: world.now + UInt64(index))
    }
    #expect(try await store.read { try $0.lastUpdate(of: CollaborationWorld.document(1)) } == nil)
    try await store.change { _ in
      Decision((), changes: entries.map { .appendEvent($0) })
    }
    #expect(try await world.log() == entries)
    try await store.read { (reader) throws -> Void in
      let id = CollaborationWorld.document(1)
      // The new title is the third: who came, went and asked since has changed nothing in it.
      #expect(try reader.lastUpdate(of: id) == entries[2].at)
      #expect(
        try reader.events(of: id, after: 3, limit: 2, bytes: .max) == Array(entries[3..<5]))
      #expect(try reader.events(of: id, after: .max, limit: 2, bytes: .max).isEmpty)
      // A page ends with the entry that fills it, and one always comes.
      let size = entries[0].size
      #expect(try reader.events(of: id, after: 0, limit: 9, bytes: 1) == Array(entries[..<1]))
      #expect(
        try reader.events(of: id, after: 0, limit: 9, bytes: size + 1) == Array(entries[..<2]))
      #expect(try reader.snapshotSize(of: id) == 0)
      #expect(try reader.document(id)?.lastSequence == 10)
      #expect(try reader.sequence(ofUpdate: CollaborationWorld.request(2), in: id) == 2)
      #expect(try reader.sequence(ofUpdate: CollaborationWorld.request(3), in: id) == nil)
    }
  }

  static func participantPages(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    try await world.share(Array(1...25))
    for root in [3, 9, 20] { _ = try await world.grant(root, to: "p\(root)", nonce: root).get() }
    let id = try CollaborationWorld.collaboration(1)
    for (onlyBound, expected) in [(false, Array(1...25)), (true, [3, 9, 20])] {
      var seen: [RootHash] = []
      var page: [ParticipantRecord] = []
      repeat {
        let after = seen.last
        page = try await store.read {
          try $0.participants(in: id, after: after, limit: 2, onlyBound: onlyBound)
        }
        seen += page.map(\.identity.root)
      } while !page.isEmpty
      #expect(seen == expected.map(CollaborationWorld.root))
    }
    let first = try await store.read {
      try $0.participants(in: id, after: CollaborationWorld.root(2), limit: 1, onlyBound: false)
    }
    let third = try CollaborationWorld.account("p3")
    #expect(first.first?.binding?.account == third)
  }

  static func documentLists(_ store: any CollaborationStore) async throws {
    var world = CollaborationWorld(store)
    for number in 1...3 {
      world.now += 1
      _ = try await world.createDocument(number).get()
    }
    _ = try await world.prepare().get()
    _ = try await world.update(add: [1, 2], request: 1).get()
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    _ = try await world.grant(2, to: "bob", nonce: 2).get()
    let ann = try CollaborationWorld.account("ann")
    let bob = try CollaborationWorld.account("bob")
    try await store.read { (reader) throws -> Void in
      let owned = try reader.documents(ownedBy: ann, kind: nil, after: nil, limit: 9)
      #expect(owned.map(\.id) == [3, 2, 1].map(CollaborationWorld.document))
      let granted = try reader.documents(grantedTo: bob, kind: nil, after: nil, limit: 9)
      #expect(granted.map(\.id) == [CollaborationWorld.document(1)])
      #expect(try reader.documents(ownedBy: bob, kind: nil, after: nil, limit: 9).isEmpty)
      #expect(try reader.documents(grantedTo: ann, kind: nil, after: nil, limit: 9).isEmpty)
      #expect(
        try reader.documents(ownedBy: ann, kind: nil, after: nil, limit: 2) == Array(owned[..<2]))
      #expect(
        try reader.documents(ownedBy: ann, kind: nil, after: owned[1].place, limit: 9) == [owned[2]]
      )
      #expect(
        try reader.documents(grantedTo: bob, kind: nil, after: granted[0].place, limit: 9).isEmpty)
    }
  }

  static func endingLeaves(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    try await world.share([1, 2])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    let id = try CollaborationWorld.collaboration(1)
    let call = try world.call("ann")
    let revocation = try await store.change { reader in
      try SharingRules.end(id, onlyUnused: false, for: call, reading: reader)
    }.get()
    #expect(revocation.lost.count == 1)
    try await store.read { (reader) throws -> Void in
      #expect(try !reader.hasIdentity(in: id))
      #expect(try reader.boundAccounts(in: id).isEmpty)
      #expect(try reader.collaboration(id)?.endedAt == world.now)
      #expect(try reader.document(CollaborationWorld.document(1))?.collaborationID == nil)
    }
    // Its row tells an open page of the owner why, for a day.
    for (later, isThere) in [(ExpiryRules.endedFor - 1, true), (ExpiryRules.endedFor + 1, false)] {
      try await store.change { _ in ExpiryRules.purge(at: world.now + later) }
      #expect(try await store.read { try $0.collaboration(id) != nil } == isThere)
    }
  }

  static func purgeForgets(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    try await world.share([1])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    let bob = try CollaborationWorld.account("bob")
    let nonce = CollaborationWorld.nonce(1)
    try await store.change { _ in ExpiryRules.purge(at: world.now + 304_999) }
    #expect(try await store.read { try $0.usedNonce(nonce) } != nil)
    try await store.change { _ in ExpiryRules.purge(at: world.now + 305_000) }
    #expect(try await store.read { try $0.usedNonce(nonce) } == nil)
    #expect(try await world.access(of: "bob") == .readWrite)
    let ann = try CollaborationWorld.account("ann")
    _ = try await world.update(remove: [7], request: 2).get()
    let (id, root) = (try CollaborationWorld.collaboration(1), CollaborationWorld.root(7))
    let withdrawn = try await store.read {
      #expect(try $0.countWithdrawn(in: id, upTo: 10) == 1)
      return try $0.withdrawn(root, in: id)
    }
    #expect(withdrawn?.expiresAt == world.now + WithdrawnIdentity.lifetime)
    let request = CollaborationWorld.request(30_000)
    #expect(try await store.read { try $0.answer(to: request, by: ann) } != nil)
    try await store.change { _ in ExpiryRules.purge(at: world.now + StoredAnswer.lifetime) }
    #expect(try await store.read { try $0.answer(to: request, by: ann) } == nil)
    #expect(try await store.read { try $0.withdrawn(root, in: id) } == nil)
    #expect(try await store.read { try $0.account(bob) } != nil)
    #expect(try await world.log().count == 1)
  }
}
