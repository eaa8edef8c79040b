public import Foundation
public import SharedWithYouCore

/// A way of sharing; the only one here is into a conversation.
open class NSSharingService: NSObject {
  /// Which way of sharing. Kept for code that names one.
  public struct Name: RawRepresentable, Hashable, Sendable {
    /// As given; only `composeMessage` means something here.
    public let rawValue: String
    /// A name of the program's own; nothing here answers to it.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Into a conversation.
    public static let composeMessage = Name(rawValue: "composeMessage")
  }

  /// "Messages", in English.
  open var title: String { "Messages" }
}

/// Hears what the person did with the share sheet, and says what it may offer. Both functions may
/// be left out.
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
  /// Does nothing, for delegates that leave it out.
  public func sharingServicePicker(
    _ sharingServicePicker: NSSharingServicePicker, didChoose service: NSSharingService?
  ) {}

  /// No restrictions, for delegates that leave it out: what the content allows is offered.
  public func sharingServicePickerCollaborationModeRestrictions(
    _ sharingServicePicker: NSSharingServicePicker
  ) -> [NSSharingServicePicker.CollaborationModeRestriction]? { nil }
}

/// The share sheet of desktop programs. Showing it builds the messenger's sheet and gives it to the
/// process's presenter; where it would stand on a screen is not used here.
@MainActor
open class NSSharingServicePicker: NSObject {
  /// The same type as in `UIActivityViewController`.
  public typealias CollaborationModeRestriction =
    UIActivityViewController.CollaborationModeRestriction

  /// Asked when the sheet is shown, and told when the person is done; not kept alive.
  public weak var delegate: (any NSSharingServicePickerDelegate)?
  /// Which app shares, where a program is several. Not in the platform's framework.
  public var groveApp = GroveApp.shared
  private var request = ShareRequest()

  /// - Parameter items: item providers, preview items, collaboration metadata, URLs, texts, images.
  public init(items: [Any]) {
    for item in items { request.add(item) }
  }

  /// Begins to show the sheet, and returns at once; the delegate is told what became of it. Where
  /// it stands is the presenter's to decide: rectangle, view and edge are not used.
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
