import Foundation
import GroveIdentity
import GroveSystem
import SharedWithYouCore
import SharingUI
import Synchronization
import Testing

/// Keeps the sheets it is shown and answers what it was told.
final class RecordingPresenter: SharePresenter {
  private let state = Mutex<[ShareSheet]>([])
  private let result: ShareResult

  init(_ result: ShareResult = .sent) { self.result = result }

  func present(_ sheet: ShareSheet, for person: any PersonSystem) async -> ShareResult {
    state.withLock { $0.append(sheet) }
    return result
  }

  var sheets: [ShareSheet] { state.withLock(\.self) }
}

/// Each entry point of Apple's frameworks builds the same sheet. The presenter is the process's, so
/// these run one after another.
@Suite(.serialized)
struct EntryPointTests {
  let messenger = FakeMessenger()
  let presenter = RecordingPresenter()
  let app: GroveApp
  let club: ConversationID

  init() throws {
    club = messenger.add("Cooking club", 0x30, members: ["Bob", "Carol"])
    app = try GroveApp(origin: "https://docs.example", name: "Recipes", system: messenger)
    GroveSharing.presenter = presenter
  }

  func provider() -> NSItemProvider {
    let provider = NSItemProvider()
    provider.registerObject(Samples.metadata(), visibility: .all)
    return provider
  }

  @MainActor
  @Test func `presenting an activity controller shows the sheet and tells its handler`()
    async throws
  {
    let controller = UIActivityViewController(
      activityItemsConfiguration: UIActivityItemsConfiguration(itemProviders: [provider()]))
    controller.groveApp = app
    let host = UIViewController()
    let completed = await withCheckedContinuation { continuation in
      controller.completionWithItemsHandler = { type, completed, _, error in
        #expect(type == .message && error == nil)
        continuation.resume(returning: completed)
      }
      host.present(controller, animated: true)
      #expect(host.presentedViewController === controller)
    }
    #expect(completed)
    #expect(host.presentedViewController == nil)
    let sheet = try #require(presenter.sheets.first)
    #expect(sheet.header.title == "Baking Recipes")
    #expect(sheet.header.initiatorHandle == "devin@docs.example")
    #expect(sheet.modes == [.collaborate])
    #expect(sheet.options?.selectedIdentifiers == ["write", "comments"])
    #expect(sheet.suggestedConversations == [club])
  }

  @MainActor
  @Test func `a file representation beside the metadata offers to send a copy`() async throws {
    let provider = provider()
    let file = try Samples.file("recipes.md", "# Bread")
    provider.registerFileRepresentation(
      forTypeIdentifier: "net.daringfireball.markdown", visibility: .all
    ) {
      $0(file, true, nil)
      return nil
    }
    let controller = UIActivityViewController(
      activityItems: [provider], applicationActivities: nil)
    controller.groveApp = app
    #expect(await controller.presented() == .sent)
    var sheet = try #require(presenter.sheets.first)
    #expect(sheet.modes == [.collaborate, .sendCopy])
    let isChosen = sheet.choose(.sendCopy)
    #expect(isChosen)
    let draft = sheet.draft(
      draftID: RequestID(unchecked: [UInt8](repeating: 1, count: 16)), createdAt: 1)
    #expect(draft.file?.name == "recipes.md")
    #expect(draft.file?.mediaType == "text/markdown")
    #expect(draft.file?.bytes == Array("# Bread".utf8))
  }

  @MainActor
  @Test func `link metadata gives the header its title and image`() async throws {
    let metadata = Samples.metadata()
    metadata.title = nil
    let configuration = UIActivityItemsConfiguration(objects: [metadata])
    let png = Data([0x89, 0x50, 0x4E, 0x47, 1, 2, 3])
    configuration.perItemMetadataProvider = { index, key in
      guard index == 0, key == .linkPresentationMetadata else { return nil }
      let link = LPLinkMetadata()
      link.title = "From the link"
      link.imageProvider = UIImage(data: png).map(NSItemProvider.init(object:))
      return link
    }
    let controller = UIActivityViewController(activityItemsConfiguration: configuration)
    controller.groveApp = app
    _ = await controller.presented()
    let header = try #require(presenter.sheets.first?.header)
    #expect(header.title == "From the link")
    #expect(header.image == Array(png))
  }

  @MainActor
  @Test func `a preview of an item is asked for with its intent and size, and heads the sheet`()
    async throws
  {
    let configuration = UIActivityItemsConfiguration(objects: [Samples.metadata()])
    let png = Data([0x89, 0x50, 0x4E, 0x47, 7])
    configuration.previewProvider = { index, intent, suggestedSize in
      guard index == 0, intent == .thumbnail, suggestedSize.width > 0 else { return nil }
      return UIImage(data: png).map(NSItemProvider.init(object:))
    }
    let controller = UIActivityViewController(activityItemsConfiguration: configuration)
    controller.groveApp = app
    _ = await controller.presented()
    #expect(presenter.sheets.first?.header.image == Array(png))
  }

