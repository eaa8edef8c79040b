public import GroveIdentity

/// What an app's server tells by itself (protocol 12.8): the plaintext of a pushed message.
public struct PushedNotice: Hashable, Sendable, Codable {
  /// Bytes that a message is filled up to; a longer one is filled up to the most there can be.
  public static let padding = 1024

  /// What an attestation names the key by that pushes to the address: whoever has the address knows it, and
  /// needs nothing else to check what comes.
  public static let keyID = "push"

  /// As a member's app would post it; its attestation, by the key that pushes, is what makes it count.
  public var notice: Notice
  /// The document's present title, at most 256 bytes; of a renaming it is the notice's own.
  public var title: String?
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

  /// Made by the server for one address.
  public init(notice: Notice, title: String? = nil, name: String? = nil, isEnd: Bool = false) {
    self.notice = notice
    self.title = title
    self.name = name
    self.isEnd = isEnd
  }

  private enum CodingKeys: String, CodingKey {
    case title, name
    case isEnd = "stopped"
  }

  /// The notice's own members and these three, in one object.
  /// - Throws: as `Notice`.
  public init(from decoder: any Decoder) throws {
    notice = try Notice(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    title = try members.decodeIfPresent(String.self, forKey: .title)
    name = try members.decodeIfPresent(String.self, forKey: .name)
    isEnd = try members.decodeIfPresent(Bool.self, forKey: .isEnd) ?? false
  }

  /// The same.
  public func encode(to encoder: any Encoder) throws {
    try notice.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(title, forKey: .title)
    try members.encodeIfPresent(name, forKey: .name)
    if isEnd { try members.encode(true, forKey: .isEnd) }
  }

  /// The body of the push: every notice of ordinary size has the same length.
  /// - Throws: `limitExceeded` for what no push service takes.
  public func sealed(to key: PublicKey, secret: PushSecret) throws -> [UInt8] {
    let plaintext = try StrictJSON.encode(self)
    let isLong = plaintext.count > Self.padding
    return try PushMessage.seal(
      plaintext, to: key, secret: secret,
      padding: isLong ? PushMessage.maximumPlaintext : Self.padding)
  }
}
