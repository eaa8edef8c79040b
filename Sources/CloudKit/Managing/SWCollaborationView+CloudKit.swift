public import SharedWithYou

/// Whoever hears what the manage button led to. One object in all three: what was set last; not kept alive.
extension SWCollaborationView {
  public var cloudSharingControllerDelegate: (any UICloudSharingControllerDelegate)? {
    get { manageDelegate as? any UICloudSharingControllerDelegate }
    set { manageDelegate = newValue }
  }

  /// The same as `cloudSharingControllerDelegate`.
  public var cloudSharingDelegate: (any UICloudSharingControllerDelegate)? {
    get { cloudSharingControllerDelegate }
    set { cloudSharingControllerDelegate = newValue }
  }

  /// In desktop programs.
  public var cloudSharingServiceDelegate: (any NSCloudSharingServiceDelegate)? {
    get { manageDelegate as? any NSCloudSharingServiceDelegate }
    set { manageDelegate = newValue }
  }
}

extension SWCollaborationBarButtonItem {
  public var cloudSharingControllerDelegate: (any UICloudSharingControllerDelegate)? {
    get { collaborationView.cloudSharingControllerDelegate }
    set { collaborationView.cloudSharingControllerDelegate = newValue }
  }
}
