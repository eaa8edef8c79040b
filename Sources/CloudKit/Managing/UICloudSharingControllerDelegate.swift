public import Foundation

/// Hears what the sharing controller did, and says what it shares.
@MainActor
public protocol UICloudSharingControllerDelegate: NSObjectProtocol {
  /// Something that the person wanted was not done.
  func cloudSharingController(
    _ csc: UICloudSharingController, failedToSaveShareWithError error: any Error)
  /// What is sent is called; nil for the share's own title.
  func itemTitle(for csc: UICloudSharingController) -> String?
  /// A small picture of what is sent; nil for the share's own.
  func itemThumbnailData(for csc: UICloudSharingController) -> Data?
  /// What kind of thing it is. Not asked for here: invitations do not carry it.
  func itemType(for csc: UICloudSharingController) -> String?
  /// It is shared in another way now, or somebody was taken out.
  func cloudSharingControllerDidSaveShare(_ csc: UICloudSharingController)
  /// The owner has ended it, or the participant has left.
  func cloudSharingControllerDidStopSharing(_ csc: UICloudSharingController)
}

extension UICloudSharingControllerDelegate {
  /// None, for delegates that leave it out.
  public func itemThumbnailData(for csc: UICloudSharingController) -> Data? { nil }
  /// None, for delegates that leave it out.
  public func itemType(for csc: UICloudSharingController) -> String? { nil }
  /// Does nothing, for delegates that leave it out.
  public func cloudSharingControllerDidSaveShare(_ csc: UICloudSharingController) {}
  /// Does nothing, for delegates that leave it out.
  public func cloudSharingControllerDidStopSharing(_ csc: UICloudSharingController) {}
}
