public import GroveIdentity

/// What belongs to an account, for a copy of it. Read in one transaction, so that everything is from the
/// same moment.
public enum AccountContents {
  /// An identity of the account, and what it gives access to.
  public struct Participation: Hashable, Sendable {
    public var binding: BindingRecord
    /// Nil where it is not active any more.
    public var identity: IdentityRecord?
    /// Nil where sharing has ended.
    public var document: DocumentRecord?
  }

  /// Everything the account was granted, in the order it was.
  public static func participations(
    of label: AccountLabel, reading reader: any CollaborationReader
  ) throws -> [Participation] {
    try reader.bindings(of: label, limit: .max).sorted {
      ($0.boundAt, $0.root) < ($1.boundAt, $1.root)
    }
    .map { binding in
      let collaboration = try reader.liveCollaboration(binding.collaborationID)
      let document = try collaboration.flatMap { try reader.document($0.documentID) }
      return Participation(
        binding: binding,
        identity: try reader.identity(binding.root, in: binding.collaborationID),
        document: document.flatMap { $0.deletedAt == nil ? $0 : nil })
    }
  }

  /// Where the account asks for access and has no answer yet, in the order it did. Whether an owner has
  /// ignored it is that owner's.
  public static func knocks(
    by label: AccountLabel, reading reader: any CollaborationReader
  ) throws -> [KnockRecord] {
    try reader.knocks(by: label).map { knock in
      var knock = knock
      knock.ignoredAt = nil
      return knock
    }
  }

  /// The accounts at providers through which somebody signs in to this one.
  public static func providerLinks(
    of label: AccountLabel, reading reader: any CollaborationReader
  ) throws -> [ProviderLink] {
    try reader.providerLinks(of: label)
  }

  /// Documents the account owns, the newest first.
  public static func documents(
    of label: AccountLabel, after place: ListCursor<DocumentID>?, limit: Int,
    reading reader: any CollaborationReader
  ) throws -> [DocumentRecord] {
    try reader.documents(ownedBy: label, kind: .log, after: place, limit: limit)
  }

  /// Who else has access to a document by the collaboration it is shared through.
  public static func participants(
    in document: DocumentRecord, reading reader: any CollaborationReader
  ) throws -> [AccountLabel] {
    guard let id = document.collaborationID, try reader.liveCollaboration(id) != nil else {
      return []
    }
    return try reader.boundAccounts(in: id).filter { $0 != document.owner }
  }

  /// A stretch of a document's log as its owner sees it.
  public static func log(
    of document: DocumentRecord, after position: UInt64, reading reader: any CollaborationReader
  ) throws -> EventPage {
    try UpdateRules.page(
      LogReading(
        documentID: document.id, position: position, last: document.lastSequence, isOwner: true),
      reading: reader)
  }
}
