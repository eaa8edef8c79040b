import Foundation
import ListingsSwift5
import SharedWithYou
import SharedWithYouCore
import SharingUI

/// The listings as Swift 5 compiled them.
struct Swift5Listings: Listings {
  @MainActor static let delegate = ListingsSwift5.AppDelegate()
  @MainActor static let controller = ListingsSwift5.ViewController()

  func configureSender(server: String, token: String, document: String) {
    ListingsSwift5.apiController.configure(server: server, token: token, document: document)
  }

  @MainActor func launch() {
    _ = Self.delegate.application(.shared, didFinishLaunchingWithOptions: nil)
  }

  @MainActor func present() {
    Self.controller.presentActivityViewController(
      metadata: ListingsSwift5.configureMetadata())
  }

  @MainActor func pressShareLink() async -> ShareResult? {
    await ListingsSwift5.pressShareLink()
  }

  @MainActor func showPicker() {
    ListingsSwift5.showSharingServicePicker(
      view: NSView(), metadata: ListingsSwift5.configureMetadata())
  }

  func fullName(_ name: PersonNameComponents) -> String {
    ListingsSwift5.fullName(PersonNameComponentsFormatter(), name)
  }

  func drop(on target: GroveDropTarget) async -> [ShareResult] {
    let metadata = ListingsSwift5.configureMetadata()
    return [
      await target.drop([ListingsSwift5.createDragItem(metadata: metadata).itemProvider]),
      await target.drop([ListingsSwift5.createPasteboardItem(metadata: metadata)]),
    ]
  }

  func recipient(
    center: SWHighlightCenter, server: String, token: String, collaboration: String
  ) -> any RecipientListings {
    let controller = ListingsSwift5.APIController()
    controller.configure(server: server, token: token, collaboration: collaboration)
    return Recipient(center, controller)
  }

  var logged: [String] { ListingsSwift5.Log.lines }

  private struct Recipient: RecipientListings {
    let delegate: ListingsSwift5.RecipientAppDelegate
    let controller: ListingsSwift5.APIController
    let documents = ListingsSwift5.DocumentController()

    init(_ center: SWHighlightCenter, _ controller: ListingsSwift5.APIController) {
      self.controller = controller
      delegate = ListingsSwift5.RecipientAppDelegate(
        highlightCenter: center, apiController: controller, documentController: documents)
    }

    func open(_ url: URL) async throws -> String? {
      guard delegate.application(UIApplication(), open: url) else { return nil }
      var results = documents.results.makeAsyncIterator()
      return await results.next()
    }

    func post(_ identifier: SWCollaborationIdentifier, mentioning root: Data) throws {
      try delegate.postContentEditEvent(identifier: identifier)
      try delegate.postMembershipEvent(identifier: identifier)
      try delegate.postMentionEvent(identifier: identifier, mentionedRootHash: root)
      try delegate.postContentRenamedEvent(identifier: identifier)
    }

    var computedRoots: [Data] { controller.computedRoots }
  }
}
