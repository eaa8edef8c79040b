public import Foundation

/// Hears of a collaboration button's popover. Every function may be left out.
@MainActor
public protocol SWCollaborationViewDelegate: NSObjectProtocol {
  /// False keeps the popover closed.
  func collaborationViewShouldPresentPopover(_ collaborationView: SWCollaborationView) -> Bool
  /// Just before the popover is shown: the moment to bring its content up to date.
  func collaborationViewWillPresentPopover(_ collaborationView: SWCollaborationView)
  /// Just after the popover was hidden, by the person or by the app.
  func collaborationViewDidDismissPopover(_ collaborationView: SWCollaborationView)
}

extension SWCollaborationViewDelegate {
  /// True, for delegates that leave it out.
  public func collaborationViewShouldPresentPopover(_ collaborationView: SWCollaborationView)
    -> Bool
  { true }
  /// Does nothing, for delegates that leave it out.
  public func collaborationViewWillPresentPopover(_ collaborationView: SWCollaborationView) {}
  /// Does nothing, for delegates that leave it out.
  public func collaborationViewDidDismissPopover(_ collaborationView: SWCollaborationView) {}
}
