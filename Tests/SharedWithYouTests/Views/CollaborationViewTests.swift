import Foundation
import GroveSystem
import SharedWithYou
import SharedWithYouCore
import SharingUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct CollaborationViewTests {
  let system: ConversationSystem
  let app: GroveApp

  init() throws {
    system = try ConversationSystem()
    app = try GroveApp(origin: "https://docs.example", name: "Recipes", system: system)
  }

  func view(of identifier: String = "doc-1", app: GroveApp? = nil) async -> SWCollaborationView {
    let metadata = SWCollaborationMetadata(collaborationIdentifier: .init(identifier))
    metadata.title = "Baking Recipes"
    let view = SWCollaborationView(
      itemProvider: NSItemProvider(object: metadata), app: app ?? self.app)
    await view.load()
    return view
  }

  @Test func `the button shows the conversation's photo and how many are there`() async {
    let view = await view()
    #expect(view.button.groupPhoto == Data([0x89, 0x50, 0x4E, 0x47, 1]))
    #expect(view.button.title == "Cooking club")
    #expect(view.button.participantCount == nil)
    view.activeParticipantCount = 2
    #expect(view.button.participantCount == 2)
    view.showsParticipantCount = false
    #expect(view.button.participantCount == nil)
    view.pendingAccessRequestsCount = 3
    #expect(view.button.pendingAccessRequests == 3)
  }

  @Test func `the popover has header, content and one-tap message`() async throws {
    let view = await view()
    #expect(view.popover == nil)
    let content = UIView()
    view.setContent(content)
    #expect(view.press())
    let popover = try #require(view.popover)
    #expect(popover.title == "Baking Recipes")
    #expect(popover.subtitle == "Bob, Carol")
    #expect(popover.contentView === content)
    #expect(popover.messageButtonTitle == "Message Cooking club")
    #expect(await view.sendMessage("Who adds the salt?") == .sent)
    #expect(system.messages == ["Who adds the salt?"])
  }

  @Test func `what the app says stands above what is known`() async {
    let view = await view()
    view.headerTitle = "Mine"
    view.headerSubtitle = "Also mine"
    view.press()
    #expect(view.popover?.title == "Mine")
    #expect(view.popover?.subtitle == "Also mine")
  }

  @Test
  func
    `custom infrastructure has no manage button, whatever is set, and neither has a file that is not shared`()
    async throws
  {
    let custom = await view()
    custom.setShowManageButton(true)
    custom.press()
    #expect(custom.popover?.manageButtonTitle == nil)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data("x".utf8).write(to: file)
    let provider = try #require(NSItemProvider(contentsOf: file))
    let drive = SWCollaborationView(itemProvider: provider, app: app)
    #expect(drive.infrastructure == .driveFile)
    drive.press()
    await drive.load()
    #expect(drive.popover?.manageButtonTitle == nil)
    #expect(
      await drive.manage()
        == .failed(reason: "There is nothing here that the system manages."))
  }

  @Test func `the delegate may keep the popover closed, and hears of it otherwise`() async {
    final class Listener: NSObject, SWCollaborationViewDelegate {
      var allows = false
      var heard: [String] = []
      func collaborationViewShouldPresentPopover(_ view: SWCollaborationView) -> Bool { allows }
      func collaborationViewWillPresentPopover(_ view: SWCollaborationView) {
        heard.append("will")
      }
      func collaborationViewDidDismissPopover(_ view: SWCollaborationView) {
        heard.append("did")
      }
    }
    let view = await view()
    let listener = Listener()
    view.delegate = listener
    #expect(!view.press())
    #expect(view.popover == nil && listener.heard.isEmpty)
    listener.allows = true
    #expect(view.press())
    var completions = 0
    view.dismissPopover { completions += 1 }
    view.dismissPopover { completions += 1 }
    await view.dismissPopover()
    #expect(listener.heard == ["will", "did"])
    #expect(completions == 2)
    #expect(view.popover == nil)
  }

  @Test func `the toolbar's menu entry presses the button`() async {
    let view = await view()
    #expect(view.menuFormRepresentation.title == "Baking Recipes")
    view.menuFormRepresentation.perform()
    #expect(view.popover != nil)
  }

  @Test func `a collaboration of nobody's has no conversation to write into`() async {
    let view = await view(of: "doc-2")
    view.press()
    #expect(view.popover?.messageButtonTitle == nil)
    #expect(
      await view.sendMessage("x")
        == .failed(reason: "This is not shared in a conversation.", draft: nil))
  }

  @Test func `an unreachable messenger leaves the button with the content's title`() async throws {
    let down = try GroveApp(
      origin: "https://docs.example", name: "Recipes", system: ConversationSystem(isDown: true))
    let view = await view(app: down)
    #expect(view.button.title == "Baking Recipes")
    #expect(view.button.groupPhoto.isEmpty)
  }

  @Test func `every change is told to whoever draws`() async {
    let view = await view()
    var changes = 0
    view.onChange = { changes += 1 }
    view.activeParticipantCount = 1
    view.headerTitle = "x"
    view.setDetailViewListContent { Text("y") }
    #expect(changes == 3)
  }

  @Test func `a highlight says where it was shared, and its menu answers and clears`() async throws
  {
    let highlight = try #require(SWHighlightCenter(app: app).highlights.first)
    let view = SWAttributionView(app: app)
    #expect(view.attribution == nil)
    view.highlight = highlight
    await view.load()
    #expect(view.attribution?.text == "Shared in Cooking club")
    #expect(view.attribution?.people == ["Bob", "Carol"])
    view.menuTitleForHideAction = "Put away"
    view.supplementalMenu = UIMenu(children: [UIAction(title: "Mine") { _ in }])
    #expect(view.highlightMenu.actions.map(\.title) == ["Reply", "Put away", "Mine"])
    view.highlightMenu.actions[1].perform()
    while system.clearedNotices.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    #expect(system.clearedNotices == [system.known])
  }

  @Test func `the removal alert names the person and the document`() throws {
    let highlight = try #require(
      SWHighlightCenter(app: app).highlights.first as? SWCollaborationHighlight)
    let person = SWPerson(
      handle: nil, identity: nil, displayName: "Bob", thumbnailImageData: nil)
    let controller = SWRemoveParticipantAlertController(participant: person, highlight: highlight)
    #expect(controller.alert.title == "Remove Bob from the conversation?")
    #expect(controller.alert.message.contains("“Baking Recipes”"))
  }
}
