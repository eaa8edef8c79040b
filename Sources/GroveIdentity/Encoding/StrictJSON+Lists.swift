extension StrictJSON {
  /// The text of a value with a long list, put together of its elements' texts: an encoder holds several hundred bytes for each
  /// value that it is given, of all of them at once.
  ///
  /// - Parameters:
  ///   - value: with the list empty.
  ///   - list: its name; no member of the value that comes before it is called so.
  ///   - elements: JSON of each.
  /// - Throws: what the value's own `encode(to:)` throws; `malformed` where it has no such empty list.
  public static func encode(
    _ value: some Encodable, _ list: String, of elements: some Sequence<[UInt8]>
  ) throws -> [UInt8] {
    let frame = try encode(value)
    // In a text a quote has a backslash before it, so this is a member's name wherever it is found.
    guard let place = frame.firstRange(of: Array("\"\(list)\":[]".utf8)) else {
      throw IdentityError(.malformed, "a list to be filled")
    }
    var text = Array(frame[..<(place.upperBound - 1)])
    for (index, element) in elements.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += element
    }
    text += frame[(place.upperBound - 1)...]
    return text
  }

  /// The text of a value with one member more, behind all others, which may be long.
  /// - Parameter value: an object with another member at least.
  /// - Throws: what the value's own `encode(to:)` throws.
  public static func encode(_ value: some Encodable, _ member: String, _ text: [UInt8]) throws
    -> [UInt8]
  {
    try encode(value).dropLast() + Array(",\"\(member)\":".utf8) + text + [UInt8(ascii: "}")]
  }
}
