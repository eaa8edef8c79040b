/// A model that says how it is handed over: to a share sheet, a drop target, the clipboard.
public protocol Transferable: SendableMetatype {
  /// Inferred from `transferRepresentation`.
  associatedtype Representation: TransferRepresentation
  /// The representations, the one that keeps most first.
  @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

/// One way of handing an item over, or several.
public protocol TransferRepresentation<Item>: Sendable {
  /// What is handed over.
  associatedtype Item: Transferable
  /// `Never` for the framework's own representations.
  associatedtype Body: TransferRepresentation
  /// The representations that this one stands for, the one that keeps most first.
  @TransferRepresentationBuilder<Item> var body: Body { get }
}

/// Collects the representations of one item.
@resultBuilder
public struct TransferRepresentationBuilder<Item: Transferable> {
  /// Each line of `transferRepresentation`.
  public static func buildExpression<Content: TransferRepresentation>(_ content: Content)
    -> Content where Content.Item == Item
  { content }

  /// One representation.
  public static func buildBlock<Content: TransferRepresentation>(_ content: Content) -> Content
  where Content.Item == Item { content }

  /// Several, in the order of the lines: readers take the first that they can read.
  public static func buildBlock<each Content: TransferRepresentation>(
    _ content: repeat each Content
  ) -> TupleTransferRepresentation<Item> {
    var entries: [TransferEntry<Item>] = []
    for part in repeat each content { entries += TransferEntry<Item>.list(part) }
    return TupleTransferRepresentation(entries: entries)
  }
}

/// Several representations of one item: what a builder of more than one line makes.
public struct TupleTransferRepresentation<Item: Transferable>: PrimitiveTransferRepresentation {
  let entries: [TransferEntry<Item>]
  /// None: the parts are known already.
  public var body: Never { return Never.unreachable }
}

extension Never: Transferable {
  /// Never asked for: there is no value to hand over.
  public static var transferRepresentation: Never { Never.unreachable }
}

extension Never: TransferRepresentation {
  public typealias Item = Never
  public typealias Body = Never
  public var body: Never { self }
}
