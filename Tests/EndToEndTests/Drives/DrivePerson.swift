import Foundation
import GroveClient
import GroveDrive
import GroveIdentity
import GroveSystem
import GroveWire
import KeptFolders
import Messenger
import SharedWithYou
import SharingUI
import Testing

/// A person with a drive, a folder on their machine that is kept like it, and an app that has no code of its own for
/// sharing files: no action handler, no client.
struct DrivePerson: Sendable {
  let name: String
  let messenger: Messenger
  let account: AccountLabel
  let client: CollaborationClient
  let app: GroveApp
  let drive: GroveDrive
  let center: SWHighlightCenter
  /// The kept folder, without links in it.
  let folder: String
  /// What the person's programs sign in with.
  private let password: String

  init(_ name: String, in world: SharingWorld, _ use: KeptFolder.Use = .sync) async throws {
    self.name = name
    messenger = try await MessengerDevice.signUp(name, at: world.relay)
    let account = try AccountLabel(name + "@docs.example")
    self.account = account
    let transport = HTTPClientTransport()
    let session = try await CollaborationClient(origin: world.app.origin, transport: transport)
      .createAccount(
        CreateAppAccount(
          account: account, displayName: name.capitalized, password: "correct horse " + name))
    let credentials = FixedCredentials.bearer(session.token)
    client = CollaborationClient(
      origin: world.app.origin, credentials: credentials, transport: transport)
    password = try await client.makeAppPassword(named: "test").password
    folder = try Self.folder(name)
    app = try GroveApp(origin: world.app.origin.text, name: "Editor", system: messenger)
    let kept = KeptFolder(path: folder, use: use, server: world.app.origin, account: account)
    drive = app.shareDriveFiles(in: [kept], credentials: credentials)
    center = SWHighlightCenter(app: app)
    try await app.register()
    await messenger.setAccountConfirmation { $0.account == account }
  }

  static func folder(_ name: String) throws -> String {
    let path = FileManager.default.temporaryDirectory.path + "/grove-\(name)-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return try #require(KeptFolderList.resolved(URL(fileURLWithPath: path)))
  }

  // MARK: The drive, as a program of theirs sees it

  /// - Returns: the status, and what was answered.
  @discardableResult
  func ask(_ method: String, _ path: String, _ body: String? = nil) async throws -> (
    status: Int, text: String
  ) {
    let basic = Data("\(account.text):\(password)".utf8).base64EncodedString()
    let answer = try await HTTPClientTransport().send(
      ClientRequest(
        url: client.origin.text + "/drive" + path, method: method,
        headers: [ClientHeader("Authorization", "Basic " + basic)],
        body: body.map { Array($0.utf8) }))
    return (answer.status, String(decoding: answer.body, as: UTF8.self))
  }

  /// A file here and in the drive, as it is once grove has carried it.
  func write(_ path: String, _ text: String) async throws -> URL {
    let names = path.split(separator: "/").dropLast()
    for end in names.indices {
      try await ask("MKCOL", names[...end].map { "/" + $0 }.joined())
    }
    let status = try await ask("PUT", path, text).status
    #expect(status == 201 || status == 204)
    return try place(path, text)
  }

  /// A file here alone.
  func place(_ path: String, _ text: String) throws -> URL {
    let url = URL(fileURLWithPath: folder + path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url
  }

  // MARK: Sharing

  /// The one link that has come to this person's device.
  func link() async throws -> URL {
    try await messenger.sync()
    return try #require(center.highlights.first?.url)
  }

  /// Presses a share link of the file, and chooses options by their titles.
  @MainActor
  func press(_ file: URL, in conversation: ConversationID, selecting: [String] = []) async -> (
    result: ShareResult, sheet: ShareSheet?
  ) {
    let presenter = SendingPresenter(conversation, selecting: selecting)
    GroveSharing.presenter = presenter
    let result = await ShareLink(item: file).share(from: app)
    if case .failed(_, nil) = result { return (result, nil) }
    return (result, await Self.first(presenter.shown))
  }

  /// The sheet that a file gets; nothing is sent.
  @MainActor
  func look(at file: URL) async -> (result: ShareResult, sheet: ShareSheet?) {
    let presenter = LookingPresenter()
    GroveSharing.presenter = presenter
    let result = await ShareLink(item: file).share(from: app)
    guard case .cancelled = result else { return (result, nil) }
    return (result, await Self.first(presenter.shown))
  }

  private nonisolated static func first(_ sheets: AsyncStream<ShareSheet>) async -> ShareSheet? {
    await sheets.first { _ in true }
  }
}

/// Ann, whose folder is kept, and Ben, whose drive is shown in one, with a conversation of theirs.
struct DriveStage: Sendable {
  let world: SharingWorld
  let ann, ben: DrivePerson
  let conversation: ConversationID

  static func running(_ body: @Sendable (DriveStage) async throws -> Void) async throws {
    try await SharingWorld.running(drives: true) { world in
      let ann = try await DrivePerson("ann", in: world)
      let ben = try await DrivePerson("ben", in: world, .mount)
      let conversation = try await ann.messenger.createConversation(members: ["ben"])
      defer {
        for person in [ann, ben] { try? FileManager.default.removeItem(atPath: person.folder) }
      }
      try await body(DriveStage(world: world, ann: ann, ben: ben, conversation: conversation))
    }
  }

  /// Ann's file, shared and opened by Ben.
  func shared(selecting: [String] = []) async throws -> (file: URL, opened: GroveDriveFile) {
    let file = try await ann.write("/Plans/house.txt", "Two rooms.")
    #expect(await ann.press(file, in: conversation, selecting: selecting).result == .sent)
    return (file, try await ben.drive.open(try await ben.link()))
  }

  /// Ann agrees to what a change of the conversation's people means.
  func agree() async throws {
    try await ann.messenger.sync()
    let offer = try #require(try await ann.messenger.membershipOffers().first)
    #expect(offer.documents.map(\.title) == ["house.txt"])
    #expect(try await Array(ann.messenger.apply(offer).values) == [.sent])
  }
}
