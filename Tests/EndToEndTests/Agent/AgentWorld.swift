import Foundation
import GroveAgent
import GroveClient
import GroveCommands
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger
import Testing

/// Servers, an agent and apps as separate processes; whoever they share with is in this one.
final class AgentWorld: Sendable {
  let servers: GroveServers
  let folder: String
  let relay: Origin
  let origin: Origin
  let bob: Messenger
  let account: CollaborationClient
  let app: AgentTestApp

  var device: String { folder + "/alice" }
  var socketPath: String { folder + "/socket/agent.sock" }

  /// - Parameter body: given the world and a running agent.
  static func running(
    _ body: @Sendable (AgentWorld, AgentProcess) async throws -> Void
  ) async throws {
    let servers = try GroveServers()
    let result: Result<Void, any Error>
    do {
      let world = try await AgentWorld(servers)
      let agent = AgentProcess(world)
      do {
        try await agent.start()
        result = .success(try await body(world, agent))
      } catch {
        result = .failure(error)
      }
      await agent.stop()
      world.app.endAll()
    } catch {
      result = .failure(error)
    }
    await servers.end()
    try result.get()
  }

  private init(_ servers: GroveServers) async throws {
    self.servers = servers
    folder = servers.folder
    relay = try await servers.start(.relay)
    origin = try await servers.start(.collaboration)
    bob = try await Self.person("bob", relay, folder)
    _ = try await Self.person("alice", relay, folder)
    account = try await AppAccounts.signUp("alice@docs.example", at: origin)
    let session = try await CollaborationClient(origin: origin, transport: HTTPClientTransport())
      .createSession(
        CreateSession(account: AccountLabel("alice@docs.example"), password: "a long password"))
    app = try AgentTestApp(folder: folder + "/app", origin: origin, token: session.token)
  }

  static func person(_ name: String, _ relay: Origin, _ folder: String) async throws -> Messenger {
    let messenger = try await Messenger.signUp(
      folder: folder + "/" + name, relay: relay, handle: name, name: name,
      environment: MessengerEnvironment(transport: HTTPClientTransport())
    ).messenger
    try await messenger.setRequestPolicy(.anybody)
    return messenger
  }

  /// This process as the app, which asks and does not answer.
  func connection(as app: AgentApp? = nil) -> AgentConnection {
    AgentConnection(app: app ?? self.app.registered, socketPath: socketPath)
  }

  /// A document of alice's, staged for bob.
  func stage(_ title: String, with agent: AgentConnection, at client: CollaborationClient? = nil)
    async throws -> (Document, Draft)
  {
    let document = try await (client ?? account).createDocument(
      CreateDocument(requestID: .random(), title: title))
    let asker = SilentApp(origin: try #require(agent.app?.origin))
    var sheet = try #require(
      try await agent.shareSheet(
        for: SharedContent(
          metadata: CollaborationMetadata(localIdentifier: document.documentID, title: title)),
        from: asker))
    sheet.add(try await agent.recipient(handle: "bob").account)
    return (document, try await agent.stage(sheet))
  }

  /// What bob can open, after looking.
  func bobsHighlights() async throws -> [String] {
    _ = try await bob.sync()
    return try await bob.highlights().map(\.title)
  }
}

/// An app only by name.
struct SilentApp: CollaborationApp {
  let origin: Origin
  let name = "Test"

  func start(_ action: StartCollaborationAction) async -> StartCollaborationAnswer {
    .failed(reason: "")
  }
  func updateParticipants(_ action: UpdateParticipantsAction) async -> CollaborationActionAnswer {
    .failed(reason: "")
  }
  func shareCancelled(_ cancellation: ShareCancellation) async -> CollaborationActionAnswer {
    .failed(reason: "")
  }
}
