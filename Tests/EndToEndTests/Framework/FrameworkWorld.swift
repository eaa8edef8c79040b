import Foundation
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger
import SharedWithYou
import SharedWithYouCore
import Testing

/// Both servers in processes of their own, and people whose apps are written against the framework.
struct FrameworkWorld: Sendable {
  let servers: GroveServers
  let relay: Origin
  let collaboration: Origin

  static func running(_ body: @Sendable (FrameworkWorld) async throws -> Void) async throws {
    let servers = try GroveServers()
    let result: Result<Void, any Error>
    do {
      let world = FrameworkWorld(
        servers: servers, relay: try await servers.start(.relay),
        collaboration: try await servers.start(.collaboration))
      result = .success(try await body(world))
    } catch {
      result = .failure(error)
    }
    await servers.end()
    try result.get()
  }

  func messenger(_ name: String) async throws -> Messenger {
    let messenger = try await Messenger.signUp(
      folder: MessengerDevice.folder(), relay: relay, handle: name, name: name.capitalized,
      environment: MessengerDevice.environment()
    ).messenger
    try await messenger.setRequestPolicy(.anybody)
    return messenger
  }

  /// A person with a device and an account at the app's server.
  func person(_ name: String) async throws -> FrameworkPerson {
    try await FrameworkPerson(name, try await messenger(name), at: collaboration)
  }

  /// A further device of a person.
  func link(to first: Messenger) async throws -> Messenger {
    let linking = try Messenger.beginLinking(
      folder: MessengerDevice.folder(), relay: relay, environment: MessengerDevice.environment())
    async let summary = first.linkDevice(text: linking.text, timeLimit: 30)
    let second = try await linking.complete(timeLimit: 30) { _ in true }
    _ = try await summary
    return second
  }
}

/// A person, their messenger, and the app on their device: its server's client, its action handler
/// and its highlight centre.
struct FrameworkPerson: Sendable {
  let name: String
  let messenger: Messenger
  let client: CollaborationClient
  let account: AccountLabel
  let app: GroveApp
  let handler: RecipesHandler
  let center: SWHighlightCenter

  init(_ name: String, _ messenger: Messenger, at server: Origin) async throws {
    self.name = name
    self.messenger = messenger
    let account = try AccountLabel(name + "@docs.example")
    self.account = account
    client = try await AppAccounts.signUp(account.text, at: server)
    app = try GroveApp(origin: server.text, name: "Recipes", system: messenger)
    handler = RecipesHandler(client)
    center = SWHighlightCenter(app: app)
    app.coordinator.actionHandler = handler
    try await app.register()
    await messenger.setAccountConfirmation { $0.account == account }
  }

  func document(_ title: String) async throws -> Document {
    try await client.createDocument(CreateDocument(requestID: .random(), title: title))
  }

  /// The share sheet for a document, as the framework makes it of what the app says.
  func sheet(for document: Document) async throws -> ShareSheet {
    let metadata = SWCollaborationMetadata(localIdentifier: .init(document.documentID))
    metadata.title = document.title
    metadata.initiatorHandle = account.text
    metadata.defaultShareOptions = SWCollaborationShareOptions(optionsGroups: [
      SWCollaborationOptionsPickerGroup(
        identifier: "permission",
        options: [
          SWCollaborationOption(title: "Can make changes", identifier: "write"),
          SWCollaborationOption(title: "Read only", identifier: "read"),
        ])
    ])
    let connection = try app.connected()
    let content = SharedContent(metadata: try metadata.systemMetadata())
    return try #require(
      try await connection.system.shareSheet(for: content, from: connection.app))
  }

  /// Stages a document for a conversation and sends it.
  func share(_ document: Document, in conversation: ConversationID, text: String = "")
    async throws -> (RequestID, ShareOutcome)
  {
    var sheet = try await sheet(for: document)
    try await messenger.choose(conversation, in: &sheet)
    sheet.text = text
    let draft = try await messenger.stage(sheet)
    return (draft.draftID, try await messenger.send(draft.draftID))
  }

  /// Opens a link as an app does: highlight, challenge, proof, the server's verdict.
  func open(_ url: URL) async throws -> AccessGranted {
    let highlight = try center.collaborationHighlight(for: url)
    let id = try CollaborationID(highlight.collaborationIdentifier)
    let challenge = try await client.challenge(for: id)
    let proof = try await center.signedIdentityProof(
      for: highlight, using: Data(challenge.data.bytes))
    return try await client.prove(try #require(proof.groveProof), for: id)
  }

  func canRead(_ document: Document) async throws -> Bool {
    do {
      _ = try await client.document(document.documentID)
      return true
    } catch  where error.problemCode == .notFound {
      return false
    }
  }
}
