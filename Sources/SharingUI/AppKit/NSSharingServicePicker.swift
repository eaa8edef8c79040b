public import Foundation
public import SharedWithYouCore

/// A way of sharing; the only one here is into a conversation.
open class NSSharingService: NSObject {
  public struct Name: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let composeMessage = Name(rawValue: "composeMessage")
  }

  open var title: String { "Messages" }
}

@MainActor
public protocol NSSharingServicePickerDelegate: NSObjectProtocol {
  /// The person chose a conversation and sent; nil where they did not.
  func sharingServicePicker(
    _ sharingServicePicker: NSSharingServicePicker, didChoose service: NSSharingService?)
  /// Modes the app does not want for this content.
  func sharingServicePickerCollaborationModeRestrictions(
    _ sharingServicePicker: NSSharingServicePicker
  ) -> [NSSharingServicePicker.CollaborationModeRestriction]?
}

extension NSSharingServicePickerDelegate {
  public func sharingServicePicker(
    _ sharingServicePicker: NSSharingServicePicker, didChoose service: NSSharingService?
  ) {}

  public func sharingServicePickerCollaborationModeRestrictions(
    _ sharingServicePicker: NSSharingServicePicker
  ) -> [NSSharingServicePicker.CollaborationModeRestriction]? { nil }
}

/// The share sheet of desktop programs. Showing it builds the messenger's sheet and gives it to the
/// process's presenter; where it would stand on a screen is not used here.
@MainActor
open class NSSharingServicePicker: NSObject {
  public typealias CollaborationModeRestriction =
    UIActivityViewController.CollaborationModeRestriction

  public weak var delegate: (any NSSharingServicePickerDelegate)?
  /// Which app shares, where a program is several. Not in the platform's framework.
  public var groveApp = GroveApp.shared
  private var request = ShareRequest()

  /// - Parameter items: item providers, preview items, collaboration metadata, URLs, texts, images.
  public init(items: [Any]) {
    for item in items { request.add(item) }
  }

  open func show(relativeTo rect: NSRect, of view: NSView, preferredEdge: NSRectEdge) {
    let (request, app) = (restricted, groveApp)
    FrameworkJobs.run {
      let result = await SharePresentation.run(request, from: app)
      await self.finished(result)
    } otherwise: {
      delegate?.sharingServicePicker(self, didChoose: nil)
    }
  }

  /// Shows the sheet and returns when the person is done. Not in the platform's framework.
  public func presented() async -> ShareResult {
    await SharePresentation.run(restricted, from: groveApp)
  }

  private var restricted: ShareRequest {
    var request = request
    let asked = delegate?.sharingServicePickerCollaborationModeRestrictions(self)
    request.restrictions = (asked ?? []).map(\.restriction)
    return request
  }

  private func finished(_ result: ShareResult) {
    delegate?.sharingServicePicker(self, didChoose: result.isCompleted ? NSSharingService() : nil)
  }
}
