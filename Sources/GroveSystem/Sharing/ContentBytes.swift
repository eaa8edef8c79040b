import GroveIdentity

/// Images and files inside JSON: base64url, a third longer than the bytes. A list of numbers, which
/// is what an encoder makes of bytes, is still read: drafts were stored so.
extension KeyedEncodingContainer {
  mutating func encode(content: [UInt8], forKey key: Key) throws {
    try encode(Base64URLBytes(content), forKey: key)
  }
}

extension KeyedDecodingContainer {
  func content(forKey key: Key) throws -> [UInt8] {
    if let numbers = try? decode([UInt8].self, forKey: key) { return numbers }
    return try decode(Base64URLBytes.self, forKey: key).bytes
  }
}
