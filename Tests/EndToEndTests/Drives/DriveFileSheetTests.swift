import Foundation
import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import KeptFolders
import Messenger
import SharedWithYou
import SharingUI
import Testing

@testable import GroveDrive

/// The ways in which an app hands a file over, what the person is told where it cannot be shared, and what a message that
/// is cancelled leaves.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct DriveFileSheetTests {
  @Test func `an activity controller and a sharing picker share a file like a share link`()
    async throws
  {
    try await DriveStage.running { stage in
      let one = try await stage.ann.write("/one.txt", "One.")
      let two = try await stage.ann.write("/two.txt", "Two.")
      GroveSharing.presenter = SendingPresenter(stage.conversation)
      #expect(await Self.activity([one], stage.ann.app))
      #expect(await Self.picker([two], stage.ann.app) == .sent)
      #expect(try await stage.arrived() == ["one.txt", "two.txt"])
      let shares = try await stage.ann.client.driveShares().shares
      #expect(Set(shares.map(\.path)) == ["/one.txt", "/two.txt"])
    }
  }

  @MainActor
  private static func activity(_ items: [Any], _ app: GroveApp) async -> Bool {
    let controller = UIActivityViewController(activityItems: items, applicationActivities: nil)
    controller.groveApp = app
    return await controller.presented().isCompleted
  }

  @MainActor
  private static func picker(_ items: [Any], _ app: GroveApp) async -> ShareResult {
    let picker = NSSharingServicePicker(items: items)
    picker.groveApp = app
    return await picker.presented()
  }

  @Test func `a model that gives its own file to be used in place is shared as that file`()
    async throws
  {
    try await DriveStage.running { stage in
      let file = try await stage.ann.write("/Plans/house.txt", "Two rooms.")
      GroveSharing.presenter = SendingPresenter(stage.conversation)
      let result = await Self.press(FileModel(file: file, isOriginal: true), stage.ann.app)
      #expect(result == .sent)
      #expect(try await stage.ann.client.driveShares().shares.map(\.path) == ["/Plans/house.txt"])
      let other = try await stage.ann.write("/Plans/copy.txt", "A copy.")
      #expect(await Self.press(FileModel(file: other, isOriginal: false), stage.ann.app) == .sent)
      #expect(try await stage.arrived() == ["house.txt"])
    }
  }

  @MainActor
  private static func press(_ model: FileModel, _ app: GroveApp) async -> ShareResult {
    await ShareLink(item: model, preview: SharePreview("Plans")).share(from: app)
  }

  @Test func `a file that is dropped on a conversation waits there until it is sent`() async throws
  {
    try await DriveStage.running { stage in
      let ann = stage.ann
      let file = try await ann.write("/house.txt", "Two rooms.")
      let target = try #require(
        GroveDropTarget(conversation: stage.conversation.base64url, app: ann.app))
      let item = NSPasteboardItem()
      item.setString(file.absoluteString, forType: .fileURL)
      let dragged = UIDragItem(itemProvider: try #require(NSItemProvider(contentsOf: file)))
      GroveSharing.presenter = SendingPresenter(stage.conversation)
      for result in [await target.drop([item]), await target.drop([dragged])] {
        guard case .staged(let draft) = result else {
          Issue.record("it was not staged: \(result)")
          continue
        }
        let status = try #require(
          try await ann.messenger.drafts().first { $0.draft.draftID == draft })
        #expect(status.draft.metadata?.title == "house.txt" && status.draft.file == nil)
        #expect(status.draft.metadata?.card?.appName == "Editor")
        #expect(status.draft.metadata?.card?.firstLines == "Text, 10 bytes")
        #expect(try await ann.client.driveShares().shares.isEmpty)
        try await ann.messenger.discardDraft(draft)
      }
      guard case .staged(let draft) = await target.drop([item]) else { return }
      #expect(try await stage.arrived() == [])
      #expect(try await ann.messenger.send(draft) == .sent)
      #expect(try await stage.arrived() == ["house.txt"])
    }
  }

  @Test func `a file that is too large for a copy is offered to collaborate on alone`() async throws
  {
    try await DriveStage.running { stage in
      let file = try stage.ann.place("/film.mov", "")
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: UInt64(ShareSheet.FileRepresentation.maximumBytes) + 1)
      try handle.close()
      #expect(await stage.ann.look(at: file).sheet?.modes == [.collaborate])
    }
  }

  @Test func `who looks at the sheet sees kind and size, and has shared nothing by cancelling`()
    async throws
  {
    try await DriveStage.running { stage in
      let file = try await stage.ann.write("/house.txt", "Two rooms.")
      let lines = TypedLines("cancel")
      GroveSharing.presenter = TerminalSharePresenter(channel: lines)
      #expect(await Self.picker([file], stage.ann.app) == .cancelled)
      #expect(lines.written.contains("house.txt") && lines.written.contains("Text, 10 bytes"))
      let picture = try await stage.ann.write("/dot.png", "not really one")
      #expect(
        await stage.ann.look(at: picture).sheet?.header.image == Array("not really one".utf8))
      #expect(try await stage.ann.client.driveShares().shares.isEmpty)
      #expect(try await stage.ann.messenger.drafts().isEmpty)
    }
  }

  @Test func `what another shares can be copied, and the sheet says who can invite to it`()
    async throws
  {
    try await DriveStage.running { stage in
      _ = try await stage.shared()
      let file = try stage.ben.place("/Shared/house.txt", "Two rooms.")
      let sheet = try #require(await stage.ben.look(at: file).sheet)
      #expect(sheet.modes == [.sendCopy])
      #expect(
        sheet.collaborationProblem == "Only “Ann”, who shares it, can invite others to it.")
      let lines = TypedLines("collaborate", "cancel")
      GroveSharing.presenter = TerminalSharePresenter(channel: lines)
      #expect(await Self.picker([file], stage.ben.app) == .cancelled)
      #expect(lines.written.contains("Only “Ann”, who shares it, can invite others to it."))
    }
  }

  @Test func `a whole drive, and a drive of another server, are refused with their reason`()
    async throws
  {
    try await DriveStage.running { stage in
      let ann = stage.ann
      let all = await ann.look(at: URL(fileURLWithPath: ann.folder)).result
      #expect(
        all
          == .failed(
            reason: "A whole drive cannot be shared: choose something in it.", draft: nil))
      let file = try await ann.write("/house.txt", "Two rooms.")
      let foreign = KeptFolder(
        path: ann.folder, use: .sync, server: try Origin("https://files.example"),
        account: ann.account)
      ann.app.shareDriveFiles(in: [foreign], credentials: FixedCredentials.none)
      let sheet = try #require(await ann.look(at: file).sheet)
      #expect(sheet.modes == [.sendCopy])
      #expect(
        sheet.collaborationProblem
          == "Its drive is at https://files.example, and this app can invite only to what is at its own server."
      )
    }
  }

  @Test func `where nobody is signed in, or somebody else is, a copy is what is left`() async throws
  {
    try await DriveStage.running { stage in
      let ann = stage.ann
      let file = try await ann.write("/house.txt", "Two rooms.")
      let kept = KeptFolder(
        path: ann.folder, use: .sync, server: stage.world.app.origin, account: ann.account)
      ann.app.shareDriveFiles(in: [kept], credentials: FixedCredentials.bearer("nobody"))
      var sheet = try #require(await ann.look(at: file).sheet)
      #expect(sheet.modes == [.sendCopy])
      #expect(sheet.collaborationProblem == "Nobody is signed in to the drive here.")
      let theirs = KeptFolder(
        path: ann.folder, use: .sync, server: stage.world.app.origin, account: stage.ben.account)
      let session = try await Self.session("erin@docs.example", stage)
      ann.app.shareDriveFiles(in: [theirs], credentials: FixedCredentials.bearer(session))
      sheet = try #require(await ann.look(at: file).sheet)
      #expect(sheet.collaborationProblem == "Nobody is signed in to the drive here.")
    }
  }

  private static func session(_ account: String, _ stage: DriveStage) async throws -> String {
    try await CollaborationClient(origin: stage.world.app.origin, transport: HTTPClientTransport())
      .createAccount(
        CreateAppAccount(
          account: AccountLabel(account), displayName: "Erin", password: "a long password")
      ).token
  }

  @Test func `a file that is not in the drive yet stays a draft, with the reason`() async throws {
    try await DriveStage.running { stage in
      let file = try stage.ann.place("/new.txt", "Not carried yet.")
      guard
        case .failed(let reason, _?) = await stage.ann.press(file, in: stage.conversation).result
      else {
        Issue.record("it was shared, or the draft is gone")
        return
      }
      #expect(
        reason == "The app could not start the share: the drive does not have it, or not yet.")
      #expect(try await stage.ann.client.driveShares().shares.isEmpty)
      #expect(try await stage.arrived() == [])
    }
  }

  @Test func `a cancelled message leaves a file shared as it was before`() async throws {
    try await DriveStage.running { stage in
      let ann = stage.ann
      let file = try await ann.write("/house.txt", "Two rooms.")
      let handler = DriveFileHandler(drive: ann.drive)
      for isOpen in [false, true] {
        let (start, id) = try await Self.started(file, isOpen, handler)
        #expect(try await ann.client.driveShares().shares.map(\.collaborationID) == [id])
        #expect(await handler.shareCancelled(start) == .fulfilled())
        #expect(try await ann.client.driveShares().shares.isEmpty)
      }
      let terms = DriveShareTerms(who: .invited, access: .readOnly)
      _ = try await ann.client.shareDriveItem(
        ShareDriveItem(
          requestID: .random(), path: "/house.txt", who: terms.who, access: terms.access))
      let (start, id) = try await Self.started(file, true, handler)
      #expect(try await ann.client.driveShare(id).terms != terms)
      #expect(await handler.shareCancelled(start) == .fulfilled())
      #expect(try await ann.client.driveShare(id).terms == terms)
    }
  }

  private static func started(_ file: URL, _ isOpen: Bool, _ handler: DriveFileHandler)
    async throws -> (ShareCancellation, CollaborationID)
  {
    var metadata = try #require(try await handler.metadata(ofFile: file))
    metadata.userSelectedShareOptions = try SharingChoice(isOpenToLink: isOpen, isReadOnly: false)
      .options(.everything).systemOptions()
    let action = StartCollaborationAction(
      actionID: .random(), metadata: metadata, timeLimit: 30)
    guard case .fulfilled(_, let id, _) = await handler.start(action) else {
      throw GroveDriveError.noFile
    }
    // The same again, as where the first answer was not heard.
    #expect(
      await handler.start(action)
        == .fulfilled(
          link: try #require(try await handler.drive.file(at: file)?.link).absoluteString,
          collaborationID: id, epoch: try await epoch(id, handler)))
    return (
      ShareCancellation(startActionID: action.actionID, collaborationID: id, metadata: metadata), id
    )
  }

  private static func epoch(_ id: CollaborationID, _ handler: DriveFileHandler) async throws
    -> UInt64?
  {
    try await handler.drive.own.first?.client.driveShare(id).epoch.value
  }
}

/// A model with a file of its own.
private struct FileModel: Transferable, Sendable {
  let file: URL
  let isOriginal: Bool

  static var transferRepresentation: some TransferRepresentation {
    FileRepresentation<FileModel>(exportedContentType: .plainText) {
      SentTransferredFile($0.file, allowAccessingOriginalFile: $0.isOriginal)
    }
  }
}

extension DriveStage {
  /// Titles of what has arrived at Ben's.
  fileprivate func arrived() async throws -> Set<String> {
    try await ben.messenger.sync()
    return Set(try await ben.messenger.highlights().map(\.title))
  }
}
