public import Foundation

/// Hears of a collaboration button's popover. Every function may be left out.
@MainActor
public protocol SWCollaborationViewDelegate: NSObjectProtocol {
  /// False keeps the popover closed.
  func collaborationViewShouldPresentPopover(_ collaborationView: SWCollaborationView) -> Bool
  func collaborationViewWillPresentPopover(_ collaborationView: SWCollaborationView)
  func collaborationViewDidDismissPopover(_ collaborationView: SWCollaborationView)
}

extension SWCollaborationViewDelegate {
  public func collaborationViewShouldPresentPopover(_ collaborationView: SWCollaborationView)
    -> Bool
  { true }
  public func collaborationViewWillPresentPopover(_ collaborationView: SWCollaborationView) {}
  public func collaborationViewDidDismissPopover(_ collaborationView: SWCollaborationView) {}
}
