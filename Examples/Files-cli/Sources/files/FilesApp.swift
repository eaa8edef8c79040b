import GroveDrive
import SharedWithYou

/// The app: the person's messenger, and their drive. There is no server code in it, and nothing that answers for sharing.
struct FilesApp: Sendable {
  let grove: GroveApp
  let drive: GroveDrive

  /// The app of whoever runs this, with their agent's messenger and the folders that grove keeps for them.
  init(server: String) throws {
    let device = ProcessInfo.processInfo.environment["GROVE_FOLDER"] ?? ""
    try GroveApp.configure(
      origin: server, name: "Files",
      command: [Bundle.main.executablePath ?? "", "listen", server, device])
    self.init(.shared, GroveApp.shared.shareDriveFiles())
  }

  /// With a messenger and folders of another place: tests bring their own.
  init(_ grove: GroveApp, _ drive: GroveDrive) {
    self.grove = grove
    self.drive = drive
  }

  /// Shows the share sheet and returns when it is decided.
  func share(_ file: URL) async throws {
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw FilesError("There is no file \(file.path).")
    }
    try await grove.register()
    switch await ShareLink(item: file).share(from: grove) {
    case .sent: await drive.settled()
    case .waiting, .staged, .cancelled: break  // the sheet has said so
    case .failed(let reason, _): throw FilesError(reason)
    }
  }

  func shared() {
    for highlight in SWHighlightCenter(app: grove).highlights {
      let title = (highlight as? SWCollaborationHighlight)?.title ?? ""
      print("\(title)  \(highlight.url.absoluteString)")
    }
  }

  func open(_ link: String) async throws {
    let known = SWHighlightCenter(app: grove).highlights.first {
      ($0 as? SWCollaborationHighlight)?.title == link
    }
    guard let url = known?.url ?? URL(string: link) else {
      throw FilesError("Nobody has shared \(link) with you.")
    }
    do {
      let file = try await drive.open(url)
      let place = file.url.map { ", here: \($0.path)" } ?? ""
      print("\(file.name) is \(file.path) in your drive\(place)")
    } catch {
      throw FilesError(error.sentence)
    }
  }

  /// What a manage button leads to.
  @MainActor
  func people(of file: URL) async throws {
    guard let item = NSItemProvider(contentsOf: file) else {
      throw FilesError("There is no file \(file.path).")
    }
    let view = SWCollaborationView(itemProvider: item, app: grove)
    if case .failed(let reason) = await view.manage() { throw FilesError(reason) }
  }

  /// Answers the messenger while nobody uses the app: its agent starts this when an action arrives.
  func listen() async throws {
    try await grove.register()
    try await Task.sleep(for: .seconds(60))
    await drive.settled()
  }
}
