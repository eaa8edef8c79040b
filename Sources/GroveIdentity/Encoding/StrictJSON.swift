import Foundation

/// The one way JSON from outside becomes a value, and the one way a value becomes JSON.
///
/// The text is checked before the decoder sees it (protocol 2.6.1): UTF-8, grammar, nesting of at
/// most 64, no lone surrogate. So no input can exhaust the stack, and none is accepted because the
/// decoder repairs it, guesses another encoding or does not look at it. Unknown members are ignored.
/// Output has sorted keys: `JSONEncoder` orders them differently from run to run, and golden texts
/// and retries need one form.
public enum StrictJSON {
  /// Objects and arrays within each other; deeper text is `malformed` (protocol 2.6.1).
  public static let maximumDepth = 64

  /// Checks the text, then makes the value.
  /// - Throws: `malformed`, whatever was wrong; the reason carries no input.
  public static func decode<Value: Decodable>(_ type: Value.Type, from text: [UInt8])
    throws(IdentityError) -> Value
  {
    try check(text)
    do {
      return try JSONDecoder().decode(type, from: Data(text))
    } catch {
      throw IdentityError(.malformed, place(of: error))
    }
  }

  /// UTF-8 on one line, members sorted by name.
  /// - Throws: what the value's own `encode(to:)` throws.
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value))
  }

  /// Which member was wrong: names only, and only names this program knows, never a value.
  private static func place(of error: any Error) -> String {
    let context: DecodingError.Context? =
      switch error as? DecodingError {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      default: nil
      }
    let path = context?.codingPath.filter(isKnown).map(\.stringValue).joined(separator: ".") ?? ""
    return path.isEmpty ? "JSON of another shape" : "JSON member \(path)"
  }

  /// Enumerations name the members this program knows; a dictionary's keys are input.
  private static func isKnown(_ key: any CodingKey) -> Bool {
    !String(describing: type(of: key)).contains("Dictionary")
  }

  /// The whole text against grammar, depth and surrogates, members nobody reads included.
  private static func check(_ text: [UInt8]) throws(IdentityError) {
    var scanner = try JSONScanner(text)
    try scanner.skipValue()
    try scanner.finish()
  }
}
