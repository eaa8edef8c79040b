public import SharingUI

/// Hands a model over as a record share: what `ShareLink` needs of a model whose records are shared.
public struct CKShareTransferRepresentation<Item: Transferable>: TransferRepresentation {
  private let exporter: @Sendable (Item) throws -> ExportedShare

  /// - Parameter exporter: called when the share sheet or a drop asks for the share.
  public init(exporter: @escaping @Sendable (Item) throws -> ExportedShare) {
    self.exporter = exporter
  }

  /// A share in the place of the model.
  public var body: some TransferRepresentation<Item> {
    return ProxyRepresentation<Item, RecordShareOffer>(exporting: { [exporter] in
      try exporter($0).offer
    })
  }

  /// A share, or how it is made.
  public struct ExportedShare: Sendable {
    let offer: RecordShareOffer

    /// A share that was saved. Its owner sends it on and changes how it is shared; sending it fails for others.
    public static func existing(
      _ share: CKShare, container: CKContainer,
      allowedSharingOptions: CKAllowedSharingOptions = .standard
    ) -> ExportedShare {
      ExportedShare(offer: RecordShareOffer(.existing(share), container, allowedSharingOptions))
    }

    /// - Parameter preparationHandler: makes the share and saves it, when the person sends; what it throws cancels the
    ///   message.
    public static func prepareShare(
      container: CKContainer, allowedSharingOptions: CKAllowedSharingOptions = .standard,
      preparationHandler: @escaping @Sendable () async throws -> CKShare
    ) -> ExportedShare {
      ExportedShare(
        offer: RecordShareOffer(
          .prepared(preparationHandler), container, allowedSharingOptions))
    }
  }
}

extension CKShareTransferRepresentation.ExportedShare: Transferable {
  public static var transferRepresentation: some TransferRepresentation {
    return ProxyRepresentation<Self, RecordShareOffer>(exporting: { $0.offer })
  }
}
