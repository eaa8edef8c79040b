import CollaborationDomain
import GroveIdentity
import Testing

extension CollaborationStoreContract {
  private static let someone = ProviderIdentity(issuer: "https://id.example", subject: "ada")

  static func oneProviderAccount(_ store: any CollaborationStore) async throws {
    let made = try await withThrowingTaskGroup(of: AccountLabel?.self) { group in
      for number in 1...16 {
        group.addTask {
          let session = SessionRecord(
            hash: CollaborationWorld.fill(number),
            account: try CollaborationWorld.account("person-\(number)"),
            createdAt: CollaborationWorld.start, expiresAt: .max >> 1)
          let answer = try await store.change {
            try ProviderRules.signIn(session, as: someone, named: "Ada", reading: $0)
          }.get()
          guard case .signedIn = answer else { return nil }
          return session.account
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
    }
    #expect(made.count == 1)
    let link = try await store.read { try $0.providerLink(of: someone) }
    #expect(link?.account == made.first)
    for number in 1...16 {
      let label = try CollaborationWorld.account("person-\(number)")
      let isThere = try await store.read { try $0.account(label) } != nil
      #expect(isThere == (label == made.first))
    }
  }

  static func oneProviderAnswer(_ store: any CollaborationStore) async throws {
    let attempt = ProviderAttempt(
      state: CollaborationWorld.fill(1), nonce: "n", verifier: "v", purpose: .signIn,
      returnPath: .home, expiresAt: CollaborationWorld.start + ProviderAttempt.lifetime)
    let refusals = try await withThrowingTaskGroup(of: CollaborationRefusal?.self) { group in
      for _ in 0..<16 {
        group.addTask {
          try await store.change {
            try ProviderRules.take(
              attempt, answering: attempt.state.base64url, at: CollaborationWorld.start,
              reading: $0)
          }.refusal
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(refusals.count { $0 == nil } == 1)
    #expect(refusals.count { $0 == .signInUsed } == 15)
    try await store.change { _ in ExpiryRules.purge(at: attempt.expiresAt) }
    #expect(try await !store.read { try $0.isUsed(attempt.state) }, "it has expired by itself")
  }

  static func providerLinks(_ store: any CollaborationStore) async throws {
    let bob = try CollaborationWorld.account("bob")
    let eve = try CollaborationWorld.account("eve")
    let elsewhere = ProviderIdentity(issuer: "https://other.example", subject: someone.subject)
    let links = [someone, elsewhere].map {
      ProviderLink(identity: $0, account: bob, linkedAt: CollaborationWorld.start)
    }
    let accounts = [bob, eve].map {
      AccountRecord(account: $0, displayName: "x", password: nil, createdAt: 1)
    }
    try await store.change { _ in
      Decision((), changes: accounts.map { .putAccount($0) } + links.map { .putProviderLink($0) })
    }
    #expect(try await store.read { try $0.providerLinks(of: bob) } == links)
    #expect(try await store.read { try $0.providerLinks(of: eve) } == [])
    let taken = ProviderLink(identity: someone, account: eve, linkedAt: 2)
    await #expect(throws: (any Error).self) {
      try await store.change { _ in Decision((), changes: [.putProviderLink(taken)]) }
    }
    #expect(try await store.read { try $0.providerLink(of: someone) } == links[0])
    try await store.change { _ in Decision((), changes: [.removeProviderLink(someone)]) }
    #expect(try await store.read { try $0.providerLinks(of: bob) } == [links[1]])
  }
}
