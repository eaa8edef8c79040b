import GroveIdentity

/// What an account may do with a document. There is no stored right: this is derived anew from
/// ownership and the join of protocol 9.1 in every transaction.
public enum DocumentAccess: String, Hashable, Sendable {
  case owner, readWrite, readOnly
}

/// A document with what the asking account may do with it.
public struct Standing: Hashable, Sendable {
  public var document: DocumentRecord
  /// The live collaboration the document is shared through.
  public var collaboration: CollaborationRecord?
  public var access: DocumentAccess

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
  func standing(of call: Call, in id: DocumentID) throws -> Standing {
    try admit(call)
    guard let document = try document(id) else { throw CollaborationRefusal.notFound }
    let isOwner = document.owner == call.account
    guard document.deletedAt == nil else {
      throw isOwner ? CollaborationRefusal.gone : .notFound
    }
    let collaboration = try document.collaborationID.flatMap { try liveCollaboration($0) }
    if isOwner {
      return Standing(document: document, collaboration: collaboration, access: .owner)
    }
    guard let collaboration, try hasAccess(call.account, to: collaboration.id) else {
      throw CollaborationRefusal.notFound
    }
    let access: DocumentAccess = collaboration.options.access == .readWrite ? .readWrite : .readOnly
    return Standing(document: document, collaboration: collaboration, access: access)
  }

  /// The same by collaboration, which must not have ended.
  func standing(of call: Call, in id: CollaborationID) throws
    -> (Standing, CollaborationRecord)
  {
    try admit(call)
    guard let record = try collaboration(id) else { throw CollaborationRefusal.notFound }
    let standing = try standing(of: call, in: record.documentID)
    guard record.endedAt == nil else {
      throw standing.isOwner ? CollaborationRefusal.gone : .notFound
    }
    return (standing, record)
  }

  /// - Throws: `forbidden` to participants.
  func ownerStanding(of call: Call, in id: CollaborationID) throws
    -> (Standing, CollaborationRecord)
  {
    let (standing, record) = try standing(of: call, in: id)
    guard standing.isOwner else { throw CollaborationRefusal.forbidden }
    return (standing, record)
  }

  /// - Throws: `forbidden` to participants.
  func ownerStanding(of call: Call, in id: DocumentID) throws -> Standing {
    let standing = try standing(of: call, in: id)
    guard standing.isOwner else { throw CollaborationRefusal.forbidden }
    return standing
  }
}
