import Foundation
import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import SharedWithYou
import SharedWithYouCore
import SharingUI
import Testing

@testable import Messenger

/// The published listings, run as an app runs them, against servers in other processes.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ListingTests {
  @Test func `the published listings do what the talk says, in Swift 5`() async throws {
    try await live(Swift5Listings())
  }

  @Test func `the published listings do what the talk says, in Swift 6`() async throws {
    try await live(Swift6Listings())
  }

  private func live(_ listings: any Listings) async throws {
    try await FrameworkWorld.running { world in
      let messenger = try await world.messenger("alice")
      let client = try await AppAccounts.signUp("alice@docs.example", at: world.collaboration)
      let bob = try await world.person("bob")
      let conversation = try await messenger.createConversation(members: ["bob"])
      let document = try await client.createDocument(
        CreateDocument(requestID: .random(), title: "Content Title"))
      listings.configureSender(
        server: world.collaboration.text, token: try await token(of: client),
        document: document.documentID)
      // Alice's program: her app is the process's, as the listings have it.
      try GroveApp.configure(
        origin: world.collaboration.text, name: "Recipes", system: messenger)
      let presenter = SendingPresenter(
        conversation, selecting: ["Allow comments", "Allow mentions"])
      let usual = GroveSharing.presenter
      GroveSharing.presenter = presenter
      defer { GroveSharing.presenter = usual }
      try await listings.launch()
      try await GroveApp.shared.register()
      try await send(listings, presenter)
      let prepared = try await client.document(document.documentID)
      #expect(prepared.options?.access == .readWrite)
      #expect(prepared.options?.allowsComments == true && prepared.options?.allowsMentions == true)
      #expect(prepared.options?.appSelection == "identifier")

      try await proveOwner(client, messenger)
      try await open(listings, world, bob, document, messenger, conversation)
      try await look(listings)
      try await stage(listings, conversation, messenger)
      try await messenger.removeMembers(["bob"], from: conversation)
      try await messenger.sync()
      let offer = try #require(try await messenger.membershipOffers().first)
      #expect(try await Array(messenger.apply(offer).values) == [.sent])
      #expect(try await !bob.canRead(document))
      #expect(listings.logged == [])
    }
  }

  /// 4:21, 6:34, 9:08, 11:22, 12:27 and 13:40.
  private func send(_ listings: any Listings, _ presenter: SendingPresenter) async throws {
    await listings.present()
    var shown = presenter.shown.makeAsyncIterator()
    let sheet = try #require(await shown.next())
    #expect(sheet.header.title == "Content Title" && sheet.header.appName == "Recipes")
    #expect(sheet.header.initiatorHandle == "user@example.com")
    #expect(sheet.header.initiatorName == "Devin")
    #expect(sheet.options?.groups.map(\.title) == ["Permission", "Additional Settings"])
    var results = presenter.results.makeAsyncIterator()
    #expect(await results.next() == .sent)
  }

  /// Alice has a highlight of what she shared, and an identity that can be mentioned once she
  /// proved it.
  private func proveOwner(_ client: CollaborationClient, _ messenger: Messenger) async throws {
    await messenger.setAccountConfirmation { $0.account.text == "alice@docs.example" }
    let center = SWHighlightCenter()
    let highlight = try #require(center.highlights.first as? SWCollaborationHighlight)
    let id = try CollaborationID(highlight.collaborationIdentifier)
    let challenge = try await client.challenge(for: id)
    let proof = try await center.signedIdentityProof(
      for: highlight, using: Data(challenge.data.bytes))
    let grant = try await client.prove(try #require(proof.groveProof), for: id)
    #expect(grant.result == .granted)
  }

  /// 19:12, 21:20 and the notices.
  private func open(
    _ listings: any Listings, _ world: FrameworkWorld, _ bob: FrameworkPerson,
    _ document: GroveWire.Document, _ alice: Messenger, _ conversation: ConversationID
  ) async throws {
    try await bob.messenger.sync()
    let highlight = try #require(bob.center.highlights.first as? SWCollaborationHighlight)
    let identifier = highlight.collaborationIdentifier
    let recipient = listings.recipient(
      center: bob.center, server: world.collaboration.text, token: try await token(of: bob.client),
      collaboration: identifier)
    #expect(try await recipient.open(highlight.url) == "granted")
    #expect(try await bob.canRead(document))
    let participants = try await bob.client.participants(of: try CollaborationID(identifier))
    let root = try #require(
      participants.participants.first { $0.account == bob.account }?.root)
    #expect(recipient.computedRoots == [Data(root.bytes)])

    let alicesRoot = try #require(
      participants.participants.first { $0.account != bob.account }?.root)
    try recipient.post(.init(identifier), mentioning: Data(alicesRoot.bytes))
    let wanted = ["Bob added somebody", "Bob edited", "Bob mentioned you", "Bob renamed it"]
    var seen: [String] = []
    while seen.count < wanted.count {
      try await Task.sleep(for: .milliseconds(50))
      try await alice.sync()
      seen = try await alice.notices(in: conversation).map(\.text)
    }
    #expect(seen.sorted() == wanted)
  }

  /// 7:58 and 8:16, and 9:58: the share sheet is shown with what they offer.
  private func look(_ listings: any Listings) async throws {
    let usual = GroveSharing.presenter
    let presenter = LookingPresenter()
    GroveSharing.presenter = presenter
    defer { GroveSharing.presenter = usual }
    var shown = presenter.shown.makeAsyncIterator()
    #expect(await listings.pressShareLink() == .cancelled)
    let byLink = try #require(await shown.next())
    #expect(byLink.header.title == "Example" && byLink.modes == [.collaborate])
    #expect(byLink.header.initiatorHandle == "johnappleseed@apple.com")
    await listings.showPicker()
    let byPicker = try #require(await shown.next())
    #expect(byPicker.header.title == "Content Title")
    #expect(byPicker.options?.groups.map(\.title) == ["Permission", "Additional Settings"])
    #expect(
      byPicker.options?.groups.flatMap(\.options).map(\.isSelected)
        == [true, false, false, false])
    #expect(listings.fullName(PersonNameComponents(givenName: "Devin")) == "Devin")
  }

  /// 9:42 and 10:18: dropped on a conversation, a draft is staged and nothing is sent.
  private func stage(
    _ listings: any Listings, _ conversation: ConversationID, _ messenger: Messenger
  ) async throws {
    let target = try #require(GroveDropTarget(conversation: conversation.base64url))
    for result in await listings.drop(on: target) {
      guard case .staged(let draft) = result else {
        Issue.record("nothing was staged: \(result)")
        continue
      }
      #expect(try await messenger.drafts().contains { $0.draft.draftID == draft })
      try await messenger.discardDraft(draft)
    }
  }

  private func token(of client: CollaborationClient) async throws -> String {
    let account = try await client.me().account
    return try await CollaborationClient(
      origin: client.origin, transport: HTTPClientTransport()
    ).createSession(CreateSession(account: account, password: "a long password")).token
  }
}
