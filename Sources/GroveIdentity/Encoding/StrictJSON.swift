import Foundation

/// The one way JSON from outside becomes a value, and the one way a value becomes JSON.
///
/// Nesting deeper than 64 is refused before the decoder sees the text (protocol 2.6.1), so no input
/// can exhaust the stack. Unknown members are ignored. Output has sorted keys: `JSONEncoder` orders
/// them differently from run to run, and golden texts and retries need one form.
public enum StrictJSON {
  public static let maximumDepth = 64

  /// - Throws: `malformed`, whatever was wrong; the reason carries no input.
  public static func decode<Value: Decodable>(_ type: Value.Type, from text: [UInt8])
    throws(IdentityError) -> Value
  {
    guard depth(of: text) <= maximumDepth else {
      throw IdentityError(.malformed, "JSON nests deeper than 64")
    }
    do {
      return try JSONDecoder().decode(type, from: Data(text))
    } catch {
      throw IdentityError(.malformed, place(of: error))
    }
  }

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
    let path = context?.codingPath.map(\.stringValue).joined(separator: ".") ?? ""
    return path.isEmpty ? "JSON of another shape" : "JSON member \(path)"
  }

  /// How deep arrays and objects nest, counted over bytes so that text is skipped correctly.
  static func depth(of text: [UInt8]) -> Int {
    var depth = 0
    var deepest = 0
    var inString = false
    var escaped = false
    for byte in text {
      if inString {
        if escaped {
          escaped = false
        } else if byte == UInt8(ascii: "\\") {
          escaped = true
        } else if byte == UInt8(ascii: "\"") {
          inString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return deepest
  }
}
