public import Foundation
public import SharingUI

extension NSSharingService {
  /// What may be chosen for a record share; none of a kind stands for all of it.
  public struct CloudKitOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let allowPublic = CloudKitOptions(rawValue: 1)
    public static let allowPrivate = CloudKitOptions(rawValue: 2)
    public static let allowReadOnly = CloudKitOptions(rawValue: 16)
    public static let allowReadWrite = CloudKitOptions(rawValue: 32)
    public static let standard: CloudKitOptions = []

    var allowed: CKAllowedSharingOptions.Values {
      CKAllowedSharingOptions.Values(
        anyone: contains(.allowPublic), invited: contains(.allowPrivate),
        reading: contains(.allowReadOnly), writing: contains(.allowReadWrite))
    }
  }
}

/// Hears what a collaboration button's manage button led to, in desktop programs. Every function may be left out.
@MainActor
public protocol NSCloudSharingServiceDelegate: NSObjectProtocol {
  /// It is shared in another way now, or somebody was taken out.
  func sharingService(_ sharingService: NSSharingService, didSave share: CKShare)
  /// The owner has ended it, or the participant has left.
  func sharingService(_ sharingService: NSSharingService, didStopSharing share: CKShare)
  /// Called with the error where something that the person wanted was not done.
  func sharingService(
    _ sharingService: NSSharingService, didCompleteForItems items: [Any], error: (any Error)?)
  /// What the person may choose.
  func options(for cloudKitSharingService: NSSharingService, share provider: NSItemProvider)
    -> NSSharingService.CloudKitOptions
}

extension NSCloudSharingServiceDelegate {
  /// Does nothing, for delegates that leave it out.
  public func sharingService(_ sharingService: NSSharingService, didSave share: CKShare) {}
  /// Does nothing, for delegates that leave it out.
  public func sharingService(_ sharingService: NSSharingService, didStopSharing share: CKShare) {}
  /// Does nothing, for delegates that leave it out.
  public func sharingService(
    _ sharingService: NSSharingService, didCompleteForItems items: [Any], error: (any Error)?
  ) {}
  /// Everything, for delegates that leave it out.
  public func options(for cloudKitSharingService: NSSharingService, share provider: NSItemProvider)
    -> NSSharingService.CloudKitOptions
  { .standard }
}
