public import CollaborationDomain
import GroveIdentity
public import Testing

/// A promise of the collaboration server's storage protocol, with the sentence it proves.
public struct CollaborationStoreCheck: Sendable, CustomTestStringConvertible {
  public let sentence: String
  let body: @Sendable (any CollaborationStore) async throws -> Void
  public var testDescription: String { sentence }

  public func run(_ store: any CollaborationStore) async throws { try await body(store) }
}

/// What every store of a collaboration server promises: each one runs the whole list.
public enum CollaborationStoreContract {
  public static let checks: [CollaborationStoreCheck] =
    [
      CollaborationStoreCheck(sentence: "every row comes back as it was put", body: rowsComeBack),
      CollaborationStoreCheck(
        sentence:
          "a knock waits once for each account and identifier, whether there is anything or not",
        body: knocksWait),
      CollaborationStoreCheck(
        sentence:
          "identities of one person are found by the one that they name, in their collaboration",
        body: personsAreKept),
      CollaborationStoreCheck(
        sentence: "an account has a hundred sessions, and the one unused longest gives way",
        body: sessionsGiveWay),
      CollaborationStoreCheck(
        sentence: "accounts come in pages by label, and one has one reset link, the newest",
        body: accountsAndLinks),
      CollaborationStoreCheck(
        sentence: "of many who use one reset link at once one chooses the password",
        body: oneReset),
      CollaborationStoreCheck(
        sentence: "an account has one sign-in code, the newest, until its time", body: newestCode),
      CollaborationStoreCheck(
        sentence: "of many who use one sign-in code at once one is signed in", body: oneCode),
      CollaborationStoreCheck(
        sentence: "in a race of a sign-in code and signing out everywhere no session is left",
        body: codeVersusSigningOut),
      CollaborationStoreCheck(
        sentence: "in a race of signing in and disabling no session is left",
        body: signInVersusDisabling),
      CollaborationStoreCheck(
        sentence:
          "a deleted account leaves its label and what is no trace of it, in many small steps",
        body: deletionLeavesTheLabel),
      CollaborationStoreCheck(
        sentence: "of many first sign-ins of one person at the provider one makes the account",
        body: oneProviderAccount),
      CollaborationStoreCheck(
        sentence: "of many answers to one attempt exactly one is taken", body: oneProviderAnswer),
      CollaborationStoreCheck(
        sentence: "a sign-in name leads to one account, which has no other, until it is deleted",
        body: signInNames),
      CollaborationStoreCheck(
        sentence: "of many who want one name at once, as a label or to sign in with, one has it",
        body: oneName),
      CollaborationStoreCheck(
        sentence: "a provider's identity leads to one account, until the link is removed",
        body: providerLinks),
      CollaborationStoreCheck(
        sentence: "every kind of log entry comes back as it was appended", body: entriesComeBack),
      CollaborationStoreCheck(
        sentence: "a decision that throws leaves nothing", body: throwingLeavesNothing),
      CollaborationStoreCheck(
        sentence: "a change that breaks a promise of the tables takes the whole decision with it",
        body: brokenPromises),
      CollaborationStoreCheck(
        sentence: "a binding from before the activation of its identity is not in force",
        body: theJoin),
      CollaborationStoreCheck(
        sentence: "removing an identity removes its binding", body: removalTakesBinding),
      CollaborationStoreCheck(
        sentence:
          "of many devices that enter at once each person's make one account and reach it",
        body: oneBornAccount),
      CollaborationStoreCheck(
        sentence:
          "in a race of entries, accounts and removals an identity has one account or none",
        body: entryVersusAccount),
      CollaborationStoreCheck(
        sentence: "of many accounts that prove one root at once exactly one is bound",
        body: oneAccount),
      CollaborationStoreCheck(
        sentence: "of many proofs with one nonce at once exactly one grants", body: oneNonce),
      CollaborationStoreCheck(
        sentence: "in a race of grant and removal nobody keeps access", body: grantVersusRemoval),
      CollaborationStoreCheck(
        sentence: "a log numbers its entries without gaps under concurrent appends",
        body: numbersWithoutGaps),
      CollaborationStoreCheck(
        sentence: "participants come in pages, ascending, each once", body: participantPages),
      CollaborationStoreCheck(
        sentence: "documents are listed by ownership and by the join", body: documentLists),
      CollaborationStoreCheck(
        sentence: "ending a collaboration leaves no identity, binding or knock, and its row a day",
        body: endingLeaves),
      CollaborationStoreCheck(
        sentence: "a purge forgets what has expired and nothing else", body: purgeForgets),
    ] + noticeChecks

