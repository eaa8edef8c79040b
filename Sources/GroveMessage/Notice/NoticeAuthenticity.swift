/// Who vouches for a notice (protocol 12.4).
public enum NoticeAuthenticity: String, Hashable, Sendable, Codable {
  /// Level A: the sender's device signed it. Shown as "Charlie's app says".
  case claimed
  /// Level B: the collaboration's server signed that the sender did it. Shown as fact.
  case attested
}
