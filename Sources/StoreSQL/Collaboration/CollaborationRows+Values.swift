import CollaborationDomain
import Foundation
import GroveIdentity

extension CollaborationRows {
  enum Columns {
    static let account = """
      label, displayName, createdAt, salt, cost, blockSize, parallelism, hash, \
      disabledAt, disabledReason, isDeleted, bornOf
      """
    static let session = "hash, account, createdAt, expiresAt, lastUsedAt, device"
    static let signInCode = "account, session, hash, expiresAt"
    static let providerLink = "issuer, subject, account, linkedAt"
    static let document = """
      id, owner, title, location, createdAt, lastSequence, collaboration, deletedAt, kind, firstLines
      """
    static let collaboration = """
      id, document, epoch, access, comments, mentions, appSelection, preparedAt, wasUsed, endedAt, \
      linkAccess
      """
    static let identity = """
      collaboration, root, activationEpoch, addedBy, addedAt, origin, replaced, person
      """
    static let binding = "collaboration, root, account, epoch, boundAt"
    static let entry = "document, sequence, kind, account, at, updateID, text, data"
    static let knock = "id, collaboration, account, note, at, ignoredAt"
    static let noticeAddress =
      "collaboration, root, account, endpoint, publicKey, secret, nextCounter, isLast"
    static let noticeEvent = """
      collaboration, account, kind, subject, actorRoot, name, at, firstAt, dueAt, isLast, noticeID, \
      afterRoot, changesLines, mentioned
      """
    static let waitingNotice = """
      collaboration, account, kind, subject, actorRoot, name, at, root, receiver, relay, endpoint, \
      publicKey, secret, nextCounter, noticeID, counter, attempts, dueAt, expiresAt
      """
    static let waitingKnock = "id, collaboration, account, note, at, NULL"

    static func of(_ table: String, _ columns: String) -> String {
      columns.split(separator: ", ").map { "\(table).\($0)" }.joined(separator: ", ")
    }
  }

  enum Upserts {
    static let binding = Upsert.text("binding", Columns.binding, key: "collaboration, root")
    static let passwordReset = Upsert.text(
      "passwordReset", "account, hash, expiresAt", key: "account")
    static let signInCode = Upsert.text("signInCode", Columns.signInCode, key: "account")
    static let snapshot = Upsert.text("snapshot", "document, sequence, data", key: "document")
    static let request = Upsert.text(
      "request", "account, requestID, result, expiresAt", key: "account, requestID")
    static let causedEvent = Upsert.text(
      "causedEvent", "document, account, kind, at, root", key: "document, account, kind")
    static let withdrawnIdentity = Upsert.text(
      "withdrawnIdentity", "collaboration, root, expiresAt", key: "collaboration, root")
    static let noticeAddress = Upsert.text(
      "noticeAddress", Columns.noticeAddress, key: "collaboration, root")
    static let noticeEvent = Upsert.text(
      "noticeEvent", Columns.noticeEvent, key: "collaboration, account, kind, subject")
    static let waitingNotice = Upsert.text(
      "waitingNotice", Columns.waitingNotice,
      key: "collaboration, root, account, kind, subject")
  }

  static func account(_ row: StoredRow) throws -> AccountRecord {
    var password: PasswordRecord?
    if !row.isNull(3) {
      password = PasswordRecord(
        salt: try row.bytes(3), cost: UInt32(clamping: try row.number(4)),
        blockSize: UInt32(clamping: try row.number(5)),
        parallelism: UInt32(clamping: try row.number(6)), hash: try row.bytes(7))
    }
    let disabled = try row.optionalNumber(8).map {
      AccountRecord.Disabled(
        at: $0, reason: try row.text(9), isDeleted: try row.number(10) != 0)
    }
    return AccountRecord(
      account: try row.checked(0), displayName: try row.text(1), password: password,
      createdAt: try row.number(2), disabled: disabled,
      bornOf: row.isNull(11) ? nil : try row.fixed(11))
  }

  static func passwordReset(_ row: StoredRow) throws -> PasswordResetRecord {
    PasswordResetRecord(
      account: try row.checked(0), hash: try row.fixed(1), expiresAt: try row.number(2))
  }

