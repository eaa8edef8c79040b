import Foundation
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger
import SharedWithYou
import SharedWithYouCore
import SharingUI
import Synchronization
import Testing

/// The app's side of the listings, with its server in another place and real messengers.
final class ListingsHandler: NSObject, SWCollaborationActionHandler, Sendable {
  let client: CollaborationClient

  init(_ client: CollaborationClient) { self.client = client }

  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator, handle action: SWStartCollaborationAction
  ) {
    let localID = action.collaborationMetadata.localIdentifier.rawValue
    Task {
      do {
        let prepared = try await client.prepareCollaboration(
          PrepareCollaboration(
            requestID: RequestID.random(),
            options: ShareOptions(access: .readWrite, allowsComments: true, allowsMentions: true)),
          of: localID)
        guard let url = URL(string: prepared.link) else { return action.fail() }
        action.fulfill(
          using: url, collaborationIdentifier: .init(rawValue: prepared.collaborationID.text))
      } catch {
        action.fail()  // cancels the message
      }
    }
  }

  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator,
    handle action: SWUpdateCollaborationParticipantsAction
  ) {
    let participants: [Data] = action.addedIdentities.compactMap { $0.rootHash }
    Task {
      do {
        let id = try CollaborationID(
          action.collaborationMetadata.collaborationIdentifier.rawValue)
        _ = try await client.updateIdentities(
          UpdateIdentities(
            requestID: RequestID.random(),
            add: try participants.map {
              UpdateIdentities.Added(root: try RootHash(Array($0)), depth: 5)
            }),
          of: id)
        action.fulfill()  // sends the URL provided by the start action
      } catch {
        action.fail()  // cancels the message
      }
    }
  }
}

/// What 7:58 hands over, for a document at the server.
struct SharedDocument: Transferable {
  var documentID: String
  var name: String
  static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation { document in
      SWCollaborationMetadata(
        localIdentifier: .init(rawValue: document.documentID), title: document.name,
        defaultShareOptions: nil, initiatorHandle: nil, initiatorNameComponents: nil)
    }
    FileRepresentation(exportedContentType: .plainText) { document in
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(
        document.documentID + ".txt")
      try Data(document.name.utf8).write(to: file)
      return SentTransferredFile(file)
    }
  }
}

