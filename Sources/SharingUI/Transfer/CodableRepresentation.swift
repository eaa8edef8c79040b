public import Foundation

/// What Combine calls an encoder that makes a whole value at once.
public protocol TopLevelEncoder<Output>: SendableMetatype {
  /// What is written: `Data` for a transfer representation.
  associatedtype Output
  /// The whole value at once.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// What Combine calls a decoder that reads a whole value at once.
public protocol TopLevelDecoder<Input>: SendableMetatype {
  /// What is read: `Data` for a transfer representation.
  associatedtype Input
  /// The whole value at once.
  func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}

extension JSONEncoder: TopLevelEncoder {}
extension JSONDecoder: TopLevelDecoder {}
extension PropertyListEncoder: TopLevelEncoder {}
extension PropertyListDecoder: TopLevelDecoder {}

/// An item that is encoded; as JSON unless another coder is given.
public struct CodableRepresentation<Item, Encoder, Decoder>: PrimitiveTransferRepresentation
where
  Item: Transferable & Codable, Encoder: TopLevelEncoder, Decoder: TopLevelDecoder,
  Encoder.Output == Data, Decoder.Input == Data
{
  let entries: [TransferEntry<Item>]
  /// None: this representation is not made of others.
  public var body: Never { return Never.unreachable }

  /// JSON, with the encoder's usual settings.
  public init(contentType: UTType)
  where Encoder == JSONEncoder, Decoder == JSONDecoder {
    self.init(contentType: contentType, encoder: JSONEncoder(), decoder: JSONDecoder())
  }

  /// The same, where the item's type cannot be inferred.
  public init(for itemType: Item.Type = Item.self, contentType: UTType)
  where Encoder == JSONEncoder, Decoder == JSONDecoder {
    self.init(contentType: contentType, encoder: JSONEncoder(), decoder: JSONDecoder())
  }

  /// With coders of the app's own. They are called wherever an item is asked for, perhaps for two
  /// items at once.
  public init(
    for itemType: Item.Type = Item.self, contentType: UTType, encoder: Encoder, decoder: Decoder
  ) {
    let encoder = UncheckedSendable(encoder)
    let decoder = UncheckedSendable(decoder)
    var entry = TransferEntry<Item>(contentType: contentType)
    entry.export = { .data(try encoder.value.encode($0.value)) }
    entry.imported = .data { UncheckedSendable(try decoder.value.decode(Item.self, from: $0)) }
    entries = [entry]
  }
}
