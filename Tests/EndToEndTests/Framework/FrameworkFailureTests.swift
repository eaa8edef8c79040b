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

/// What goes wrong between an app and its server while something is shared: afterwards nothing is left
/// anywhere but the draft, which says why.
@Suite(.serialized, .timeLimit(.minutes(5))) struct FrameworkFailureTests {
  @Test func `a start that the app fails cancels the message with the app's words`() async throws {
    try await sharing { scene in
      scene.alice.handler.behave(.failsStart)
      try await scene.fails(.startFailed("the recipe is empty"))
    }
  }

  @Test func `a start that the app never answers is given up`() async throws {
    try await sharing { scene in
      await scene.alice.messenger.setActionTimeLimit(seconds: 2)
      scene.alice.handler.behave(.silentAtStart)
      try await scene.fails(.startTimedOut)
      scene.alice.handler.letGo()
    }
  }

  @Test func `identities that the app stored without answering are removed again`() async throws {
    try await sharing { scene in
      await scene.alice.messenger.setActionTimeLimit(seconds: 2)
      scene.alice.handler.behave(.silentAfterStoring)
      try await scene.fails(.updateTimedOut)
      // Both attempts had identities of their own.
      #expect(scene.alice.handler.handedRoots.count == 4)
      scene.alice.handler.letGo()
    }
  }

  @Test func `identities whose answer was lost are removed again`() async throws {
    try await sharing { scene in
      scene.alice.handler.behave(.losesAnswer)
      try await scene.fails(.updateFailed("the answer was lost"))
    }
  }

  @Test func `a participants action that the app lets go of cancels the message`() async throws {
    try await sharing { scene in
      scene.alice.handler.behave(.dropsParticipants)
      try await scene.fails(.updateFailed("it let go of the action without an answer"))
    }
  }

  @Test func `an app that goes away between the two actions leaves nothing once it is back`()
    async throws
  {
    try await sharing { scene in
      let alice = scene.alice
      await alice.messenger.setActionTimeLimit(seconds: 2)
      alice.handler.afterStart.withLock { $0 = { alice.app.coordinator.actionHandler = nil } }
      let (draftID, outcome) = try await alice.share(scene.document, in: scene.conversation)
      #expect(outcome == .failed(.updateFailed("nothing in it was there to answer")))
      let draft = try #require(try await alice.messenger.drafts().first)
      #expect(draft.draft.draftID == draftID)
      #expect(draft.draft.failure == .updateFailed("nothing in it was there to answer"))
      // What the start made is taken back as soon as the app is there again.
      alice.handler.afterStart.withLock { $0 = nil }
      alice.app.coordinator.actionHandler = alice.handler
      try await scene.nothingIsLeft(draftID, .updateFailed("nothing in it was there to answer"))
    }
  }

  @Test func `a person who cancels while the app is at work gets the draft back`() async throws {
    try await sharing { scene in
      let alice = scene.alice
      let (storing, isStoring) = AsyncStream.makeStream(of: Void.self)
      let (cancelled, isCancelled) = AsyncStream.makeStream(of: Void.self)
      alice.handler.afterStoring.withLock {
        $0 = {
          isStoring.finish()
          for await _ in cancelled {}
        }
      }
      var sheet = try await alice.sheet(for: scene.document)
      try await alice.messenger.choose(scene.conversation, in: &sheet)
      let draft = try await alice.messenger.stage(sheet)
      async let outcome = alice.messenger.send(draft.draftID)
      for await _ in storing {}
      #expect(try await alice.messenger.cancelShare(draft.draftID))
      isCancelled.finish()
      #expect(try await outcome == .failed(.cancelled))
      try await scene.nothingIsLeft(draft.draftID, .cancelled)
    }
  }

  @Test func `a recipient whom nobody knows is told before the app is asked`() async throws {
    try await sharing { scene in
      let stranger = AccountID.random()
      var sheet = try await scene.alice.sheet(for: scene.document)
      sheet.add(stranger)
      let draft = try await scene.alice.messenger.stage(sheet)
      let outcome = try await scene.alice.messenger.send(draft.draftID)
      #expect(outcome == .failed(.recipientUnknown(stranger)))
      try await scene.nothingIsLeft(draft.draftID, .recipientUnknown(stranger))
    }
  }

  @Test func `the app's server away at the start`() async throws {
    try await sharing { scene in
      await scene.world.servers.kill(.collaboration)
      let failure = ShareFailure.startFailed("the server did not answer")
      let (draftID, outcome) = try await scene.alice.share(
        scene.document, in: scene.conversation)
      #expect(outcome == .failed(failure))
      try await scene.world.servers.start(.collaboration)
      try await scene.nothingIsLeft(draftID, failure)
    }
  }

  @Test func `the app's server away between the two actions`() async throws {
    try await sharing { scene in
      scene.alice.handler.beforeParticipants.withLock {
        $0 = { [servers = scene.world.servers] in await servers.kill(.collaboration) }
      }
      let failure = ShareFailure.updateFailed("the server did not answer")
      let (draftID, outcome) = try await scene.alice.share(
        scene.document, in: scene.conversation)
      #expect(outcome == .failed(failure))
      scene.alice.handler.beforeParticipants.withLock { $0 = nil }
      try await scene.world.servers.start(.collaboration)
      try await scene.nothingIsLeft(draftID, failure)
    }
  }

  @Test func `the relay away when everything is stored: the message waits, whole, and is sent`()
    async throws
  {
    try await sharing { scene in
      scene.alice.handler.afterStoring.withLock {
        $0 = { [servers = scene.world.servers] in await servers.kill(.relay) }
      }
      let (_, outcome) = try await scene.alice.share(scene.document, in: scene.conversation)
      #expect(outcome == .waiting)
      scene.alice.handler.afterStoring.withLock { $0 = nil }
      try await scene.world.servers.start(.relay)
      try await scene.alice.messenger.sync()
      try await scene.bob.messenger.sync()
      let link = try #require(scene.bob.center.highlights.first?.url)
      #expect(try await scene.bob.open(link).result == .granted)
    }
  }

  private func sharing(_ body: @Sendable (FailureScene) async throws -> Void) async throws {
    try await FrameworkWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      try await body(
        FailureScene(
          world: world, alice: alice, bob: bob,
          conversation: try await alice.messenger.createConversation(members: ["bob"]),
          document: try await alice.document("Baking Recipes")))
    }
  }
}

