public import Foundation
public import SharedWithYouCore

/// Something an app can do with content, beside the system's own ways. Kept for code that passes its
/// own; the share sheet here leads to conversations only.
@MainActor
open class UIActivity: NSObject {
  /// Which way of sharing the person took; the only one here is `message`.
  public struct ActivityType: RawRepresentable, Hashable, Sendable {
    /// A name of this framework, or the app's own.
    public let rawValue: String
    /// A type of the app's own.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The same without a label, as the platform has it.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Into a conversation.
    public static let message = ActivityType("message")
  }

  /// What the completion is told when it was chosen; nothing here chooses one.
  open var activityType: ActivityType? { nil }
  /// What the person would read beside it.
  open var activityTitle: String? { nil }
  /// For the app's own activities, which override the other members.
  public override init() {}
}

/// Gives an item when the share sheet is made, instead of the item itself.
@MainActor
public protocol UIActivityItemSource: NSObjectProtocol {
  /// Not called here: the item itself is asked for at once.
  func activityViewControllerPlaceholderItem(_ controller: UIActivityViewController) -> Any
  /// What is shared; nil for nothing. Asked once, with `message`, when the controller is made.
  func activityViewController(
    _ controller: UIActivityViewController,
    itemForActivityType activityType: UIActivity.ActivityType?
  ) -> Any?
  /// The sheet's title and picture; nil for none.
  func activityViewControllerLinkMetadata(_ controller: UIActivityViewController)
    -> LPLinkMetadata?
}

extension UIActivityItemSource {
  /// None, for sources that leave it out.
  public func activityViewControllerLinkMetadata(_ controller: UIActivityViewController)
    -> LPLinkMetadata?
  { nil }
}

/// Whether to work on the content together or to give it away.
public enum UIActivityCollaborationMode: Int, Hashable, Sendable {
  /// Everybody gets a file of their own.
  case sendCopy = 0
  /// Everybody works on the same content.
  case collaborate = 1
}

/// The share sheet. Presenting it builds the messenger's sheet and gives it to the process's presenter.
@MainActor
open class UIActivityViewController: UIViewController {
  /// `message` or nil, whether the content is on its way, nil, and why it was not sent: nil also where
  /// the person cancelled.
  public typealias CompletionWithItemsHandler = (
    UIActivity.ActivityType?, Bool, [Any]?, (any Error)?
  ) -> Void

  /// Called once, on the main actor, when the person is done. The error is a `GroveShareError`.
  open var completionWithItemsHandler: CompletionWithItemsHandler?
  /// Not used: the share sheet has one way of sharing.
  open var excludedActivityTypes: [UIActivity.ActivityType]?
  /// Which app shares, where a program is several. Not in the platform's framework.
  public var groveApp = GroveApp.shared
  private var request = ShareRequest()

  /// - Parameters:
  ///   - activityItems: item providers, collaboration metadata, URLs, texts, images, and sources of
  ///     those; what is none of them is left out.
  ///   - applicationActivities: not shown here.
  public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
    super.init()
    whenPresented = { [weak self] in self?.show() }
    for item in activityItems {
      if let source = item as? any UIActivityItemSource {
        if let item = source.activityViewController(self, itemForActivityType: .message) {
          request.add(item)
        }
        if let link = source.activityViewControllerLinkMetadata(self) { request.take(link) }
      } else if let configuration = item as? any UIActivityItemsConfigurationReading {
        request = ShareRequest(configuration)
      } else {
        request.add(item)
      }
    }
  }

  /// The sheet for a configuration: its providers, title, text and picture.
  public convenience init(activityItemsConfiguration: any UIActivityItemsConfigurationReading) {
    self.init(activityItems: [activityItemsConfiguration], applicationActivities: nil)
  }

  /// Always nil: controllers are not archived here.
  public required init?(coder: NSCoder) { nil }

  private func show() {
    let (request, app) = (request, groveApp)
    FrameworkJobs.run { [weak self] in
      let result = await SharePresentation.run(request, from: app)
      await self?.finished(result)
    } otherwise: {
      completionWithItemsHandler?(nil, false, nil, GroveShareError(reason: FrameworkJobs.busy))
    }
  }

  /// Shows the sheet and returns when the person is done: for programs that have no controller to
  /// present from. Not in the platform's framework.
  public func presented() async -> ShareResult {
    await SharePresentation.run(request, from: groveApp)
  }

  private func finished(_ result: ShareResult) {
    presentingViewController?.dismiss(animated: true)
    completionWithItemsHandler?(
      result.isCompleted ? .message : nil, result.isCompleted, nil, result.error)
    completionWithItemsHandler = nil
  }
}

extension UIActivityViewController {
  /// A mode the app does not want. Without an explanation it is not offered; with one, the person is
  /// told where nothing else is left.
  public struct CollaborationModeRestriction: Sendable {
    /// The mode that is not wanted.
    public let disabledMode: UIActivityCollaborationMode
    /// What the person is told where no other mode is left; nil for nothing.
    public let alertTitle: String?
    /// The same at more length; the two are put on one line with a colon between.
    public let alertMessage: String?

    /// The mode is not there, and nobody is told why.
    public init(disabledMode: UIActivityCollaborationMode) {
      self.init(disabledMode: disabledMode, alertTitle: nil, alertMessage: nil)
    }

    /// The mode is not there; where no other is left, the person is told why.
    public init(
      disabledMode: UIActivityCollaborationMode, alertTitle: String?, alertMessage: String?
    ) {
      self.disabledMode = disabledMode
      self.alertTitle = alertTitle
      self.alertMessage = alertMessage
    }

    var restriction: ShareRequest.ModeRestriction {
      let words = [alertTitle, alertMessage].compactMap { $0 }
      return ShareRequest.ModeRestriction(
        disabledMode: disabledMode,
        explanation: words.isEmpty ? nil : words.joined(separator: ": "))
    }
  }
}
