import CollaborationServer
import Foundation
import GroveClient
import GroveIdentity
import GroveMessage
import GroveServing
import GroveSystem
import GroveWire
import Logging
import Messenger
import ServiceLifecycle
import StoreSQLite
import Synchronization
import Testing

/// Both servers on real sockets and files, and the people who use them.
struct SharingWorld: Sendable {
  let relay: RelayHost
  let app: CollaborationHost

  /// Serves while `body` runs.
  /// - Parameters:
  ///   - container: one whose records the collaboration server keeps.
  ///   - drives: whether accounts have drives there.
  static func running(
    container: String? = nil, drives: Bool = false,
    _ body: @Sendable (SharingWorld) async throws -> Void
  ) async throws {
    let relay = try RelayHost()
    try await relay.running {
      // The relay stands in this machine, which a server trusts with its pushes only when told to.
      try await CollaborationHost.running(
        noticeRelays: [relay.origin], container: container, drives: drives
      ) { app in
        try await body(SharingWorld(relay: relay, app: app))
      }
    }
  }

  /// A person with one device and an app account.
  func person(_ name: String, folder: String = MessengerDevice.folder()) async throws
    -> SharingPerson
  {
    let messenger = try await MessengerDevice.signUp(name, at: relay, folder: folder)
    let person = try await SharingPerson(name, messenger, at: app)
    await person.settle(on: messenger)
    return person
  }

  /// Whether the bytes are anywhere in what the relay received and kept.
  func relayHas(_ needle: [UInt8]) throws -> Bool {
    try !relay.storedBytes(containing: needle).isEmpty
  }

  /// The same of the collaboration server.
  func serverHas(_ needle: [UInt8]) throws -> Bool {
    let files = try FileManager.default.subpathsOfDirectory(atPath: app.folder)
    return files.contains { name in
      let bytes = FileManager.default.contents(atPath: app.folder + "/" + name) ?? Data()
      return bytes.range(of: Data(needle)) != nil
    }
  }
}

/// A collaboration server in this process, on a real socket and a real file.
struct CollaborationHost: Sendable {
  let folder: String
  let origin: Origin

  static func running(
    noticeRelays: Set<Origin> = [], container: String? = nil, drives: Bool = false,
    _ body: @Sendable (CollaborationHost) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/grove-app-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let port = try RelayHost.freePort()
    let host = CollaborationHost(folder: folder, origin: try Origin("http://127.0.0.1:\(port)"))
    let store = try SQLiteCollaborationStore(path: folder + "/collaboration.sqlite")
    var generator = SystemRandomNumberGenerator()
    var configuration = CollaborationServerConfiguration(
      publicOrigin: host.origin, keys: try .random(using: &generator))
    configuration.noticeRelays = noticeRelays
    configuration.passwordCost = 16
    if let container { configuration.containers = [container] }
    configuration.assetsFolder = folder + "/assets"
    configuration.servesDrives = drives
    configuration.drivesFolder = folder + "/drives"
    let server = try CollaborationServer(
      configuration: configuration,
      store: store, now: { UInt64(Date().timeIntervalSince1970 * 1000) },
      random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } })
    var logger = Logger(label: "collaboration")
    logger.logLevel = .critical
    let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
    let group = ServiceGroup(
      services: server.services(ServerSettings(port: port), logger: logger) { _ in
        isReady.finish()
      },
      logger: logger)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        defer { isReady.finish() }
        try await group.run()
      }
      for await _ in ready {}
      let result: Result<Void, any Error>
      do { result = .success(try await body(host)) } catch { result = .failure(error) }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      try result.get()
    }
    try await store.close()
  }
}

/// A person: a messenger, an account at the app's server, and the app on their device.
struct SharingPerson: Sendable {
  let name: String
  let messenger: Messenger
  let account: AccountLabel
  let client: CollaborationClient
  let app: DocumentApp

  init(_ name: String, _ messenger: Messenger, at host: CollaborationHost) async throws {
    self.name = name
    self.messenger = messenger
    account = try AccountLabel(name + "@docs.example")
    let transport = HTTPClientTransport()
    let session = try await CollaborationClient(origin: host.origin, transport: transport)
      .createAccount(
        CreateAppAccount(
          account: account, displayName: name.capitalized, password: "correct horse " + name))
    client = CollaborationClient(
      origin: host.origin, credentials: FixedCredentials.bearer(session.token),
      transport: transport)
    app = DocumentApp(client)
  }

  /// The same person and app with a messenger that was opened again.
  init(_ name: String, _ messenger: Messenger, _ account: AccountLabel, _ app: DocumentApp) {
    self.name = name
    self.messenger = messenger
    self.account = account
    self.app = app
    client = app.client
  }

  /// The app is on this device, and its person says yes to their own account and to no other.
  func settle(on device: Messenger) async {
    let account = account
    await device.register(app)
    await device.setAccountConfirmation { $0.account == account }
  }

  func document(_ title: String) async throws -> Document {
    try await client.createDocument(
      CreateDocument(requestID: RequestID.random(), title: title))
  }

  /// Stages a document for a conversation and sends it.
  func share(_ document: Document, in conversation: ConversationID, text: String = "")
    async throws -> (RequestID, ShareOutcome)
  {
    let content = SharedContent(
      metadata: CollaborationMetadata(
        localIdentifier: document.documentID, title: document.title,
        initiatorHandle: account.text))
    var sheet = try #require(try await messenger.shareSheet(for: content, from: app))
    try await messenger.choose(conversation, in: &sheet)
    sheet.text = text
    let draft = try await messenger.stage(sheet)
    return (draft.draftID, try await messenger.send(draft.draftID))
  }

  /// Opens a collaboration as an app does: challenge, proof of the device, server's verdict.
  func open(_ id: CollaborationID, with device: Messenger? = nil) async throws
    -> Result<AccessGranted, ProofRequestRefusal>
  {
    let device = device ?? messenger
    var refused: Set<RootHash> = []
    while true {
      let challenge = try await client.challenge(for: id)
      let answer = try await device.signedIdentityProof(
        for: id, using: challenge.data.bytes, of: client.origin, refused: refused)
      switch answer {
      case .failure(let refusal): return .failure(refusal)
      case .success(let proof):
        do {
          return .success(try await client.prove(proof.json(), for: id))
        } catch let error as ClientError where error.problemCode == .notVerified {
          refused.insert(proof.root)
        }
      }
    }
  }

  /// Whether the server lets this account read the document.
  func canRead(_ document: Document) async throws -> Bool {
    do {
      _ = try await client.document(document.documentID)
      return true
    } catch  where error.problemCode == .notFound {
      return false
    }
  }
}