  static func throwingLeavesNothing(_ store: any CollaborationStore) async throws {
    struct Stop: Error {}
    let world = CollaborationWorld(store)
    try await world.share()
    await #expect(throws: Stop.self) {
      _ = try await store.change { reader -> Decision<Int> in
        guard try reader.document(CollaborationWorld.document(1)) == nil else { throw Stop() }
        return Decision(0, changes: [.forgetContent(CollaborationWorld.document(1))])
      }
    }
    #expect(try await world.access(of: "ann") == .owner)
  }

  static func brokenPromises(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    try await world.share([1])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    let account = try CollaborationWorld.account("bob")
    let again = NonceRecord(
      nonce: CollaborationWorld.nonce(1), root: CollaborationWorld.root(1), account: account,
      expiresAt: 1)
    let id = try CollaborationWorld.collaboration(1)
    await #expect(throws: CollaborationStoreError.corrupt) {
      _ = try await store.change { _ in
        Decision(
          0, changes: [.removeIdentity(id, CollaborationWorld.root(1)), .useNonce(again)])
      }
    }
    #expect(try await world.access(of: "bob") == .readWrite)
  }

  static func theJoin(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    try await world.share([1])
    let id = try CollaborationWorld.collaboration(1)
    let bob = try CollaborationWorld.account("bob")
    let active = try await world.epoch()
    for (epoch, expected) in [(active - 1, DocumentAccess?.none), (active, .readWrite)] {
      let binding = BindingRecord(
        collaborationID: id, root: CollaborationWorld.root(1), account: bob, epoch: epoch,
        boundAt: world.now)
      try await store.change { _ in Decision((), changes: [.putBinding(binding)]) }
      #expect(try await world.access(of: "bob") == expected)
      let (listed, bound, all) = try await store.read { reader in
        (
          try reader.documents(grantedTo: bob, kind: nil, after: nil, limit: 9),
          try reader.boundAccounts(in: id),
          try reader.bindings(of: bob, in: id)
        )
      }
      #expect(listed.isEmpty == (expected == nil))
      #expect(bound.isEmpty == (expected == nil))
      #expect(all == [binding])
    }
  }

  static func removalTakesBinding(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    try await world.share([1, 2])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    _ = try await world.update(remove: [1], request: 5).get()
    let id = try CollaborationWorld.collaboration(1)
    let bob = try CollaborationWorld.account("bob")
    let (identity, binding, bindings) = try await store.read { reader in
      (
        try reader.identity(CollaborationWorld.root(1), in: id),
        try reader.binding(of: CollaborationWorld.root(1), in: id),
        try reader.bindings(of: bob, in: id)
      )
    }
    #expect(identity == nil && binding == nil && bindings.isEmpty)
    #expect(
      try await store.read { try $0.identity(CollaborationWorld.root(2), in: id) } != nil)
  }

  static func numbersWithoutGaps(_ store: any CollaborationStore) async throws {
    let world = CollaborationWorld(store)
    _ = try await world.createDocument().get()
    let answers = try await withThrowingTaskGroup(of: UInt64.self) { group in
      for update in 1...60 {
        // Each twice: the second is a retry.
        for _ in 0..<2 { group.addTask { try await world.append(update, by: "ann").get() } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(answers) == Set(1...60))
    #expect(answers.count == 120)
    #expect(try await world.log().map(\.sequence) == Array(1...60))
  }
}
