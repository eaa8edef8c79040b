import Foundation
import SharedWithYou
import SharedWithYouCore
import SharingUI

/// A program made of the published listings.
protocol Listings: Sendable {
  func configureSender(server: String, token: String, document: String)
  /// 11:22
  @MainActor func launch() throws
  /// 4:21, 6:34, 9:08
  @MainActor func present()
  /// 7:58 and 8:16
  @MainActor func pressShareLink() async -> ShareResult?
  /// 9:58
  @MainActor func showPicker()
  func fullName(_ name: PersonNameComponents) -> String
  /// 9:42 and 10:18
  func drop(on target: GroveDropTarget) async -> [ShareResult]
  func recipient(
    center: SWHighlightCenter, server: String, token: String, collaboration: String
  ) -> any RecipientListings
  var logged: [String] { get }
}

protocol RecipientListings {
  /// 19:12; what the server answered.
  func open(_ url: URL) async throws -> String?
  /// 25:54, 26:39, 26:50 and 27:23
  func post(_ identifier: SWCollaborationIdentifier, mentioning root: Data) throws
  /// 21:20
  var computedRoots: [Data] { get }
}
