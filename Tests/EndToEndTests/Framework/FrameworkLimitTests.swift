import Foundation
import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import SharedWithYou
import SharedWithYouCore
import Testing

@testable import Messenger

/// The limits of the protocol with real devices and real people (protocol 18.5).
@Suite(.serialized, .timeLimit(.minutes(10))) struct FrameworkLimitTests {
  @Test func `32 devices all get in under one identity, and a 33rd is not added`() async throws {
    try await FrameworkWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      var devices = [bob.messenger]
      while devices.count < 32 { devices.append(try await world.link(to: bob.messenger)) }
      let oneMore = try Messenger.beginLinking(
        folder: MessengerDevice.folder(), relay: world.relay,
        environment: MessengerDevice.environment())
      await #expect(throws: MessengerError(.limitExceeded)) {
        _ = try await bob.messenger.linkDevice(text: oneMore.text, timeLimit: 30)
      }
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      let document = try await alice.document("Baking Recipes")
      #expect(try await alice.share(document, in: conversation).1 == .sent)
      // Alice has one device and Bob 32: each is one root.
      #expect(alice.handler.handedRoots.count == 2)
      for device in [devices[0], devices[15], devices[31]] {
        let app = try GroveApp(
          origin: world.collaboration.text, name: "Recipes", system: device)
        await device.setAccountConfirmation { _ in true }
        try await device.sync()
        let center = SWHighlightCenter(app: app)
        let highlight = try #require(center.highlights.first as? SWCollaborationHighlight)
        let id = try CollaborationID(highlight.collaborationIdentifier)
        let challenge = try await bob.client.challenge(for: id)
        let proof = try await center.signedIdentityProof(
          for: highlight, using: Data(challenge.data.bytes))
        let grant = try await bob.client.prove(try #require(proof.groveProof), for: id)
        #expect(alice.handler.handedRoots.contains(Data(grant.root.bytes)))
      }
      #expect(try await bob.canRead(document))
    }
  }

  @Test func `256 people take part and a 257th is refused before the app is asked`() async throws {
    try await FrameworkWorld.running { world in
      let alice = try await world.person("alice")
      let others = try await people(256, in: world)
      let document = try await alice.document("Baking Recipes")
      var sheet = try await alice.sheet(for: document)
      for person in others { sheet.add(person.accountID) }
      #expect(sheet.obstacles == [.tooManyRecipients])
      let tooMany = try await alice.messenger.stage(sheet)
      let refused = try await alice.messenger.send(tooMany.draftID)
      #expect(refused == .failed(.tooManyRecipients))
      #expect(alice.handler.handedRoots.isEmpty)
      #expect(try await alice.client.document(document.documentID).collaborationID == nil)
      let back = try #require(try await alice.messenger.drafts().first)
      #expect(back.state == .staged && back.draft.failure == .tooManyRecipients)
      try await alice.messenger.discardDraft(tooMany.draftID)

      sheet.remove(others[255].accountID)
      #expect(sheet.obstacles.isEmpty)
      let draft = try await alice.messenger.stage(sheet)
      #expect(try await alice.messenger.send(draft.draftID) == .sent)
      #expect(alice.handler.handedRoots.count == 256)
      for person in [others[0], others[254]] {
        try await person.sync()
        #expect(try await person.highlights(for: world.collaboration).count == 1)
      }
      try await others[255].sync()
      #expect(try await others[255].highlights(for: world.collaboration).isEmpty)
    }
  }

  private func people(_ count: Int, in world: FrameworkWorld) async throws -> [Messenger] {
    try await withThrowingTaskGroup(of: (Int, Messenger).self) { group in
      var people: [Int: Messenger] = [:]
      for number in 0..<count {
        if number >= 4, let (done, person) = try await group.next() { people[done] = person }
        group.addTask { (number, try await world.messenger("person-\(number)")) }
      }
      for try await (done, person) in group { people[done] = person }
      return (0..<count).compactMap { people[$0] }
    }
  }
}
