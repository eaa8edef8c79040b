public import GroveIdentity

/// How a document is shown in a conversation, as the app of whoever shared it says (protocol 6.6). Nobody has checked a
/// word of it: whoever shows it shows the app's origin beside it.
public struct DocumentCard: Hashable, Sendable, Codable {
  /// What the app calls itself; at most 64 bytes.
  public var appName: String?
  /// The app's icon: a PNG of at most 4 KiB and 256 × 256 points.
  public var icon: Base64URLBytes?
  /// Of the document as it was shared; at most 1 KiB.
  public var firstLines: String?

  /// Made by the app that shares.
  public init(appName: String? = nil, icon: Base64URLBytes? = nil, firstLines: String? = nil) {
    self.appName = appName
    self.icon = icon
    self.firstLines = firstLines
  }

  /// What an app says of a document, as far as a card takes it: nothing is refused for being too long.
  ///
  /// - Parameters:
  ///   - appName: cut to 64 bytes.
  ///   - pictures: bytes of image files. The first that a card can show is its icon; where none can, it has none.
  ///   - text: what is written in the document; its first lines with something in them, three at most, are cut to 1 KiB.
  public static func fitting(appName: String? = nil, pictures: [[UInt8]] = [], text: String? = nil)
    -> DocumentCard
  {
    let lines = (text ?? "").split(whereSeparator: \.isNewline).lazy
      .map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }
    return DocumentCard(
      appName: cut(appName ?? "", ContentLimit.appName),
      icon: pictures.first { isIcon($0) }.map { Base64URLBytes($0) },
      firstLines: cut(lines.prefix(3).joined(separator: "\n"), ContentLimit.firstLines))
  }

  /// Whole characters; nil where none is left.
  private static func cut(_ text: String, _ bytes: Int) -> String? {
    var (rest, left) = (text[...], text.utf8.count - bytes)
    while left > 0, let last = rest.popLast() { left -= last.utf8.count }
    return rest.isEmpty ? nil : String(rest)
  }

  private static func isIcon(_ bytes: [UInt8]) -> Bool {
    bytes.count <= ContentLimit.icon && isSmallPNG(bytes)
  }

  /// - Throws: `limitExceeded` for what is too long, `malformed` for an icon that is no small PNG.
  func checkLimits() throws(IdentityError) {
    try ContentLimit.check(appName, ContentLimit.appName, "appName")
    try ContentLimit.check(firstLines, ContentLimit.firstLines, "firstLines")
    guard let icon = icon?.bytes else { return }
    guard icon.count <= ContentLimit.icon else {
      throw IdentityError(.limitExceeded, "icon is at most \(ContentLimit.icon) bytes")
    }
    guard Self.isSmallPNG(icon) else { throw IdentityError(.malformed, "icon") }
  }

  /// A few bytes can be a picture of many millions of points: nobody is made to unpack one.
  private static func isSmallPNG(_ bytes: [UInt8]) -> Bool {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard bytes.count >= 24, bytes.starts(with: signature),
      bytes[12..<16].elementsEqual("IHDR".utf8)
    else { return false }
    return [16, 20].allSatisfy { place in
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      return (1...ContentLimit.iconSide).contains(length)
    }
  }
}
