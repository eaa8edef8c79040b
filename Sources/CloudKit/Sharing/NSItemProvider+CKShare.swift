import Foundation
public import SharingUI

/// Record shares in item providers, for share sheets, drag and drop and collaboration buttons. The system, not the app,
/// then saves how they are shared and who takes part.
extension NSItemProvider {
  /// A share that is yet to be made.
  ///
  /// - Parameter preparationHandler: makes the share and saves it, when the person sends. It is called once for each
  ///   sheet; what it throws cancels the message.
  public func registerCKShare(
    container: CKContainer, allowedSharingOptions: CKAllowedSharingOptions = .standard,
    preparationHandler: @escaping @Sendable () async throws -> CKShare
  ) {
    let offer = RecordShareOffer(.prepared(preparationHandler), container, allowedSharingOptions)
    register(offer)
  }

  /// A share that was saved. Its owner sends it on and changes how it is shared; sending it fails for others.
  public func registerCKShare(
    _ share: CKShare, container: CKContainer,
    allowedSharingOptions: CKAllowedSharingOptions = .standard
  ) {
    let offer = RecordShareOffer(.existing(share), container, allowedSharingOptions)
    register(offer)
    if suggestedName == nil { suggestedName = share[CKShare.SystemFieldKey.title] }
    guard previewImageHandler == nil, let thumbnail = offer.thumbnail else { return }
    previewImageHandler = { $0(thumbnail, nil) }
  }
}
