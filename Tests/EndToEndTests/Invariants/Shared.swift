import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger
import Testing

/// Alice has shared a document with Bob; nobody has opened it yet.
struct Shared: Sendable {
  let alice: SharingPerson
  let bob: SharingPerson
  let document: Document
  let conversation: ConversationID
  let collaborationID: CollaborationID

  init(in world: SharingWorld, others: [String] = []) async throws {
    alice = try await world.person("alice")
    bob = try await world.person("bob")
    conversation = try await alice.messenger.createConversation(
      members: [.handle("bob")] + others.map(Member.handle))
    document = try await alice.document("Baking Recipes")
    let (_, outcome) = try await alice.share(document, in: conversation)
    try #require(outcome == .sent)
    _ = try await bob.messenger.sync()
    let origin = alice.client.origin
    collaborationID = try #require(
      try await bob.messenger.highlights(for: origin).first
    ).collaborationID
  }

  /// The root that a person's app account is bound to.
  func root(of person: SharingPerson) async throws -> RootHash {
    let list = try await alice.client.participants(of: collaborationID)
    return try #require(list.participants.first { $0.account == person.account }).root
  }

  /// The owner changes who takes part, as the app's server is told.
  @discardableResult
  func change(add: [RootHash] = [], remove: [RootHash] = []) async throws -> IdentitiesUpdated {
    try await alice.client.updateIdentities(
      UpdateIdentities(
        requestID: .random(), add: add.map { .init(root: $0, depth: 5) }, remove: remove),
      of: collaborationID)
  }
}
