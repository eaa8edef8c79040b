/// An item as a file; the share sheet then offers to send a copy.
public struct FileRepresentation<Item: Transferable>: PrimitiveTransferRepresentation {
  let entries: [TransferEntry<Item>]
  public var body: Never { return Never.unreachable }

  public init(
    contentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) {
    var entry = Self.exporting(contentType, exporting)
    entry.imported = .file { Handed(try await importing($0)) }
    entries = [entry]
  }

  public init(
    exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
  ) {
    entries = [Self.exporting(exportedContentType, exporting)]
  }

  public init(
    importedContentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) {
    var entry = TransferEntry<Item>(contentType: importedContentType, isFile: true)
    entry.imported = .file { Handed(try await importing($0)) }
    entries = [entry]
  }

  private static func exporting(
    _ type: UTType, _ exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
  ) -> TransferEntry<Item> {
    var entry = TransferEntry<Item>(contentType: type, isFile: true)
    entry.export = {
      let sent = try await exporting($0.value)
      return .file(sent.file, inPlace: sent.allowAccessingOriginalFile)
    }
    return entry
  }
}
