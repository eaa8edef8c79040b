public import Foundation

/// What Combine calls an encoder that makes a whole value at once.
public protocol TopLevelEncoder<Output>: SendableMetatype {
  associatedtype Output
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// What Combine calls a decoder that reads a whole value at once.
public protocol TopLevelDecoder<Input>: SendableMetatype {
  associatedtype Input
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
  public var body: Never { return Never.unreachable }

  public init(contentType: UTType)
  where Encoder == JSONEncoder, Decoder == JSONDecoder {
    self.init(contentType: contentType, encoder: JSONEncoder(), decoder: JSONDecoder())
  }

  public init(for itemType: Item.Type = Item.self, contentType: UTType)
  where Encoder == JSONEncoder, Decoder == JSONDecoder {
    self.init(contentType: contentType, encoder: JSONEncoder(), decoder: JSONDecoder())
  }

  public init(
    for itemType: Item.Type = Item.self, contentType: UTType, encoder: Encoder, decoder: Decoder
  ) {
    let encoder = Handed(encoder)
    let decoder = Handed(decoder)
    var entry = TransferEntry<Item>(contentType: contentType)
    entry.export = { .data(try encoder.value.encode($0.value)) }
    entry.imported = .data { Handed(try decoder.value.decode(Item.self, from: $0)) }
    entries = [entry]
  }
}
