import GroveWire

/// Lengths and characters of texts that people write: everything that needs no state.
enum TextValidation {
  static func title(_ text: String) throws(Problem) { try line(text, 1...1024, "title") }
  static func location(_ text: String) throws(Problem) {
    try line(text, 1...1024, "location")
    guard text.hasPrefix("/") else { throw Problem(.malformed, detail: "location") }
  }
  static func displayName(_ text: String, _ place: String = "displayName") throws(Problem) {
    try line(text, 1...128, place)
  }
  static func note(_ text: String) throws(Problem) { try line(text, 0...512, "note") }

  /// What a comment leaves unchanged it does not name.
  static func firstLines(_ text: String?, of kind: UpdateKind) throws(Problem) {
    guard let text else { return }
    guard kind == .edit else { throw Problem(.malformed, detail: "firstLines") }
    try length(text, 0...AppendUpdate.maximumFirstLines, "firstLines")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count <= AppendUpdate.maximumLines else {
      throw Problem(.limitExceeded, detail: "firstLines")
    }
    for one in lines {
      try line(String(one), 0...AppendUpdate.maximumFirstLines, "firstLines")
    }
  }

  static let passwordBytes = 8...1024
  static func password(_ text: String) throws(Problem) {
    try length(text, passwordBytes, "password")
  }

  static func appSelection(_ text: String) throws(Problem) {
    try length(text, 0...4096, "options.appSelection")
  }

  static func bytes(_ count: Int, _ maximum: Int, _ place: String) throws(Problem) {
    guard count <= maximum else { throw Problem(.limitExceeded, detail: place) }
  }

  /// One line: control characters could hide or move what people read.
  private static func line(_ text: String, _ range: ClosedRange<Int>, _ place: String)
    throws(Problem)
  {
    try length(text, range, place)
    let isControl: (Unicode.Scalar) -> Bool = {
      $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
    }
    guard !text.unicodeScalars.contains(where: isControl) else {
      throw Problem(.malformed, detail: place)
    }
  }

  private static func length(_ text: String, _ range: ClosedRange<Int>, _ place: String)
    throws(Problem)
  {
    let count = text.utf8.count
    guard count >= range.lowerBound else { throw Problem(.malformed, detail: place) }
    guard count <= range.upperBound else { throw Problem(.limitExceeded, detail: place) }
  }
}