/// Alice is about to share a document with Bob, and it will fail.
struct FailureScene: Sendable {
  let world: FrameworkWorld
  let alice: FrameworkPerson
  let bob: FrameworkPerson
  let conversation: ConversationID
  let document: Document

  func fails(_ failure: ShareFailure) async throws {
    let (draftID, outcome) = try await alice.share(document, in: conversation, text: "secret")
    #expect(outcome == .failed(failure))
    try await nothingIsLeft(draftID, failure)
  }

  /// No identity, no collaboration, no message; the draft with its reason; and sending it again works.
  func nothingIsLeft(_ draftID: RequestID, _ failure: ShareFailure) async throws {
    alice.handler.behave(.works)
    var draft = try #require(try await alice.messenger.drafts().first)
    for _ in 0..<200 where draft.state != .staged {
      try await alice.messenger.sync()
      try await Task.sleep(for: .milliseconds(50))
      draft = try #require(try await alice.messenger.drafts().first)
    }
    #expect(draft.state == .staged && draft.draft.draftID == draftID)
    #expect(draft.draft.failure == failure)
    #expect(try await alice.client.document(document.documentID).collaborationID == nil)
    for root in alice.handler.handedRoots {
      #expect(try await activeRoots().contains(Array(root)) == false)
    }
    try await bob.messenger.sync()
    #expect(bob.center.highlights.isEmpty)
    #expect(try await MessengerDevice.texts(bob.messenger, conversation).isEmpty)
    guard case .recipientUnknown = failure else { return try await worksAgain(draftID) }
  }

  /// Identities of whatever collaboration the document has.
  private func activeRoots() async throws -> [[UInt8]] {
    guard let id = try await alice.client.document(document.documentID).collaborationID else {
      return []
    }
    return try await alice.client.participants(of: id).participants.map(\.root.bytes)
  }

  private func worksAgain(_ draftID: RequestID) async throws {
    alice.handler.beforeParticipants.withLock { $0 = nil }
    alice.handler.afterStoring.withLock { $0 = nil }
    #expect(try await alice.messenger.send(draftID) == .sent)
    try await bob.messenger.sync()
    let link = try #require(bob.center.highlights.first?.url)
    #expect(try await bob.open(link).result == .granted)
  }
}
