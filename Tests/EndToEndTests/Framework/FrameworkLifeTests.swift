import Foundation
import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import SharedWithYou
import SharedWithYouCore
import Synchronization
import Testing

@testable import Messenger

@Suite(.serialized, .timeLimit(.minutes(5))) struct FrameworkLifeTests {
  @Test func `a collaboration lives from the first tap to the removal of somebody`() async throws {
    try await FrameworkWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let carol = try await world.person("carol")
      let conversation = try await alice.messenger.createConversation(members: ["bob", "carol"])
      let delegate = ChangeCounter()
      bob.center.delegate = delegate
      let document = try await alice.document("Baking Recipes")
      #expect(try await alice.share(document, in: conversation, text: "Look").1 == .sent)
      #expect(alice.handler.handedRoots.count == 3)

      let link = try await received(by: [bob, carol])
      await delegate.wait(for: 1)
      #expect(try await !bob.canRead(document))
      let grant = try await bob.open(link)
      #expect(grant.result == .granted && grant.title == "Baking Recipes")
      #expect(try await bob.canRead(document))
      #expect(try await carol.open(link).result == .granted)
      #expect(try await carol.open(link).result == .alreadyGranted)
      try await notices(link, from: bob, mentioning: carol, in: conversation, to: alice)
      try await remove(bob, from: conversation, by: alice, document: document)
      #expect(try await carol.canRead(document))
      #expect(bob.handler.handedRoots.isEmpty)
    }
  }

  /// The link as it came to everybody, each of whom sees the same highlight.
  private func received(by people: [FrameworkPerson]) async throws -> URL {
    var links: Set<URL> = []
    for person in people {
      try await person.messenger.sync()
      let highlight = try #require(person.center.highlights.first as? SWCollaborationHighlight)
      #expect(highlight.title == "Baking Recipes" && person.center.highlights.count == 1)
      links.insert(highlight.url)
    }
    #expect(links.count == 1)
    return try #require(links.first)
  }

  private func notices(
    _ link: URL, from bob: FrameworkPerson, mentioning carol: FrameworkPerson,
    in conversation: ConversationID, to alice: FrameworkPerson
  ) async throws {
    let highlight = try bob.center.collaborationHighlight(for: link)
    let id = try CollaborationID(highlight.collaborationIdentifier)
    try await bob.center.post(SWHighlightChangeEvent(highlight: highlight, trigger: .edit))
    try await bob.center.post(
      SWHighlightPersistenceEvent(highlight: highlight, trigger: .renamed))
    let participants = try await bob.client.participants(of: id).participants
    let carolsRoot = try #require(participants.first { $0.account == carol.account }?.root)
    let mention = SWHighlightMentionEvent(
      highlight: highlight,
      mentionedPersonIdentity: SWPerson.Identity(rootHash: Data(carolsRoot.bytes)))
    #expect(try await bob.center.post(mention) == 1)
    for person in [alice, carol] { try await person.messenger.sync() }
    #expect(
      try await alice.messenger.notices(in: conversation).map(\.text)
        == ["Bob edited", "Bob renamed it"])
    #expect(
      try await carol.messenger.notices(in: conversation).map(\.text).contains(
        "Bob mentioned you"))
    carol.center.clearNotices(for: try carol.center.collaborationHighlight(for: link))
    while try await !carol.messenger.notices(in: conversation).isEmpty {
      try await Task.sleep(for: .milliseconds(10))
    }
    // Others believe that it was deleted only with the server's word.
    let deleted = SWHighlightPersistenceEvent(highlight: highlight, trigger: .deleted)
    do {
      try await bob.center.post(deleted)
      Issue.record("deleting was told without the server's word")
    } catch {
      #expect((error as NSError).groveReason == "attestation_required")
    }
  }

  private func remove(
    _ bob: FrameworkPerson, from conversation: ConversationID, by alice: FrameworkPerson,
    document: Document
  ) async throws {
    try await alice.messenger.removeMembers(["bob"], from: conversation)
    try await alice.messenger.sync()
    let offer = try #require(try await alice.messenger.membershipOffers().first)
    #expect(try await Array(alice.messenger.apply(offer).values) == [.sent])
    #expect(try await !bob.canRead(document))
  }

  @Test func `a proof for an account that the person does not confirm is refused`() async throws {
    try await FrameworkWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      let document = try await alice.document("Baking Recipes")
      _ = try await alice.share(document, in: conversation)
      try await bob.messenger.sync()
      await bob.messenger.setAccountConfirmation { _ in false }
      let link = try #require(bob.center.highlights.first?.url)
      do {
        _ = try await bob.open(link)
        Issue.record("proved for an account that was not confirmed")
      } catch {
        #expect((error as NSError).domain == SWHighlightErrorDomain)
        #expect((error as NSError).groveReason == "account_not_confirmed")
      }
      #expect(try await !bob.canRead(document))
    }
  }

  @Test func `data that is not a Grove server's is not signed unless the person allows it`()
    async throws
  {
    try await FrameworkWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      _ = try await alice.share(try await alice.document("Baking Recipes"), in: conversation)
      try await bob.messenger.sync()
      let highlight = try #require(bob.center.highlights.first as? SWCollaborationHighlight)
      let nonce = Data("a nonce of the app".utf8)
      do {
        _ = try await bob.center.signedIdentityProof(for: highlight, using: nonce)
        Issue.record("raw data was signed")
      } catch {
        #expect((error as NSError).groveReason == "raw_proofs_off")
      }
      try await bob.messenger.setRawProofs(allowed: true, for: world.collaboration)
      let proof = try await bob.center.signedIdentityProof(for: highlight, using: nonce)
      let key = try PublicKey(Array(proof.publicKey))
      #expect(key.isValidSignature(Array(proof.signatureData), for: Array(nonce)))
    }
  }
}

/// Counts how often the list of highlights was another.
final class ChangeCounter: NSObject, SWHighlightCenterDelegate, Sendable {
  private let count = Mutex(0)

  func highlightCenterHighlightsDidChange(_ highlightCenter: SWHighlightCenter) {
    count.withLock { $0 += 1 }
  }

  func wait(for wanted: Int) async {
    while count.withLock({ $0 < wanted }) { try? await Task.sleep(for: .milliseconds(5)) }
  }
}
