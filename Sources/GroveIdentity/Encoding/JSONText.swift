/// A text as a JSON string on one line.
package enum JSONText {
  /// Escaped are the two characters JSON reserves, all control characters, and the separators that
  /// some readers take for the end of a line.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: result += "\\\(scalar)"
      case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
