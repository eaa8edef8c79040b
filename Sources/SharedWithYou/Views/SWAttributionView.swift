public import Foundation
import GroveIdentity
import GroveSystem
public import SharedWithYouCore
public import SharingUI

/// Says beside content that it was shared with the person, and where.
///
/// A model: a user interface draws `attribution`.
@MainActor
public final class SWAttributionView: UIView {
  /// How prominently the content is shown.
  public enum DisplayContext: Int, Hashable, Sendable {
    case summary = 0
    case detail
  }

  /// Where the text stands in a view that is wider than it. Kept for the user interface that draws it.
  public enum HorizontalAlignment: Int, Hashable, Sendable {
    case `default` = 0
    case leading
    case center
    case trailing
  }

  /// What is behind the text. Kept for the user interface that draws it.
  public enum BackgroundStyle: Int, Hashable, Sendable {
    case `default` = 0
    case color
    case material
  }

  /// What is drawn. Not in the platform's framework, which draws by itself.
  public struct Attribution: Hashable, Sendable {
    /// For example "Shared in Cooking club".
    public let text: String
    /// The conversation's name, or the names of the others in it.
    public let conversation: String
    /// How the others in the conversation call themselves.
    public let people: [String]
    /// The conversation's photo as the bytes of an image file; empty where there is none.
    public let photo: Data
  }

  /// What the view is about; setting it asks again where it was shared. Nothing is shown for nil,
  /// and for a highlight that is no collaboration.
  public var highlight: SWHighlight? {
    didSet {
      conversation = nil
      _ = FrameworkTasks.shared.run { [weak self] in await self?.load() }
    }
  }
  /// To be set before the view is shown, as on the platform; here it only says how to draw.
  public var displayContext = DisplayContext.summary
  /// Seen only where the view is wider than its text.
  public var horizontalAlignment = HorizontalAlignment.default
  /// Kept for the user interface that draws it, as `horizontalAlignment` is.
  public var backgroundStyle = BackgroundStyle.default
  /// In points, for whoever lays the text out; 0 where the app says nothing.
  public var preferredMaxLayoutWidth: CGFloat = 0
  /// Whether a text that is too long moves along; on the platform in tvOS only.
  public var enablesMarquee = false
  /// What the menu's entry for hiding is called; nil for "Remove".
  public var menuTitleForHideAction: String?
  /// The app's own entries, at the end of `highlightMenu`.
  public var supplementalMenu: UIMenu?
  /// Called on the main actor when `attribution` has changed. Not in the platform's framework.
  public var onChange: (() -> Void)?

  private let context: CollaborationContext
  private var conversation: ConversationSummary? { didSet { onChange?() } }

  /// A view of the program's own app, without a highlight yet.
  public convenience init() { self.init(app: .shared) }
  /// The same with a place for the superview it will be put into.
  public override convenience init(frame: CGRect) {
    self.init(app: .shared)
    self.frame = frame
  }
  /// Always nil: views are not archived here.
  public required init?(coder: NSCoder) { nil }

  /// For one app among several in a process. Not in the platform's framework.
  public init(app: GroveApp) {
    context = CollaborationContext(app: app)
    super.init(frame: .zero)
  }

  private var collaborationID: CollaborationID? {
    (highlight as? SWCollaborationHighlight)?.collaborationID
  }

  /// Nil until it is known where the content was shared.
  public var attribution: Attribution? {
    conversation.map {
      Attribution(
        text: "Shared in " + $0.title, conversation: $0.title, people: $0.memberNames,
        photo: Data($0.photo))
    }
  }

  /// Asks where it was shared; the view does so by itself when its highlight is set.
  public func load() async {
    guard let id = collaborationID else { return }
    let found = await context.conversation(of: id)
    if id == collaborationID { conversation = found }
  }

  /// What the person can do: answer in the conversation, or take away what this device shows of it.
  public var highlightMenu: UIMenu {
    let reply = UIAction(
      title: "Reply", attributes: conversation == nil ? .disabled : []
    ) { [context, conversation] _ in
      guard let conversation else { return }
      _ = FrameworkTasks.shared.run { _ = await context.compose(in: conversation) }
    }
    let hide = UIAction(title: menuTitleForHideAction ?? "Remove") { [context, collaborationID] _ in
      guard let collaborationID else { return }
      _ = FrameworkTasks.shared.run { await context.clearNotices(of: collaborationID) }
    }
    return UIMenu(children: [reply, hide] + (supplementalMenu.map { [$0] } ?? []))
  }
}
