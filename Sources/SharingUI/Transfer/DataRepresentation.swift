public import Foundation

/// An item as bytes.
public struct DataRepresentation<Item: Transferable>: PrimitiveTransferRepresentation {
  let entries: [TransferEntry<Item>]
  /// None: this representation is not made of others.
  public var body: Never { return Never.unreachable }

  /// Bytes that can be written and read back; either is called when somebody asks, not before.
  public init(
    contentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data,
    importing: @escaping @Sendable (Data) async throws -> Item
  ) {
    var entry = TransferEntry<Item>(contentType: contentType)
    entry.export = { .data(try await exporting($0.value)) }
    entry.imported = .data { UncheckedSendable(try await importing($0)) }
    entries = [entry]
  }

  /// Bytes that are only given away.
  public init(
    exportedContentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data
  ) {
    var entry = TransferEntry<Item>(contentType: exportedContentType)
    entry.export = { .data(try await exporting($0.value)) }
    entries = [entry]
  }

  /// Bytes that are only taken in.
  public init(
    importedContentType: UTType, importing: @escaping @Sendable (Data) async throws -> Item
  ) {
    var entry = TransferEntry<Item>(contentType: importedContentType)
    entry.imported = .data { UncheckedSendable(try await importing($0)) }
    entries = [entry]
  }
}
