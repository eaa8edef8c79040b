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

  public enum HorizontalAlignment: Int, Hashable, Sendable {
    case `default` = 0
    case leading
    case center
    case trailing
  }

  public enum BackgroundStyle: Int, Hashable, Sendable {
    case `default` = 0
    case color
    case material
  }

  /// What is drawn. Not in the platform's framework, which draws by itself.
  public struct Attribution: Hashable, Sendable {
    /// For example "Shared in Cooking club".
    public let text: String
    public let conversation: String
    public let people: [String]
    public let photo: Data
  }

  /// Setting it asks again where it was shared.
  public var highlight: SWHighlight? {
    didSet {
      conversation = nil
      _ = FrameworkTasks.shared.run { [weak self] in await self?.load() }
    }
  }
  public var displayContext = DisplayContext.summary
  public var horizontalAlignment = HorizontalAlignment.default
  public var backgroundStyle = BackgroundStyle.default
  public var preferredMaxLayoutWidth: CGFloat = 0
  public var enablesMarquee = false
  /// Nil for the usual words.
  public var menuTitleForHideAction: String?
  public var supplementalMenu: UIMenu?
  /// Called on the main actor when `attribution` has changed. Not in the platform's framework.
  public var onChange: (() -> Void)?

  private let context: CollaborationContext
  private var conversation: ConversationSummary? { didSet { onChange?() } }

  public convenience init() { self.init(app: .shared) }
  public override convenience init(frame: CGRect) {
    self.init(app: .shared)
    self.frame = frame
  }
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
