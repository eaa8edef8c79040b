public import Foundation
import GroveIdentity
import GroveWire

/// A file or folder of a drive that is shared, as this person finds it.
public struct GroveDriveFile: Hashable, Sendable {
  /// What is sent to others.
  public let link: URL?
  /// As its owner calls it.
  public let name: String
  /// In this person's drive: names with a slash before each. The owner's own, for others below `/Shared`.
  public let path: String
  /// Where it is on this machine; nil where no kept folder here has it: what others share is only where the drive is
  /// mounted. It may take some seconds to be there.
  public let url: URL?
  public let isFolder: Bool
  /// Bytes of a file; 0 for a folder.
  public let size: UInt64
  /// Whether this person may change it.
  public let canWrite: Bool
  public let isOwn: Bool
  /// As the owner is called there.
  public let owner: String

  init(_ share: DriveShareState, _ account: DriveAccount) {
    link = URL(string: share.link)
    (name, path) = (share.name, share.path)
    url = account.file(at: share.path)
    (isFolder, size) = (share.isFolder, share.size.value)
    isOwn = share.yours == .owner
    canWrite = share.yours != .readOnly
    owner = share.ownerDisplayName
  }
}
