public import GroveIdentity

/// One entry of a document's log. The members that belong to its kind are present.
public struct DocumentEvent: Hashable, Sendable, Codable {
  /// What happened. `knocked` is delivered to the owner only.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case edit, comment, renamed, moved, deleted, optionsChanged, granted, removed, left, knocked
  }

  /// Grows by one per document; also the event stream's `id`.
  public var sequence: DecimalUInt64
  /// Which of the members below are present.
  public var kind: Kind
  /// Who did it.
  public var account: AccountLabel?
  /// How that account is shown, as far as the server knows a name.
  public var displayName: String?
  /// Milliseconds.
  public var at: DecimalUInt64
  /// For edits and comments.
  public var data: Base64URLBytes?
  /// For edits and comments.
  public var updateID: RequestID?
  /// For `renamed`.
  public var title: String?
  /// For `moved`.
  public var location: String?
  /// For `optionsChanged`.
  public var options: ShareOptions?
  /// For `granted`, `removed`, `left`, `knocked`: whom it is about. A `removed` without it is the
  /// end of sharing for everybody.
  public var subject: AccountLabel?

  /// An entry as a server sends it; give the members of its kind and leave the others nil.
  public init(
    sequence: DecimalUInt64, kind: Kind, account: AccountLabel? = nil,
    displayName: String? =
      nil, at: DecimalUInt64, data: Base64URLBytes? = nil, updateID: RequestID? = nil,
    title:
      String? = nil, location: String? = nil, options: ShareOptions? = nil,
    subject: AccountLabel? = nil
  ) {
    self.sequence = sequence
    self.kind = kind
    self.account = account
    self.displayName = displayName
    self.at = at
    self.data = data
    self.updateID = updateID
    self.title = title
    self.location = location
    self.options = options
    self.subject = subject
  }
}
