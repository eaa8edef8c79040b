import GroveIdentity
import GroveWire

/// What the bytes of an update mean to the sample app, in the terminal and in the browser
/// (docs/decisions/0013-document-updates.md).
///
/// The first byte is a tag that no text begins with; bytes without a tag are a line of text.
enum DocumentUpdate: Hashable, Sendable {
  /// Somebody whom a comment names.
  struct Mention: Hashable, Sendable, Codable {
    var root: RootHash
    /// As the comment's text has it, behind the `@`.
    var name: String
  }

  case line(String)
  case comment(String, mentions: [Mention])
  /// A field of a recipe, written whole.
  case field(String, text: String)
  /// Typed in a browser: a Yjs update, which this program cannot read.
  case live
  case unknown

  private enum Tag { static let live: UInt8 = 1, comment: UInt8 = 2, field: UInt8 = 3 }

  private struct Comment: Codable {
    var text: String
    var mentions: [Mention]
  }

  private struct Field: Decodable {
    var field: String
    var text: String
  }

  init(_ kind: UpdateKind, _ bytes: [UInt8]) {
    let rest = Array(bytes.dropFirst())
    switch (kind, bytes.first) {
    case (.edit, Tag.live): self = .live
    case (.edit, Tag.field):
      let field = try? StrictJSON.decode(Field.self, from: rest)
      self = field.map { .field($0.field, text: $0.text) } ?? .unknown
    case (.comment, Tag.comment):
      let comment = try? StrictJSON.decode(Comment.self, from: rest)
      self = comment.map { .comment($0.text, mentions: $0.mentions) } ?? .unknown
    case (_, .some(let first)) where !Self.isTag(first):
      let text = String(validating: bytes, as: UTF8.self)
      self = text.map { kind == .edit ? .line($0) : .comment($0, mentions: []) } ?? .unknown
    default: self = .unknown
    }
  }

  /// Control characters other than tab and line breaks begin no text.
  private static func isTag(_ byte: UInt8) -> Bool {
    byte < 0x20 && ![0x09, 0x0A, 0x0D].contains(byte)
  }

  /// The log's bytes for a comment.
  static func comment(_ text: String, mentioning mentions: [Mention]) throws -> [UInt8] {
    [Tag.comment] + (try StrictJSON.encode(Comment(text: text, mentions: mentions)))
  }
}