  @MainActor
  @Test func `a mode the app forbids is not offered, and the person is told where none is left`()
    async throws
  {
    let configuration = UIActivityItemsConfiguration(itemProviders: [provider()])
    configuration.metadataProvider = { key in
      guard key == .collaborationModeRestrictions else { return nil }
      return [
        UIActivityViewController.CollaborationModeRestriction(
          disabledMode: .collaborate, alertTitle: "Offline", alertMessage: "Sign in first.")
      ]
    }
    let controller = UIActivityViewController(activityItemsConfiguration: configuration)
    controller.groveApp = app
    #expect(
      await controller.presented() == .failed(reason: "Offline: Sign in first.", draft: nil))
    #expect(presenter.sheets.isEmpty)
  }

  @MainActor
  @Test func `the desktop's picker shows the title and image of a preview item`() async throws {
    let png = Data([0x89, 0x50, 0x4E, 0x47, 9])
    let metadata = Samples.metadata()
    metadata.title = nil
    let item = NSPreviewRepresentingActivityItem(
      item: NSItemProvider(object: metadata), title: "A preview", image: NSImage(data: png),
      icon: nil)
    let picker = NSSharingServicePicker(items: [item])
    picker.groveApp = app
    #expect(await picker.presented() == .sent)
    #expect(presenter.sheets.first?.header.title == "A preview")
    #expect(presenter.sheets.first?.header.image == Array(png))
  }

  @MainActor
  @Test func `a share link hands over its model's metadata under its preview's title`()
    async throws
  {
    struct Page: View {
      var body: some View {
        Text("Recipes")
        ShareLink(item: Recipe(name: "Bread"), message: Text("Look"), preview: .init("Shown"))
      }
    }
    let link = try #require(Page().shareLinks.first)
    #expect(await link.share(from: app) == .sent)
    let sheet = try #require(presenter.sheets.first)
    #expect(sheet.header.title == "Bread")
    #expect(sheet.modes == [.collaborate, .sendCopy])
    #expect(sheet.text == "Look")
  }

  @Test func `what is dropped on a conversation is staged there and not sent`() async throws {
    let target = try #require(GroveDropTarget(conversation: club.base64url, app: app))
    let item = UIDragItem(itemProvider: provider())
    #expect(target.canAccept([item]))
    let result = await target.drop([item])
    let draft = try #require(messenger.composed.first)
    #expect(result == .staged(draft.draftID))
    #expect(draft.conversation == club)
    #expect(draft.metadata?.localIdentifier == "recipe-1")
    #expect(messenger.sent.isEmpty && presenter.sheets.isEmpty)
  }

  @Test func `a pasteboard item dropped on no conversation shows the sheet`() async throws {
    let item = NSPasteboardItem()
    item.collaborationMetadata = Samples.metadata()
    let target = try #require(GroveDropTarget(app: app))
    #expect(await target.drop([item]) == .sent)
    #expect(presenter.sheets.first?.header.title == "Baking Recipes")
    #expect(GroveDropTarget(conversation: "not an identifier", app: app) == nil)
  }

  @Test func `options that could never be shown truthfully are refused in words`() async throws {
    let metadata = Samples.metadata()
    metadata.defaultShareOptions = SWCollaborationShareOptions(optionsGroups: [
      SWCollaborationOptionsGroup(
        identifier: "g",
        options: [
          SWCollaborationOption(
            title: "A", identifier: "a", requiredOptionsIdentifiers: ["nowhere"])
        ])
    ])
    let target = try #require(GroveDropTarget(app: app))
    guard case .failed(let reason, nil) = await target.drop([NSItemProvider(object: metadata)])
    else { throw CocoaError(.coderInvalidValue) }
    #expect(reason.hasPrefix("The app's share options cannot be shown"))
  }

  @Test func `nothing to share is said`() async throws {
    let target = try #require(GroveDropTarget(app: app))
    let result = await target.drop([NSItemProvider()])
    #expect(result == .failed(reason: "There is nothing here that can be shared.", draft: nil))
  }

  @Test func `a representation for this process only is not shared`() async throws {
    let provider = NSItemProvider()
    provider.registerObject(Samples.metadata(), visibility: .ownProcess)
    let target = try #require(GroveDropTarget(app: app))
    let result = await target.drop([provider])
    #expect(result == .failed(reason: "There is nothing here that can be shared.", draft: nil))
  }
}
