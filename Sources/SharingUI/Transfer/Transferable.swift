/// A model that says how it is handed over: to a share sheet, a drop target, the clipboard.
public protocol Transferable: SendableMetatype {
  associatedtype Representation: TransferRepresentation
  /// The representations, the one that keeps most first.
  @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

/// One way of handing an item over, or several.
public protocol TransferRepresentation<Item>: Sendable {
  associatedtype Item: Transferable
  associatedtype Body: TransferRepresentation
  @TransferRepresentationBuilder<Item> var body: Body { get }
}

/// Collects the representations of one item.
@resultBuilder
public struct TransferRepresentationBuilder<Item: Transferable> {
  public static func buildExpression<Content: TransferRepresentation>(_ content: Content)
    -> Content where Content.Item == Item
  { content }

  public static func buildBlock<Content: TransferRepresentation>(_ content: Content) -> Content
  where Content.Item == Item { content }

  public static func buildBlock<each Content: TransferRepresentation>(
    _ content: repeat each Content
  ) -> TupleTransferRepresentation<Item> {
    var entries: [TransferEntry<Item>] = []
    for part in repeat each content { entries += TransferEntry<Item>.list(part) }
    return TupleTransferRepresentation(entries: entries)
  }
}

/// Several representations of one item.
public struct TupleTransferRepresentation<Item: Transferable>: PrimitiveTransferRepresentation {
  let entries: [TransferEntry<Item>]
  public var body: Never { return Never.unreachable }
}

extension Never: Transferable {
  public static var transferRepresentation: Never { Never.unreachable }
}

extension Never: TransferRepresentation {
  public typealias Item = Never
  public typealias Body = Never
  public var body: Never { self }
}