  static func signInCode(_ row: StoredRow) throws -> SignInCodeRecord {
    SignInCodeRecord(
      account: try row.checked(0), session: try row.fixed(1), hash: try row.fixed(2),
      expiresAt: try row.number(3))
  }

  static func session(_ row: StoredRow) throws -> SessionRecord {
    SessionRecord(
      hash: try row.fixed(0), account: try row.checked(1), createdAt: try row.number(2),
      expiresAt: try row.number(3), lastUsedAt: try row.number(4), device: try row.text(5))
  }

  static func signInName(_ row: StoredRow) throws -> SignInName {
    SignInName(name: try row.checked(0), account: try row.checked(1))
  }

  static func providerLink(_ row: StoredRow) throws -> ProviderLink {
    ProviderLink(
      identity: ProviderIdentity(issuer: try row.text(0), subject: try row.text(1)),
      account: try row.checked(2), linkedAt: try row.number(3))
  }

  static func document(_ row: StoredRow) throws -> DocumentRecord {
    guard let kind = DocumentRecord.Kind(rawValue: Int(try row.number(8))) else {
      throw CollaborationStoreError.corrupt
    }
    return DocumentRecord(
      id: try row.fixed(0), owner: try row.checked(1), title: try row.text(2),
      location: try row.text(3), createdAt: try row.number(4), lastSequence: try row.number(5),
      collaborationID: row.isNull(6) ? nil : try row.checked(6),
      deletedAt: try row.optionalNumber(7), kind: kind,
      firstLines: row.isNull(9) ? nil : try row.text(9))
  }

  static func collaboration(_ row: StoredRow) throws -> CollaborationRecord {
    guard let access = SelectedShareOptions.Access(rawValue: try row.text(3)) else {
      throw CollaborationStoreError.corrupt
    }
    let options = SelectedShareOptions(
      access: access, allowsComments: try row.number(4) != 0,
      allowsMentions: try row.number(5) != 0,
      appSelection: row.isNull(6) ? nil : try row.text(6))
    var linkAccess: SelectedShareOptions.Access?
    if !row.isNull(10) {
      guard let access = SelectedShareOptions.Access(rawValue: try row.text(10)) else {
        throw CollaborationStoreError.corrupt
      }
      linkAccess = access
    }
    return CollaborationRecord(
      id: try row.checked(0), documentID: try row.fixed(1), epoch: try row.number(2),
      options: options, preparedAt: try row.number(7), wasUsed: try row.number(8) != 0,
      endedAt: try row.optionalNumber(9), linkAccess: linkAccess)
  }

  static func identity(_ row: StoredRow) throws -> IdentityRecord {
    guard let origin = IdentityRecord.Origin(rawValue: try row.text(5)) else {
      throw CollaborationStoreError.corrupt
    }
    return IdentityRecord(
      collaborationID: try row.checked(0), root: try row.fixed(1),
      activationEpoch: try row.number(2), addedBy: try row.checked(3), addedAt: try row.number(4),
      origin: origin, replaced: row.isNull(6) ? nil : try row.fixed(6),
      person: row.isNull(7) ? nil : try row.fixed(7))
  }

  /// - Parameter offset: where the binding's columns begin in a joined row.
  static func binding(_ row: StoredRow, at offset: Int = 0) throws -> BindingRecord {
    BindingRecord(
      collaborationID: try row.checked(offset), root: try row.fixed(offset + 1),
      account: try row.checked(offset + 2), epoch: try row.number(offset + 3),
      boundAt: try row.number(offset + 4))
  }

  static func knock(_ row: StoredRow) throws -> KnockRecord {
    KnockRecord(
      id: try row.fixed(0), collaborationID: try row.checked(1), account: try row.checked(2),
      note: row.isNull(3) ? nil : try row.text(3), at: try row.number(4),
      ignoredAt: try row.optionalNumber(5))
  }
}

/// Small values that are never searched, kept as JSON text.
enum JSONColumn {
  static func encode(_ value: some Encodable) throws -> String {
    String(decoding: try StrictJSON.encode(value), as: UTF8.self)
  }

  static func decode<Value: Decodable>(_ text: String) throws -> Value {
    do {
      return try StrictJSON.decode(Value.self, from: Array(text.utf8))
    } catch {
      throw CollaborationStoreError.corrupt
    }
  }
}
