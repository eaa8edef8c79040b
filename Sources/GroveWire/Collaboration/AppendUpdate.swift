public import GroveIdentity

/// Appends opaque bytes to a document's update log. The server never interprets them. Sending the
/// same identifier again answers the first sequence.
public struct AppendUpdate: Hashable, Sendable, Codable {
  /// Participants that one update names.
  public static let maximumMentions = 32
  /// Bytes of `firstLines`.
  public static let maximumFirstLines = 280
  /// Lines of `firstLines`.
  public static let maximumLines = 3

  /// 16 random bytes of the client: by them the server knows a repeated update.
  public var updateID: RequestID
  /// Decides which right the server asks for.
  public var kind: UpdateKind
  /// At most 1 MiB.
  public var data: Base64URLBytes
  /// The participants it names, by their roots: at most 32, none twice. Each hears of it in the
  /// conversation (protocol 12.8); one who is no participant any more does not.
  public var mentions: [RootHash]?
  /// What the document's text begins with after this edit: at most 280 bytes and three lines, empty where nothing is
  /// written in it. The cards of the document show it in everybody's conversation (protocol 12.8); without it they
  /// stay as they are. The server reads it and keeps it as it is: an app that hides its updates from the server leaves
  /// it out. Refused with a comment.
  public var firstLines: String?

  /// One change of the document, as a client of the app has encoded it.
  public init(
    updateID: RequestID, kind: UpdateKind, data: Base64URLBytes, mentions: [RootHash]? = nil,
    firstLines: String? = nil
  ) {
    self.updateID = updateID
    self.kind = kind
    self.data = data
    self.mentions = mentions
    self.firstLines = firstLines
  }
}

/// What an update does, as far as share options go: read-only participants may still comment
/// where comments are allowed.
public enum UpdateKind: String, Hashable, Sendable, Codable, CaseIterable {
  case edit, comment
}
