/// An item as a file; the share sheet then offers to send a copy.
public struct FileRepresentation<Item: Transferable>: PrimitiveTransferRepresentation {
  let entries: [TransferEntry<Item>]
  /// None: this representation is not made of others.
  public var body: Never { return Never.unreachable }

  /// A file that can be given away and taken in.
  /// - Parameter shouldAttemptToOpenInPlace: not used: the importing function is always given a
  ///   copy.
  public init(
    contentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) {
    var entry = Self.exporting(contentType, exporting)
    entry.imported = .file { UncheckedSendable(try await importing($0)) }
    entries = [entry]
  }

  /// A file that is only given away.
  /// - Parameter shouldAllowToOpenInPlace: not used: whoever loads it is given a copy.
  public init(
    exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
  ) {
    entries = [Self.exporting(exportedContentType, exporting)]
  }

  /// A file that is only taken in.
  /// - Parameter shouldAttemptToOpenInPlace: not used: the importing function is always given a
  ///   copy.
  public init(
    importedContentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) {
    var entry = TransferEntry<Item>(contentType: importedContentType, isFile: true)
    entry.imported = .file { UncheckedSendable(try await importing($0)) }
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
