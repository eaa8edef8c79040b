import GroveIdentity

/// One element, then the end.
struct ShapeElements: UnkeyedDecodingContainer {
  let decoder: ShapeDecoder
  let codingPath: [any CodingKey] = []
  let count: Int? = 1
  private(set) var currentIndex = 0
  var isAtEnd: Bool { currentIndex > 0 }

  init(decoder: ShapeDecoder) { self.decoder = decoder }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (value, shape) = try decoder.shapes.probe(type)
    decoder.noted.shape = .list(shape)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { throw IdentityError(.malformed, "nested by hand") }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw IdentityError(.malformed, "nested by hand")
  }
  mutating func superDecoder() throws -> any Decoder {
    throw IdentityError(.malformed, "nested by hand")
  }
}

/// A value by itself.
struct ShapeValue: SingleValueDecodingContainer {
  let decoder: ShapeDecoder
  let codingPath: [any CodingKey] = []

  func decodeNil() -> Bool { false }
  func decode(_ type: Bool.Type) -> Bool { noting(.boolean, false) }
  func decode(_ type: String.Type) -> String { noting(.text(format: nil), decoder.sample) }
  func decode(_ type: Double.Type) -> Double { noting(.number, 1) }
  func decode(_ type: Float.Type) -> Float { noting(.number, 1) }
  func decode(_ type: Int.Type) -> Int { noting(.integer, 1) }
  func decode(_ type: Int8.Type) -> Int8 { noting(.integer, 1) }
  func decode(_ type: Int16.Type) -> Int16 { noting(.integer, 1) }
  func decode(_ type: Int32.Type) -> Int32 { noting(.integer, 1) }
  func decode(_ type: Int64.Type) -> Int64 { noting(.integer, 1) }
  func decode(_ type: UInt.Type) -> UInt { noting(.integer, 1) }
  func decode(_ type: UInt8.Type) -> UInt8 { noting(.integer, 1) }
  func decode(_ type: UInt16.Type) -> UInt16 { noting(.integer, 1) }
  func decode(_ type: UInt32.Type) -> UInt32 { noting(.integer, 1) }
  func decode(_ type: UInt64.Type) -> UInt64 { noting(.integer, 1) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (value, shape) = try decoder.shapes.probe(type)
    decoder.noted.shape = shape
    return value
  }

  private func noting<Value>(_ shape: JSONShape, _ value: Value) -> Value {
    decoder.noted.shape = shape
    return value
  }
}