/// The listings from 7:58 to 10:18 do what the talk says: what they show can be sent, and whoever
/// receives it sees it.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct EntryPointSharingTests {
  struct Stage: Sendable {
    let world: SharingWorld
    let alice, bob: SharingPerson
    let conversation: ConversationID
    let app: GroveApp
    let handler: ListingsHandler

    /// Titles of what has arrived at Bob's.
    func arrived() async throws -> Set<String> {
      try await bob.messenger.sync()
      return Set(try await bob.messenger.highlights().map(\.title))
    }
  }

  static func running(_ body: @Sendable (Stage) async throws -> Void) async throws {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      let app = try GroveApp(
        origin: world.app.origin.text, name: "Documents", system: alice.messenger)
      let handler = ListingsHandler(alice.client)
      app.coordinator.actionHandler = handler
      try await app.register()
      try await body(
        Stage(
          world: world, alice: alice, bob: bob, conversation: conversation, app: app,
          handler: handler))
      withExtendedLifetime(handler) {}
    }
  }

  static func metadata(_ document: Document) -> SWCollaborationMetadata {
    let metadata = SWCollaborationMetadata(localIdentifier: .init(document.documentID))
    metadata.title = document.title
    return metadata
  }

  @Test func `a share link, an activity controller and a sharing picker reach the conversation`()
    async throws
  {
    try await Self.running { stage in
      let titles = ["By link", "By controller", "By picker"]
      var documents: [Document] = []
      for title in titles { documents.append(try await stage.alice.document(title)) }
      GroveSharing.presenter = TerminalSharePresenter(
        channel: TypedLines("a", "send", "a", "send", "a", "send"))

      let shared = SharedDocument(documentID: documents[0].documentID, name: titles[0])
      let byLink = await Self.press(shared, from: stage.app)
      #expect(byLink == .sent)
      let byController = await Self.activity(Self.metadata(documents[1]), stage.app)
      #expect(byController)
      let byPicker = await Self.picker(Self.metadata(documents[2]), stage.app)
      #expect(byPicker == .sent)
      #expect(try await stage.arrived() == Set(titles))
    }
  }

  @MainActor
  static func press(_ document: SharedDocument, from app: GroveApp) async -> ShareResult {
    await ShareLink(item: document, preview: .init("Preview")).share(from: app)
  }

  @MainActor
  static func activity(_ metadata: SWCollaborationMetadata, _ app: GroveApp) async -> Bool {
    let itemProvider = NSItemProvider()
    itemProvider.registerObject(metadata, visibility: .all)
    let activityConfig = UIActivityItemsConfiguration(itemProviders: [itemProvider])
    let shareSheet = UIActivityViewController(activityItemsConfiguration: activityConfig)
    shareSheet.groveApp = app
    let host = UIViewController()
    return await withCheckedContinuation { continuation in
      shareSheet.completionWithItemsHandler = { _, completed, _, _ in
        continuation.resume(returning: completed)
      }
      host.present(shareSheet, animated: true)
    }
  }

  @MainActor
  static func picker(_ metadata: SWCollaborationMetadata, _ app: GroveApp) async -> ShareResult {
    let itemProvider = NSItemProvider()
    itemProvider.registerObject(metadata, visibility: .all)
    let picker = NSSharingServicePicker(items: [itemProvider])
    picker.groveApp = app
    return await picker.presented()
  }

  @Test func `what is dropped on a conversation waits in its compose field until it is sent`()
    async throws
  {
    try await Self.running { stage in
      let document = try await stage.alice.document("Dropped")
      let target = try #require(
        GroveDropTarget(conversation: stage.conversation.base64url, app: stage.app))
      let item = NSPasteboardItem()
      item.collaborationMetadata = Self.metadata(document)
      guard case .staged(let draft) = await target.drop([item]) else {
        Issue.record("it was not staged")
        return
      }
      #expect(try await stage.arrived() == [])
      #expect(try await stage.alice.messenger.send(draft) == .sent)
      #expect(try await stage.arrived() == ["Dropped"])
    }
  }

  @Test func `a copy is the file, and neither link nor identity is made for it`() async throws {
    try await Self.running { stage in
      let document = try await stage.alice.document("Copied")
      GroveSharing.presenter = TerminalSharePresenter(channel: TypedLines("copy", "a", "send"))
      let shared = SharedDocument(documentID: document.documentID, name: "Copied")
      let result = await Self.press(shared, from: stage.app)
      #expect(result == .sent)
      #expect(try await stage.arrived() == [])
      #expect(try await stage.alice.client.document(document.documentID).collaborationID == nil)
      let names = try await stage.bob.messenger.thread(stage.conversation).compactMap { item in
        if case .text(_, let attachment?) = item.content { return attachment.name }
        return nil
      }
      #expect(names == [document.documentID + ".txt"])
    }
  }

  @Test func `cancelling a sheet leaves no draft, no link and no message`() async throws {
    try await Self.running { stage in
      let document = try await stage.alice.document("Kept")
      GroveSharing.presenter = TerminalSharePresenter(channel: TypedLines("a", "cancel"))
      let completed = await Self.activity(Self.metadata(document), stage.app)
      #expect(!completed)
      #expect(try await stage.alice.messenger.drafts().isEmpty)
      #expect(try await stage.arrived() == [])
      #expect(try await stage.alice.client.document(document.documentID).collaborationID == nil)
    }
  }

  @Test func `the collaboration button shows the conversation and says a word in it`() async throws
  {
    try await Self.running { stage in
      let document = try await stage.alice.document("Shown")
      GroveSharing.presenter = TerminalSharePresenter(channel: TypedLines("a", "send"))
      _ = await Self.picker(Self.metadata(document), stage.app)
      let id = try #require(
        try await stage.alice.client.document(document.documentID).collaborationID)
      let (title, result) = await Self.button(id, stage.app)
      #expect(title == "Bob" && result == .sent)
      try await stage.bob.messenger.sync()
      #expect(
        try await MessengerDevice.texts(stage.bob.messenger, stage.conversation) == ["Come in"])
    }
  }

  @MainActor
  static func button(_ id: CollaborationID, _ app: GroveApp) async -> (String, ShareResult) {
    let metadata = SWCollaborationMetadata(collaborationIdentifier: .init(id.text))
    let view = SWCollaborationView(itemProvider: NSItemProvider(object: metadata), app: app)
    await view.load()
    return (view.button.title, await view.sendMessage("Come in"))
  }
}
