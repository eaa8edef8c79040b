import GroveIdentity

/// An object: notes each member and whether it must be there.
struct ShapeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ShapeDecoder
  let codingPath: [any CodingKey] = []
  let allKeys: [Key] = []

  private func note(_ key: Key, _ shape: JSONShape, isRequired: Bool) {
    guard case .object(var members) = decoder.noted.shape else { return }
    members.append(JSONShape.Member(key.stringValue, shape, isRequired: isRequired))
    decoder.noted.shape = .object(members)
  }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let (value, shape) = try decoder.shapes.probe(type)
    note(key, shape, isRequired: true)
    return value
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    note(key, try decoder.shapes.probe(type).shape, isRequired: false)
    return nil
  }

  // The standard types have requirements of their own, which must not be missed.
  func decode(_ type: Bool.Type, forKey key: Key) -> Bool { required(key, .boolean, false) }
  func decode(_ type: String.Type, forKey key: Key) -> String {
    required(key, .text(format: nil), decoder.sample)
  }
  func decode(_ type: Int.Type, forKey key: Key) -> Int { required(key, .integer, 1) }
  func decode(_ type: Double.Type, forKey key: Key) -> Double { required(key, .number, 1) }
  func decode(_ type: Float.Type, forKey key: Key) -> Float { required(key, .number, 1) }
  func decode(_ type: Int8.Type, forKey key: Key) -> Int8 { required(key, .integer, 1) }
  func decode(_ type: Int16.Type, forKey key: Key) -> Int16 { required(key, .integer, 1) }
  func decode(_ type: Int32.Type, forKey key: Key) -> Int32 { required(key, .integer, 1) }
  func decode(_ type: Int64.Type, forKey key: Key) -> Int64 { required(key, .integer, 1) }
  func decode(_ type: UInt.Type, forKey key: Key) -> UInt { required(key, .integer, 1) }
  func decode(_ type: UInt8.Type, forKey key: Key) -> UInt8 { required(key, .integer, 1) }
  func decode(_ type: UInt16.Type, forKey key: Key) -> UInt16 { required(key, .integer, 1) }
  func decode(_ type: UInt32.Type, forKey key: Key) -> UInt32 { required(key, .integer, 1) }
  func decode(_ type: UInt64.Type, forKey key: Key) -> UInt64 { required(key, .integer, 1) }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { optional(key, .boolean) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? {
    optional(key, .text(format: nil))
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { optional(key, .integer) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? {
    optional(key, .number)
  }

  private func required<Value>(_ key: Key, _ shape: JSONShape, _ value: Value) -> Value {
    note(key, shape, isRequired: true)
    return value
  }

  private func optional<Value>(_ key: Key, _ shape: JSONShape) -> Value? {
    note(key, shape, isRequired: false)
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw Self.unsupported }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw Self.unsupported
  }
  func superDecoder() throws -> any Decoder { throw Self.unsupported }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw Self.unsupported }

  private static var unsupported: IdentityError { IdentityError(.malformed, "nested by hand") }
}
