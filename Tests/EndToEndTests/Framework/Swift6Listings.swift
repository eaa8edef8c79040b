import Foundation
import ListingsSwift6
import SharedWithYou
import SharedWithYouCore
import SharingUI

/// The listings as Swift 6 compiled them.
struct Swift6Listings: Listings {
  @MainActor static let delegate = ListingsSwift6.AppDelegate()
  @MainActor static let controller = ListingsSwift6.ViewController()

  func configureSender(server: String, token: String, document: String) {
    ListingsSwift6.apiController.configure(server: server, token: token, document: document)
  }

  @MainActor func launch() {
    _ = Self.delegate.application(.shared, didFinishLaunchingWithOptions: nil)
  }

  @MainActor func present() {
    Self.controller.presentActivityViewController(
      metadata: ListingsSwift6.configureMetadata())
  }

  @MainActor func pressShareLink() async -> ShareResult? {
    await ListingsSwift6.pressShareLink()
  }

  @MainActor func showPicker() {
    ListingsSwift6.showSharingServicePicker(
      view: NSView(), metadata: ListingsSwift6.configureMetadata())
  }

  func fullName(_ name: PersonNameComponents) -> String {
    ListingsSwift6.fullName(PersonNameComponentsFormatter(), name)
  }

  func drop(on target: GroveDropTarget) async -> [ShareResult] {
    let metadata = ListingsSwift6.configureMetadata()
    return [
      await target.drop([ListingsSwift6.createDragItem(metadata: metadata).itemProvider]),
      await target.drop([ListingsSwift6.createPasteboardItem(metadata: metadata)]),
    ]
  }

  func recipient(
    center: SWHighlightCenter, server: String, token: String, collaboration: String
  ) -> any RecipientListings {
    let controller = ListingsSwift6.APIController()
    controller.configure(server: server, token: token, collaboration: collaboration)
    return Recipient(center, controller)
  }

  var logged: [String] { ListingsSwift6.Log.lines }

  private struct Recipient: RecipientListings {
    let delegate: ListingsSwift6.RecipientAppDelegate
    let controller: ListingsSwift6.APIController
    let documents = ListingsSwift6.DocumentController()

    init(_ center: SWHighlightCenter, _ controller: ListingsSwift6.APIController) {
      self.controller = controller
      delegate = ListingsSwift6.RecipientAppDelegate(
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
