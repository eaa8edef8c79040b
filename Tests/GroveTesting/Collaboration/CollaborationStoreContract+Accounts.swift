import CollaborationDomain
import GroveIdentity
import Testing

extension CollaborationStoreContract {
  private static let password = PasswordRecord(
    salt: [1], cost: 2, blockSize: 8, parallelism: 1, hash: [2])

  static func session(_ number: Int, of account: AccountLabel) -> SessionRecord {
    SessionRecord(
      hash: CollaborationWorld.fill(number), account: account, createdAt: UInt64(number),
      expiresAt: .max >> 1)
  }

  /// A local account with one session.
  static func register(_ name: String, in store: any CollaborationStore) async throws
    -> AccountLabel
  {
    let label = try CollaborationWorld.account(name)
    let account = AccountRecord(
      account: label, displayName: name, password: password, createdAt: 1)
    _ = try await store.change {
      try AccountRules.create(account, session: session(1, of: label), reading: $0)
    }.get()
    return label
  }

  static func accountsAndLinks(_ store: any CollaborationStore) async throws {
    let labels = try ["d", "a", "c", "\u{00E9}", "b"].map { try CollaborationWorld.account($0) }
    try await store.change { _ in
      Decision(
        (),
        changes: labels.map {
          .putAccount(
            AccountRecord(account: $0, displayName: "x", password: nil, createdAt: 1))
        })
    }
    let sorted = labels.sorted()
    try await store.read { (reader) throws -> Void in
      #expect(try reader.accounts(after: nil, limit: 2).map(\.account) == Array(sorted[..<2]))
      #expect(
        try reader.accounts(after: sorted[1], limit: 9).map(\.account) == Array(sorted[2...]))
      #expect(try reader.accounts(after: sorted[4], limit: 9).isEmpty)
    }
    let links = (1...2).map {
      PasswordResetRecord(
        account: labels[0], hash: CollaborationWorld.fill($0), expiresAt: UInt64($0))
    }
    for link in links {
      try await store.change { _ in Decision((), changes: [.putPasswordReset(link)]) }
    }
    #expect(try await store.read { try $0.passwordReset(links[0].hash) } == nil)
    #expect(try await store.read { try $0.passwordReset(of: labels[0]) } == links[1])
    try await store.change { _ in ExpiryRules.purge(at: 2) }
    #expect(try await store.read { try $0.passwordReset(of: labels[0]) } == nil)
  }

  static func oneReset(_ store: any CollaborationStore) async throws {
    let bob = try await register("bob", in: store)
    let reset = PasswordResetRecord(
      account: bob, hash: CollaborationWorld.fill(3), expiresAt: 100)
    _ = try await store.change { try PasswordResetRules.issue(reset, reading: $0) }.get()
    let used = try await withThrowingTaskGroup(of: PasswordRecord?.self) { group in
      for number in 1...16 {
        group.addTask {
          var chosen = password
          chosen.hash = [UInt8(number)]
          let answer = try await store.change { [chosen] in
            try PasswordResetRules.use(reset.hash, for: chosen, at: 99, reading: $0)
          }
          #expect([nil, .resetInvalid].contains(answer.refusal))
          return answer.refusal == nil ? chosen : nil
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }.compactMap(\.self)
    #expect(used.count == 1)
    #expect(try await store.read { try $0.account(bob)?.password } == used.first)
    #expect(try await store.read { try $0.sessions(of: bob) }.isEmpty)
  }

  static func signInVersusDisabling(_ store: any CollaborationStore) async throws {
    for round in 1...8 {
      let bob = try await register("bob\(round)", in: store)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 2...20 {
          group.addTask {
            let answer = try await store.change {
              try AccountRules.signIn(
                session(round * 100 + number, of: bob), checked: password, reading: $0)
            }
            #expect([nil, .accountDisabled].contains(answer.refusal))
          }
        }
        group.addTask {
          _ = try await store.change {
            try OperatorRules.disable(bob, reason: "", at: 5, reading: $0)
          }.get()
        }
        try await group.waitForAll()
      }
      #expect(try await store.read { try $0.sessions(of: bob) }.isEmpty)
    }
  }

  /// Ann shares a document with Bob; both are deleted, he first.
  static func deletionLeavesTheLabel(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    try await world.share([1, 2])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    _ = try await world.grant(2, to: "eve", nonce: 2).get()
    _ = try await world.append(1, by: "bob").get()
    for number in 2...40 { _ = try await world.createDocument(number, by: "bob").get() }
    let (ann, bob) = (try CollaborationWorld.account("ann"), try CollaborationWorld.account("bob"))
    #expect(
      try await store.change {
        try AccountDeletion.deleteDocuments(of: bob, at: 1, reading: $0)
      }.refusal == .conflict, "only what is closed is taken apart")
    let knock = KnockRecord(
      id: .zero, collaborationID: try CollaborationID("other"), account: bob, note: nil, at: 1)
    let provider = ProviderIdentity(issuer: "https://id.example", subject: "bob")
    try await store.change { _ in
      Decision(
        (),
        changes: [
          .putKnock(knock), .putWaitingKnock(knock),
          .putProviderLink(ProviderLink(identity: provider, account: bob, linkedAt: 1)),
        ])
    }
    #expect(try await delete(bob, world) == [16, 16, 7])
    #expect(try await world.access(of: "bob") == nil)
    #expect(try await world.access(of: "eve") == .readWrite, "others keep what they have")
    #expect(try await world.log().last?.kind == .left(bob))
    #expect(try await world.log().contains { $0.account == bob && $0.updateID != nil })
    try await store.read { (reader) throws -> Void in
      #expect(
        try reader.identity(CollaborationWorld.root(1), in: try CollaborationWorld.collaboration(1))
          != nil)
      #expect(try reader.knock(by: bob, in: knock.collaborationID) == nil)
      #expect(try reader.waitingKnock(by: bob, in: knock.collaborationID) == nil)
      #expect(try reader.answer(to: CollaborationWorld.request(10_002), by: bob) == nil)
      #expect(try reader.providerLink(of: provider) == nil)
      #expect(try reader.account(bob)?.disabled?.isDeleted == true)
      #expect(try reader.account(bob)?.displayName == bob.text)
      #expect(try reader.countDocuments(ownedBy: bob, upTo: 9) == 0)
    }
    #expect(try await delete(bob, world) == [], "again is no harm")
    #expect(try await delete(ann, world) == [1])
    #expect(try await world.access(of: "eve") == nil)
    #expect(try await world.log().isEmpty)
  }

  /// - Returns: how many documents each step took.
  private static func delete(_ label: AccountLabel, _ world: CollaborationWorld) async throws
    -> [Int]
  {
    let (store, now) = (world.store, world.now)
    _ = try await store.change { try AccountDeletion.begin(label, at: now, reading: $0) }.get()
    var taken: [Int] = []
    while true {
      let step = try await store.change {
        try AccountDeletion.deleteDocuments(of: label, at: now, reading: $0)
      }.get()
      if step.isEmpty { break }
      taken.append(step.count)
    }
    while try await store.change({
      try AccountDeletion.leave(label, at: now, reading: $0)
    }).get() != nil {}
    return taken
  }
}
