public import Foundation
public import SharedWithYouCore

extension SWCollaborationMetadata: NSItemProviderWriting {
  public static var writableTypeIdentifiersForItemProvider: [String] {
    [SWCollaborationMetadataTypeIdentifier]
  }

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
  public static let collaborationMetadata = NSPasteboard.PasteboardType(
    SWCollaborationMetadataTypeIdentifier)
}

extension NSPasteboardItem {
  /// What to share when this item is dropped on a conversation. It is copied on the way in and out.
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
