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
  /// The popover may be shown.
  public func collaborationViewShouldPresentPopover(_ collaborationView: SWCollaborationView)
    -> Bool
  { true }
  /// Nothing is brought up to date.
  public func collaborationViewWillPresentPopover(_ collaborationView: SWCollaborationView) {}
  /// Nothing follows.
  public func collaborationViewDidDismissPopover(_ collaborationView: SWCollaborationView) {}
}
