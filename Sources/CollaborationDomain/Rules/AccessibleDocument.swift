package import GroveIdentity

/// What an account may do with a document. There is no stored right: this is derived anew from
/// ownership and the join of protocol 9.1 in every transaction.
public enum DocumentAccess: String, Hashable, Sendable {
  case owner, readWrite, readOnly
}

/// A document with what the asking account may do with it.
public struct AccessibleDocument: Hashable, Sendable {
  /// As it is stored.
  public var document: DocumentRecord
  /// The live collaboration the document is shared through.
  public var collaboration: CollaborationRecord?
  /// Derived in the transaction that read the rows.
  public var access: DocumentAccess

  /// Whether the account may rename, share, delete and see who knocks.
  public var isOwner: Bool { access == .owner }
}

extension CollaborationReader {
  /// The collaboration unless it has ended.
  func liveCollaboration(_ id: CollaborationID) throws -> CollaborationRecord? {
    guard let record = try collaboration(id), record.endedAt == nil else { return nil }
    return record
  }

  /// Access by identity, as protocol 9.1 has it: a join, never a flag.
  func hasAccess(_ account: AccountLabel, to collaboration: CollaborationID) throws -> Bool {
    try !activeBindings(of: account, in: collaboration).isEmpty
  }

  /// - Throws: `notFound` without access, `gone` to the owner of what was deleted.
  ///
  /// Whoever has no access is refused after the same look-ups, in the same order, whether there is a
  /// document and whether it is shared: how long it takes tells a stranger nothing.
  /// - Parameter isAdmitted: this transaction has asked `admitting` already.
  package func accessibleDocument(of call: Call, in id: DocumentID, isAdmitted: Bool = false) throws
    -> AccessibleDocument
  {
    if !isAdmitted { try admit(call) }
    let document = try document(id)
    let shared = document?.collaborationID ?? Self.nowhere
    return try accessibleDocument(of: call, in: document, sharedAs: shared)
  }

  /// The same by collaboration, which must not have ended.
  package func accessibleDocument(of call: Call, in id: CollaborationID) throws
    -> (AccessibleDocument, CollaborationRecord)
  {
    try admit(call)
    let record = try collaboration(id)
    let found = try document(record?.documentID ?? .zero)
    let document = record.flatMap { _ in found }
    let accessible = try accessibleDocument(
      of: call, in: document, sharedAs: document?.collaborationID ?? id)
    guard let record else { throw CollaborationRefusal.notFound }
    guard record.endedAt == nil else {
      throw accessible.isOwner ? CollaborationRefusal.gone : .notFound
    }
    return (accessible, record)
  }

  private func accessibleDocument(
    of call: Call, in document: DocumentRecord?, sharedAs id: CollaborationID?
  ) throws -> AccessibleDocument {
    let collaboration = try id.flatMap { try liveCollaboration($0) }
    let isOwner = document?.owner == call.account
    let isLetIn = try !isOwner && id.map { try hasAccess(call.account, to: $0) } ?? false
    guard let document, document.deletedAt == nil else {
      throw isOwner ? CollaborationRefusal.gone : .notFound
    }
    if isOwner {
      return AccessibleDocument(document: document, collaboration: collaboration, access: .owner)
    }
    guard let collaboration, isLetIn else { throw CollaborationRefusal.notFound }
    return AccessibleDocument(
      document: document, collaboration: collaboration,
      access: try granted(call.account, in: collaboration))
  }

  /// One whose content is its log.
  /// - Throws: `notFound` also for shared records.
  func loggedDocument(of call: Call, in id: DocumentID, isAdmitted: Bool = false) throws
    -> AccessibleDocument
  {
    let accessible = try accessibleDocument(of: call, in: id, isAdmitted: isAdmitted)
    guard accessible.document.kind == .log else { throw CollaborationRefusal.notFound }
    return accessible
  }

  /// Looked up in the place of a collaboration where there is none: no identifier a server makes ends
  /// like this.
  private static var nowhere: CollaborationID? { try? CollaborationID("AAAAAAAAAAAAAAAAAAAAA_") }

  /// - Throws: `forbidden` to participants.
  func ownedDocument(of call: Call, in id: CollaborationID) throws
    -> (AccessibleDocument, CollaborationRecord)
  {
    let (accessible, record) = try accessibleDocument(of: call, in: id)
    guard accessible.isOwner else { throw CollaborationRefusal.forbidden }
    return (accessible, record)
  }

  /// - Throws: `forbidden` to participants, and for shared records: deleting their share ends it.
  func endableDocument(of call: Call, in id: CollaborationID) throws
    -> (AccessibleDocument, CollaborationRecord)
  {
    let (accessible, record) = try ownedDocument(of: call, in: id)
    guard accessible.document.kind != .records else { throw CollaborationRefusal.forbidden }
    return (accessible, record)
  }

  /// - Throws: `forbidden` to participants, and for what is no log: whoever keeps its content changes how it is shared.
  func ownedLog(of call: Call, in id: CollaborationID) throws
    -> (AccessibleDocument, CollaborationRecord)
  {
    let (accessible, record) = try ownedDocument(of: call, in: id)
    guard accessible.document.kind == .log else { throw CollaborationRefusal.forbidden }
    return (accessible, record)
  }

  /// What an account may do with a document whose content is kept elsewhere, once whoever keeps it has let the account in.
  /// - Returns: nil without access.
  package func standing(of account: AccountLabel, in id: DocumentID) throws -> AccessibleDocument? {
    guard let document = try document(id), document.deletedAt == nil else { return nil }
    let shared = try document.collaborationID.flatMap { try liveCollaboration($0) }
    if document.owner == account {
      return AccessibleDocument(document: document, collaboration: shared, access: .owner)
    }
    guard let shared, try hasAccess(account, to: shared.id) else { return nil }
    return AccessibleDocument(
      document: document, collaboration: shared, access: try granted(account, in: shared))
  }

  /// - Throws: `forbidden` to participants; `notFound` for shared records, which the rules of records change.
  func ownedDocument(of call: Call, in id: DocumentID) throws -> AccessibleDocument {
    let accessible = try loggedDocument(of: call, in: id)
    guard accessible.isOwner else { throw CollaborationRefusal.forbidden }
    return accessible
  }
}
