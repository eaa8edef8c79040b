/// Asks the owner for access without an identity (design 5.2). The answer is the same whether the
/// collaboration exists or not.
public struct Knock: Hashable, Sendable, Codable {
  /// At most 512 bytes.
  public var note: String?

  /// Made for somebody who has the link and no identity; a note is a line for the owner, without
  /// control characters.
  public init(note: String? = nil) {
    self.note = note
  }
}
