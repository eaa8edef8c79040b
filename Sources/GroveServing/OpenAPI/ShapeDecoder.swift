import GroveIdentity

/// A decoder with nothing to decode: it notes what is asked for and answers something that passes.
final class ShapeDecoder: Decoder {
  /// What has been asked for so far.
  final class RecordedShape {
    var shape = JSONShape.object([])
  }

  let shapes: JSONShapes
  let sample: String
  let noted = RecordedShape()
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(shapes: JSONShapes, sample: String) {
    self.shapes = shapes
    self.sample = sample
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ShapeMembers(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { ShapeElements(decoder: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { ShapeValue(decoder: self) }
}
