public import Foundation
public import SharedWithYouCore

/// Something an app can do with content, beside the system's own ways. Kept for code that passes its
/// own; the share sheet here leads to conversations only.
@MainActor
open class UIActivity: NSObject {
  public struct ActivityType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Into a conversation.
    public static let message = ActivityType("message")
  }

  open var activityType: ActivityType? { nil }
  open var activityTitle: String? { nil }
  public override init() {}
}

/// Gives an item when it is asked for.
@MainActor
public protocol UIActivityItemSource: NSObjectProtocol {
  func activityViewControllerPlaceholderItem(_ controller: UIActivityViewController) -> Any
  func activityViewController(
    _ controller: UIActivityViewController,
    itemForActivityType activityType: UIActivity.ActivityType?
  ) -> Any?
  func activityViewControllerLinkMetadata(_ controller: UIActivityViewController)
    -> LPLinkMetadata?
}

extension UIActivityItemSource {
  public func activityViewControllerLinkMetadata(_ controller: UIActivityViewController)
    -> LPLinkMetadata?
  { nil }
}

/// Whether to work on the content together or to give it away.
public enum UIActivityCollaborationMode: Int, Hashable, Sendable {
  case sendCopy = 0
  case collaborate = 1
}

/// The share sheet. Presenting it builds the messenger's sheet and gives it to the process's presenter.
@MainActor
open class UIActivityViewController: UIViewController {
  public typealias CompletionWithItemsHandler = (
    UIActivity.ActivityType?, Bool, [Any]?, (any Error)?
  ) -> Void

  /// Called once, on the main actor, when the person is done. The error is a `GroveShareError`.
  open var completionWithItemsHandler: CompletionWithItemsHandler?
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

  public convenience init(activityItemsConfiguration: any UIActivityItemsConfigurationReading) {
    self.init(activityItems: [activityItemsConfiguration], applicationActivities: nil)
  }

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
    public let disabledMode: UIActivityCollaborationMode
    public let alertTitle: String?
    public let alertMessage: String?

    public init(disabledMode: UIActivityCollaborationMode) {
      self.init(disabledMode: disabledMode, alertTitle: nil, alertMessage: nil)
    }

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
