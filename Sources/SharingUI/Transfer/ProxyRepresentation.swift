/// Hands over another item in the place of this one: for collaboration, its
/// `SWCollaborationMetadata`.
public struct ProxyRepresentation<Item: Transferable, ProxyRepresentation: Transferable>:
  PrimitiveTransferRepresentation
{
  let entries: [TransferEntry<Item>]
  /// None: the proxy's representations are this one's.
  public var body: Never { return Never.unreachable }

  /// Makes the proxy when somebody asks for it; the item cannot be made from one.
  public init(exporting: @escaping @Sendable (Item) throws -> ProxyRepresentation) {
    entries = Self.list(exporting: { try exporting($0) }, importing: nil)
  }

  /// The same, where making the proxy takes time.
  @_disfavoredOverload
  public init(exporting: @escaping @Sendable (Item) async throws -> ProxyRepresentation) {
    entries = Self.list(exporting: exporting, importing: nil)
  }

  /// Makes the item from a proxy; it cannot be handed over by one.
  public init(importing: @escaping @Sendable (ProxyRepresentation) throws -> Item) {
    entries = Self.list(exporting: nil, importing: { try importing($0) })
  }

  /// The same, where making the item takes time.
  @_disfavoredOverload
  public init(importing: @escaping @Sendable (ProxyRepresentation) async throws -> Item) {
    entries = Self.list(exporting: nil, importing: importing)
  }

  /// Both ways: an item can be made from what it hands over.
  public init(
    exporting: @escaping @Sendable (Item) throws -> ProxyRepresentation,
    importing: @escaping @Sendable (ProxyRepresentation) throws -> Item
  ) {
    entries = Self.list(exporting: { try exporting($0) }, importing: { try importing($0) })
  }

  /// The same, where either step takes time.
  @_disfavoredOverload
  public init(
    exporting: @escaping @Sendable (Item) async throws -> ProxyRepresentation,
    importing: @escaping @Sendable (ProxyRepresentation) async throws -> Item
  ) {
    entries = Self.list(exporting: exporting, importing: importing)
  }

  /// The proxy's representations, with a step before and after.
  private static func list(
    exporting: (@Sendable (Item) async throws -> ProxyRepresentation)?,
    importing: (@Sendable (ProxyRepresentation) async throws -> Item)?
  ) -> [TransferEntry<Item>] {
    ProxyRepresentation.entries.map { proxy in
      var entry = TransferEntry<Item>(
        contentType: proxy.contentType, isFile: proxy.isFile, visibility: proxy.visibility)
      if let exporting, let export = proxy.export {
        entry.export = { try await export(UncheckedSendable(try await exporting($0.value))) }
      }
      if let importing, let imported = proxy.imported {
        entry.imported = imported.then(importing)
      }
      return entry
    }
  }
}

extension TransferEntry.Imported {
  func then<Other: Transferable>(_ step: @escaping @Sendable (Item) async throws -> Other)
    -> TransferEntry<Other>.Imported
  {
    switch self {
    case .data(let read): .data { UncheckedSendable(try await step(try await read($0).value)) }
    case .file(let read): .file { UncheckedSendable(try await step(try await read($0).value)) }
    }
  }
}
