public import Foundation
public import SharedWithYouCore

extension SWCollaborationMetadata: NSItemProviderWriting {
  /// `SWCollaborationMetadataTypeIdentifier` and nothing else.
  public static var writableTypeIdentifiersForItemProvider: [String] {
    [SWCollaborationMetadataTypeIdentifier]
  }

  /// Writes the metadata as JSON, at once; never a keyed archive.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    do {
      completionHandler(try MetadataRepresentation.encode(self), nil)
    } catch {
      completionHandler(nil, error)
    }
    return nil
  }
}

extension SWCollaborationMetadata: NSItemProviderReading {
  /// `SWCollaborationMetadataTypeIdentifier` and nothing else.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    [SWCollaborationMetadataTypeIdentifier]
  }

  /// - Throws: `NSItemProvider.ErrorCode.unavailableCoercionError` for anything else than what
  ///   this class writes.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws
    -> SWCollaborationMetadata
  { try MetadataRepresentation.decode(data) }
}

extension SWCollaborationMetadata: Transferable {
  /// The same JSON, so that metadata can be what a `ProxyRepresentation` exports.
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation<SWCollaborationMetadata>(
      contentType: UTType(exportedAs: SWCollaborationMetadataTypeIdentifier)
    ) {
      try MetadataRepresentation.encode($0)
    } importing: {
      try MetadataRepresentation.decode($0)
    }
  }
}

extension NSPasteboard.PasteboardType {
  /// Collaboration metadata as an item provider holds it. The platform's own value is not
  /// published.
  public static let collaborationMetadata = NSPasteboard.PasteboardType(
    SWCollaborationMetadataTypeIdentifier)
}

extension NSPasteboardItem {
  /// What to share when this item is dropped on a conversation; nil for none. It is copied on the
  /// way in and out.
  public var collaborationMetadata: SWCollaborationMetadata? {
    get { data(forType: .collaborationMetadata).flatMap { try? MetadataRepresentation.decode($0) } }
    set {
      guard let newValue, let data = try? MetadataRepresentation.encode(newValue) else {
        return remove(.collaborationMetadata)
      }
      setData(data, forType: .collaborationMetadata)
    }
  }
}
