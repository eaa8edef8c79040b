import Foundation

/// Which names a server takes: one that it does not take is refused here, so that the others of a batch are not
/// refused with it.
enum WireNames {
  /// Records and zones: 1 to 255 characters without control characters.
  static func isName(_ text: String) -> Bool {
    (1...255).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }

  /// Types and fields: a letter, then letters, digits and underscores, at most 255.
  static func isWord(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, isLetter(first), bytes.count <= 255 else { return false }
    return bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
  }

  static func isField(_ text: String) -> Bool {
    isWord(text)
      || [
        CKShare.SystemFieldKey.title, CKShare.SystemFieldKey.thumbnailImageData,
        CKShare.SystemFieldKey.shareType,
      ].contains(text)
  }

  static func isType(_ text: String) -> Bool { isWord(text) || text == CKRecord.SystemType.share }

  /// How a container names a person: `_` and 32 hexadecimal digits.
  static func isUser(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 33 && bytes[0] == 0x5F
      && bytes.dropFirst().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
