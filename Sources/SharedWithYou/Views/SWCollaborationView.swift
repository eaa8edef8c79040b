public import Foundation
import GroveIdentity
import GroveSystem
public import SharedWithYouCore
public import SharingUI

/// The collaboration button of an app, with its popover: who shares the document, who is there now, and
/// one tap to say something to them (session 10095).
///
/// A model: a user interface draws `button` and, while `popover` is there, the popover; it calls `press`,
/// `sendMessage` and the rest when the person touches something.
@MainActor
public final class SWCollaborationView: UIView {
  /// What the content is shared by.
  public enum Infrastructure: Hashable, Sendable {
    /// The app's own server.
    case custom
    /// A share of records. The system manages who takes part.
    case recordShare
    /// A file of a shared drive. The system manages who takes part.
    case driveFile
    /// The provider has neither metadata, nor a record share, nor a file URL.
    case unknown
  }

  /// Decided when the view is made, by what the item provider holds.
  public let infrastructure: Infrastructure
  /// Asked before the popover is shown, and told of it; not kept alive.
  public weak var delegate: (any SWCollaborationViewDelegate)?
  /// Called on the main actor after anything that is drawn has changed. Not in the platform's
  /// framework, which draws by itself.
  public var onChange: (() -> Void)?

  /// How many people are there now, as the app counts them, for example by its server's presence.
  /// Shown beside the button; 0 shows nothing.
  public var activeParticipantCount = 0 { didSet { changed() } }
  /// How many people ask for access, as the app counts them: the badge on the button.
  public var pendingAccessRequestsCount = 0 { didSet { changed() } }
  /// Whether `activeParticipantCount` is shown; it is by default, as on the platform.
  public var showsParticipantCount = true { didSet { changed() } }
  /// The words on the button that manages the share, where the system does.
  public var manageButtonTitle = "Manage Share" { didSet { changed() } }

  var header = Header() { didSet { changed() } }
  var conversation: ConversationSummary? { didSet { changed() } }
  var contentView: UIView? { didSet { changed() } }
  var listContent: (any View)? { didSet { changed() } }
  private var showsManageButton = true { didSet { changed() } }
  private(set) var isPresented = false { didSet { changed() } }

  /// The app's object that hears what the manage button led to.
  package weak var manageDelegate: AnyObject?

  let context: CollaborationContext
  let provider: NSItemProvider
  var metadata: SWCollaborationMetadata? { didSet { changed() } }

  /// What the app set; the rest comes from the metadata and the conversation.
  struct Header {
    var title: String?
    var subtitle: String?
    var image: UIImage?
  }

  /// - Parameter itemProvider: holds collaboration metadata of shared content, a record share that was saved, or a file
  ///   URL. It cannot be replaced later.
  public convenience init(itemProvider: NSItemProvider) {
    self.init(itemProvider: itemProvider, app: .shared)
  }

  /// For one app among several in a process. Not in the platform's framework.
  public init(itemProvider: NSItemProvider, app: GroveApp) {
    provider = itemProvider
    context = CollaborationContext(app: app)
    infrastructure =
      if itemProvider.hasItemConformingToTypeIdentifier(SystemContent.typeIdentifier) {
        .recordShare
      } else if itemProvider.canLoadObject(ofClass: SWCollaborationMetadata.self) {
        .custom
      } else if itemProvider.hasItemConformingToTypeIdentifier(UTType.fileURL.identifier) {
        .driveFile
      } else {
        .unknown
      }
    super.init(frame: .zero)
    _ = FrameworkTasks.shared.run { [weak self] in await self?.load() }
  }

  /// Always nil: views are not archived here.
  public required init?(coder: NSCoder) { nil }

  /// Puts the app's view into the popover, below its header.
  public func setContent(_ detailViewListContentView: UIView) {
    contentView = detailViewListContentView
  }

  /// Puts the app's SwiftUI view into the popover, by value.
  public func setDetailViewListContent<ListContent: View>(_ detailViewListContent: ListContent) {
    listContent = detailViewListContent
  }

  /// The same, built in place; the builder is called once, now.
  public func setDetailViewListContent<ListContent: View>(
    @ViewBuilder _ detailViewListContent: () -> ListContent
  ) {
    listContent = detailViewListContent()
  }

  /// Whether the system's manage button is shown where there is one. There is none for an app's own
  /// server: the app puts its own into the content.
  public func setShowManageButton(_ showManageButton: Bool) { showsManageButton = showManageButton }

  var hasManageButton: Bool {
    switch infrastructure {
    case .recordShare: showsManageButton
    // A file that nobody shares has nothing to be managed.
    case .driveFile:
      showsManageButton && metadata?.collaborationIdentifier.rawValue.isEmpty == false
    case .custom, .unknown: false
    }
  }

  /// 28 points high; 28 wide, or 56 with a number beside the button.
  public override var intrinsicContentSize: CGSize {
    CGSize(width: showsParticipantCount && activeParticipantCount > 0 ? 56 : 28, height: 28)
  }

  private func changed() { onChange?() }

  // MARK: The popover

  /// What a tap on the button does: shows the popover, or hides it. Not in the platform's framework,
  /// where a finger does it.
  /// - Returns: whether the popover is there now.
  @discardableResult
  public func press() -> Bool {
    guard !isPresented else {
      dismissPopover(nil)
      return false
    }
    guard delegate?.collaborationViewShouldPresentPopover(self) ?? true else { return false }
    delegate?.collaborationViewWillPresentPopover(self)
    isPresented = true
    return true
  }

  /// Hides the popover; the completion is called once, also where there was none.
  public func dismissPopover(_ completion: (() -> Void)? = nil) {
    let wasPresented = isPresented
    isPresented = false
    if wasPresented { delegate?.collaborationViewDidDismissPopover(self) }
    completion?()
  }

  /// Hides the popover; nothing happens where it is hidden already.
  public func dismissPopover() async {
    dismissPopover(nil)
  }
}
