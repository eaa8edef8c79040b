public import SharingUI

/// A collaboration button as an item of a bar.
@MainActor
public final class SWCollaborationBarButtonItem: UIBarButtonItem {
  /// The button itself; what this item has no property for is set there.
  public let collaborationView: SWCollaborationView

  /// - Parameter itemProvider: as for `SWCollaborationView`.
  public init(itemProvider: NSItemProvider) {
    collaborationView = SWCollaborationView(itemProvider: itemProvider)
    super.init()
    customView = collaborationView
  }

  /// The words on the button that manages the share.
  public var manageButtonTitle: String {
    get { collaborationView.manageButtonTitle }
    set { collaborationView.manageButtonTitle = newValue }
  }

  /// Whether there is that button where the system can manage the share: see
  /// `SWCollaborationView.setShowManageButton`.
  public var showManageButton = true {
    didSet { collaborationView.setShowManageButton(showManageButton) }
  }

  /// Whether the number of people stands beside the button.
  public var showsParticipantCount: Bool {
    get { collaborationView.showsParticipantCount }
    set { collaborationView.showsParticipantCount = newValue }
  }
}
