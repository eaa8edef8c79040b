public import SharingUI

/// A collaboration button as an item of a bar.
@MainActor
public final class SWCollaborationBarButtonItem: UIBarButtonItem {
  public let collaborationView: SWCollaborationView

  public init(itemProvider: NSItemProvider) {
    collaborationView = SWCollaborationView(itemProvider: itemProvider)
    super.init()
    customView = collaborationView
  }

  public var manageButtonTitle: String {
    get { collaborationView.manageButtonTitle }
    set { collaborationView.manageButtonTitle = newValue }
  }

  public var showManageButton = true {
    didSet { collaborationView.setShowManageButton(showManageButton) }
  }

  public var showsParticipantCount: Bool {
    get { collaborationView.showsParticipantCount }
    set { collaborationView.showsParticipantCount = newValue }
  }
}
