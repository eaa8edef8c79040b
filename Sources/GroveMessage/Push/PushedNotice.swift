public import GroveIdentity

/// What an app's server tells by itself (protocol 12.8): the plaintext of a pushed message.
public struct PushedNotice: Hashable, Sendable, Codable {
  /// Bytes that a message is filled up to; a longer one is filled up to the most there can be.
  public static let padding = 1024

  /// What an attestation names the key by that pushes to the address: whoever has the address knows it, and
  /// needs nothing else to check what comes.
  public static let keyID = "push"

  /// Bytes of the first lines that are told.
  public static let maximumFirstLines = 280
  /// How many lines they are at most.
  public static let maximumLines = 3

  /// As a member's app would post it; its attestation, by the key that pushes, is what makes it count.
  public var notice: Notice
  /// The document's present title, at most 256 bytes; of a renaming it is the notice's own.
  public var title: String?
  /// What the document's text begins with now; empty where nothing is written in it, nil where nothing is said of it.
  public var firstLines: String?
  /// How the app shows the one whom no identity map knows, because they came by a knock.
  public var name: String?
  /// A removal is that of everybody: the owner has stopped sharing.
  public var isEnd: Bool

  /// A name that can be shown: one line of at most 128 bytes; nil for any other, which only a server sends that
  /// does not keep its own limits.
  public var shownName: String? {
    guard let name, !name.isEmpty, name.utf8.count <= 128,
      !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    return name
  }

  /// First lines that can be shown: at most 280 bytes and three lines; nil for any other, as with a name.
  public var shownFirstLines: String? {
    guard let firstLines, firstLines.utf8.count <= Self.maximumFirstLines,
      firstLines.utf8.count(where: { $0 == 0x0A }) < Self.maximumLines,
      !firstLines.unicodeScalars.contains(where: {
        $0 != "\n" && $0.properties.generalCategory == .control
      })
    else { return nil }
    return firstLines
  }

  /// Made by the server for one address.
  public init(
    notice: Notice, title: String? = nil, firstLines: String? = nil, name: String? = nil,
    isEnd: Bool = false
  ) {
    self.notice = notice
    self.title = title
    self.firstLines = firstLines
    self.name = name
    self.isEnd = isEnd
  }

  private enum CodingKeys: String, CodingKey {
    case title, firstLines, name
    case isEnd = "stopped"
  }

  /// The notice's own members and these four, in one object.
  /// - Throws: as `Notice`.
  public init(from decoder: any Decoder) throws {
    notice = try Notice(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    title = try members.decodeIfPresent(String.self, forKey: .title)
    firstLines = try members.decodeIfPresent(String.self, forKey: .firstLines)
    name = try members.decodeIfPresent(String.self, forKey: .name)
    isEnd = try members.decodeIfPresent(Bool.self, forKey: .isEnd) ?? false
  }

  /// The same.
  public func encode(to encoder: any Encoder) throws {
    try notice.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(title, forKey: .title)
    try members.encodeIfPresent(firstLines, forKey: .firstLines)
    try members.encodeIfPresent(name, forKey: .name)
    if isEnd { try members.encode(true, forKey: .isEnd) }
  }

  /// The body of the push: every notice of ordinary size has the same length, whatever is written in the document.
  /// - Throws: `limitExceeded` for what no push service takes.
  public func sealed(to key: PublicKey, secret: PushSecret) throws -> [UInt8] {
    var told = self
    told.firstLines = nil
    let least = try StrictJSON.encode(told)
    let padding = least.count > Self.padding ? PushMessage.maximumPlaintext : Self.padding
    // The first lines make no notice longer: what has no room is left out.
    var plaintext = try StrictJSON.encode(self)
    if let lines = firstLines, plaintext.count > padding {
      told.firstLines = Self.beginning(of: lines, without: plaintext.count - padding)
      plaintext = told.firstLines == nil ? least : try StrictJSON.encode(told)
    }
    return try PushMessage.seal(plaintext, to: key, secret: secret, padding: padding)
  }

  /// Whole characters. Nil where none is left: no lines would say that nothing is written.
  private static func beginning(of lines: String, without bytes: Int) -> String? {
    var (rest, left) = (lines[...], bytes)
    while left > 0, let last = rest.popLast() { left -= last.utf8.count }
    return rest.isEmpty ? nil : String(rest)
  }
}
