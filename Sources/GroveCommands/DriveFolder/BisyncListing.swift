/// The listings that `rclone bisync` keeps of both sides: a line for each file, its name quoted as Go quotes.
/// https://rclone.org/bisync/ says which there are; the form is that of version 1 (rclone 1.58 and newer).
enum BisyncListing {
  private static let heading = "# bisync listing v1 from 2000-01-01T00:00:00.000000000+0000"

  /// - Returns: nil where it is of a form that is not known.
  static func parse(_ text: String) -> FolderListing? {
    var listing: FolderListing = [:]
    var lines = text.split(separator: "\n")[...]
    guard lines.popFirst()?.hasPrefix("# bisync listing v1 ") == true else { return nil }
    for line in lines where !line.hasPrefix("#") {
      // Flags, size, checksum, identifier, time, name.
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard fields.count == 6, let size = Int64(fields[1]), let path = unquoted(fields[5]) else {
        return nil
      }
      listing[path] = FolderEntry(size: size, time: String(fields[4]))
    }
    return listing
  }

  static func text(_ listing: FolderListing) -> String {
    let lines = listing.sorted { $0.key < $1.key }.map { path, entry in
      "- \(entry.size) - - \(goTime(entry.time)) \(quoted(path))\n"
    }
    return heading + "\n" + lines.joined()
  }

  /// With the nine digits of a fraction that rclone wants.
  private static func goTime(_ time: String) -> String {
    let parts = time.split(separator: ".", maxSplits: 1)
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    return "\(parts.first ?? "").\((fraction + "000000000").prefix(9))+0000"
  }

  private static func quoted(_ path: String) -> String {
    var text = "\""
    for scalar in path.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        text += "\\x" + (digits.count < 2 ? "0" : "") + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
    UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11,
    UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "\""): UInt8(ascii: "\""),
  ]
  /// How many digits follow `\x`, `\u` and `\U`.
  private static let digits: [UInt8: Int] = [
    UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8,
  ]

  private static func unquoted(_ text: Substring) -> String? {
    guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
    var (rest, bytes) = (Array(text.utf8.dropFirst().dropLast())[...], [UInt8]())
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let kind = rest.popFirst() else { return nil }
      if let plain = escapes[kind] {
        bytes.append(plain)
      } else if let count = digits[kind], rest.count >= count {
        let number = UInt32(String(decoding: rest.prefix(count), as: UTF8.self), radix: 16)
        rest = rest.dropFirst(count)
        guard let number, let scalar = Unicode.Scalar(number) else { return nil }
        bytes += count == 2 ? [UInt8(truncatingIfNeeded: number)] : Array(String(scalar).utf8)
      } else {
        return nil
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
