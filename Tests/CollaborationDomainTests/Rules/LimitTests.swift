import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// What outside can make grow has an end (docs/LIMITS.md, "Documents and identities").
@Suite struct LimitTests {
  let world = CollaborationWorld(MemoryStore())

  private func filled(_ changes: [CollaborationChange]) async throws {
    try await world.store.change { _ in Decision((), changes: changes) }
  }

  private func number<Value: FixedBytes>(_ number: Int) -> Value {
    let bytes = withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
    return Value(unchecked: [UInt8](repeating: 9, count: Value.byteCount - 8) + bytes)
  }

  @Test func `an account owns ten thousand documents and not one more, until one is deleted`()
    async throws
  {
    let ann = try CollaborationWorld.account("ann")
    _ = try await world.createDocument(1).get()
    try await filled(
      (1..<DocumentRules.maximumOwned).map { count in
        .putDocument(
          DocumentRecord(
            id: number(count), owner: ann, title: "t", location: "/", createdAt: 1))
      })
    #expect(try await world.createDocument(2) == .failure(.limitExceeded))
    let call = try world.call("ann")
    _ = try await world.store.change {
      try DocumentRules.delete(CollaborationWorld.document(1), for: call, reading: $0)
    }.get()
    _ = try await world.createDocument(2).get()
  }

  @Test func `a log takes a million entries and then no update`() async throws {
    _ = try await world.createDocument(1).get()
    let (id, call) = (CollaborationWorld.document(1), try world.call("ann"))
    var document = try #require(try await world.store.read { try $0.document(id) })
    document.lastSequence = UpdateRules.maximumEntries
    try await filled([.putDocument(document)])
    let answer = try await world.store.change {
      try UpdateRules.append(
        UpdateRules.Update(.edit, [1], updateID: CollaborationWorld.request(7)), to: id, for: call,
        reading: $0)
    }
    #expect(answer == .failure(.limitExceeded))
  }

  @Test func `a page of participants ends by its bytes, and the pages together are all of them`()
    async throws
  {
    try await world.share()
    let (id, call) = (try CollaborationWorld.collaboration(1), try world.call("ann"))
    let name = String(repeating: "n", count: 128)
    try await filled(
      try (0..<1000).flatMap { count -> [CollaborationChange] in
        let label = String("\(count)-" + String(repeating: "a", count: 255)).prefix(255)
        let account = try AccountLabel(String(label))
        return [
          .putAccount(
            AccountRecord(account: account, displayName: name, password: nil, createdAt: 1)),
          .insertIdentity(
            IdentityRecord(
              collaborationID: id, root: number(count), activationEpoch: 1, addedBy: account,
              addedAt: 1)),
          .putBinding(
            BindingRecord(
              collaborationID: id, root: number(count), account: account, epoch: 1, boundAt: 1)),
        ]
      })
    var (found, pages, after): ([RootHash], Int, RootHash?) = ([], 0, nil)
    while true {
      let (last, page) = (
        after,
        try await world.store.read { [after] in
          try IdentityRules.participants(in: id, after: after, limit: 1000, for: call, reading: $0)
        }.get()
      )
      found += page.participants.map(\.identity.root)
      pages += 1
      #expect(page.participants.count < 400)
      after = page.participants.last?.identity.root
      #expect(after != last)
      if !page.more { break }
    }
    #expect(found == (0..<1000).map { number($0) as RootHash })
    #expect(pages >= 3)
  }

  @Test func `the hundred and first session of an account ends the one unused longest`()
    async throws
  {
    let password = PasswordRecord(
      salt: [1], cost: 1, blockSize: 1, parallelism: 1, hash: [2])
    let ann = try AccountLabel("ann@docs.example")
    func session(_ count: Int) -> SessionRecord {
      SessionRecord(
        hash: number(count), account: ann, createdAt: UInt64(count), expiresAt: 1_000_000)
    }
    try await filled([
      .putAccount(
        AccountRecord(account: ann, displayName: "Ann", password: password, createdAt: 1))
    ])
    for count in 1...AccountRules.maximumSessions + 5 {
      let next = session(count)
      let signedIn = try await world.store.change {
        try AccountRules.signIn(next, checked: password, reading: $0)
      }.get()
      let isOver = count > AccountRules.maximumSessions
      #expect(
        signedIn.ended == (isOver ? [session(count - AccountRules.maximumSessions).hash] : []))
    }
    let kept = try await world.store.read { try $0.sessions(of: ann) }
    #expect(kept.map(\.hash) == (6...105).reversed().map { session($0).hash })
  }

  @Test func `a collaboration takes a hundred thousand identities and not one more`() async throws {
    try await world.share()
    let (id, call) = (try CollaborationWorld.collaboration(1), try world.call("ann"))
    let most = IdentityRules.maximumIdentities
    try await filled(
      (0..<most - 1).map { count in
        .insertIdentity(
          IdentityRecord(
            collaborationID: id, root: number(count), activationEpoch: 1,
            addedBy: call.caller.account,
            addedAt: 1))
      })
    func add(_ count: Int, request: Int) async throws -> Outcome<Revocation> {
      let roots: [RootHash] = (0..<count).map { number(most + request * 10 + $0) }
      let update = try #require(IdentityRules.Update(add: roots, remove: [], replace: []))
      return try await world.store.change {
        try IdentityRules.update(
          update, of: id, requestID: CollaborationWorld.request(100 + request), for: call,
          reading: $0)
      }
    }
    #expect(try await add(2, request: 1) == .failure(.limitExceeded))
    _ = try await add(1, request: 2).get()
    #expect(try await add(1, request: 3) == .failure(.limitExceeded))
  }

  @Test func `identities removed before they came are limited, and who is there can be removed`()
    async throws
  {
    try await world.share([1])
    let id = try CollaborationWorld.collaboration(1)
    let most = IdentityRules.maximumWithdrawn
    try await filled(
      (0..<most - 1).map { count in
        .withdrawIdentity(
          WithdrawnIdentity(
            collaborationID: id, root: number(1_000 + count), expiresAt: world.now + 1))
      })
    _ = try await world.update(remove: [2], request: 1).get()
    #expect(try await world.update(remove: [3], request: 2).refusal == .limitExceeded)
    #expect(try await world.update(replace: [(3, 1)], request: 4).refusal == .limitExceeded)
    _ = try await world.update(remove: [1], request: 3).get()
  }

  @Test func `an owner is shown a thousand open knocks, and further ones are dropped`() async throws
  {
    try await world.share()
    let id = try CollaborationWorld.collaboration(1)
    try await filled(
      (0..<KnockRules.maximumOpen - 1).map { count in
        .putKnock(
          KnockRecord(
            id: number(count), collaborationID: id,
            account: try AccountLabel("\(count)@docs.example"), note: nil, at: 1))
      })
    for (name, knock) in [("bob", 201), ("eve", 202)] {
      let call = try world.call(name)
      _ = try await world.store.change {
        try KnockRules.knock(
          id, id: CollaborationWorld.knock(knock), note: nil, for: call, reading: $0)
      }.get()
      for waiting in try await world.store.read({ try $0.waitingKnocks(in: id, limit: 10) }) {
        _ = try await world.store.change { try KnockRules.deliver(waiting, reading: $0) }
      }
      #expect(try await world.store.read { try $0.waitingKnocks(in: nil, limit: 10) }.isEmpty)
    }
    let open = try await world.store.read { try $0.openKnocks(in: id, limit: 2000) }
    #expect(open.count == KnockRules.maximumOpen)
    #expect(open.last?.account == (try CollaborationWorld.account("bob")))
  }
}
