import CollaborationDomain
import GroveIdentity
import GroveWire
import RecordDomain

/// Bodies of requests about records, as the rules take them.
extension ZoneAddress {
  /// - Throws: `malformed` for names that no zone has, and an owner where there is none to be named.
  init(_ body: RecordZonePlace, in container: ContainerID) throws(IdentityError) {
    guard (body.owner != nil) == (body.scope == .shared) else {
      throw IdentityError(.malformed, "a shared zone has an owner, another has none")
    }
    var owner: RecordUserName?
    if let name = body.owner { owner = try RecordUserName(name) }
    self.init(
      container: container, scope: Scope(body.scope), owner: owner, name: try ZoneName(body.name))
  }
}

extension ZoneAddress.Scope {
  init(_ scope: RecordScope) {
    switch scope {
    case .public: self = .public
    case .private: self = .private
    case .shared: self = .shared
    }
  }
}

extension RecordBatch {
  /// - Throws: `malformed`.
  init(_ body: ModifyRecords, in container: ContainerID) throws(IdentityError) {
    var saves: [RecordSave] = []
    for save in body.saves { saves.append(try RecordSave(save)) }
    var deletes: [RecordName] = []
    for name in body.deletes { deletes.append(try RecordName(name)) }
    self.init(
      zone: try ZoneAddress(body.zone, in: container), saves: saves, deletes: deletes,
      checksTags: body.checksTags, isAtomic: body.isAtomic)
  }
}

extension RecordSave {
  fileprivate init(_ body: SaveRecord) throws(IdentityError) {
    var fields: [FieldName: RecordField?] = [:]
    for field in body.fields {
      let name = try FieldName(field.name)
      guard fields[name] == nil else { throw IdentityError(.malformed, "a field is named twice") }
      if let value = field.value {
        fields[name] = .some(
          RecordField(try FieldValue(value), isEncrypted: field.isEncrypted ?? false))
      } else {
        fields[name] = .some(nil)
      }
    }
    var parent: RecordName?? = .none
    if let name = body.parent { parent = .some(try RecordName(name)) }
    if body.clearsParent == true {
      guard body.parent == nil else { throw IdentityError(.malformed, "a parent or none") }
      parent = .some(nil)
    }
    var terms: ShareTerms?
    if let body = body.terms { terms = try ShareTerms(body) }
    self.init(
      name: try RecordName(body.name), type: try RecordType(body.type), changeTag: body.changeTag,
      parent: parent, fields: fields, terms: terms)
  }
}

extension ShareTerms {
  fileprivate init(_ body: RecordShareTerms) throws(IdentityError) {
    var root: RecordName?
    if let name = body.root { root = try RecordName(name) }
    let permission: PublicPermission =
      switch body.publicPermission {
      case .none: .none
      case .readOnly: .readOnly
      case .readWrite: .readWrite
      }
    self.init(
      root: root, access: body.access == .readWrite ? .readWrite : .readOnly,
      publicPermission: permission)
  }
}

/// What the rules answer, as bodies. People are shown by their names in the container.
struct RecordNaming: Sendable {
  /// Of everybody that is named in the answer.
  var names: [AccountLabel: String] = [:]
  /// Of the shares in it, where the caller takes part.
  var shares: [RecordName: RecordShareState] = [:]
  /// The fields that are wanted; nil: all.
  var fields: Set<FieldName>?

  func body(_ record: StoredRecord) -> RecordState {
    let shown = record.fields.filter { name, _ in fields?.contains(name) ?? true }
      .sorted { $0.key < $1.key }
      .map { name, field in
        RecordFieldState(
          name: name.text, value: RecordValue(field.value),
          isEncrypted: field.isEncrypted ? true : nil)
      }
    return RecordState(
      name: record.name.text, type: record.type.text, changeTag: record.changeTag, fields: shown,
      parent: record.parent?.text, share: record.ownShare?.text,
      shared: record.type == .share ? shares[record.name] : nil,
      creator: names[record.creator] ?? "",
      createdAt: DecimalUInt64(record.createdAt), modifier: names[record.modifier] ?? "",
      modifiedAt: DecimalUInt64(record.modifiedAt))
  }

  func body(_ name: RecordName, _ result: Result<StoredRecord, RecordFailure>) -> RecordResult {
    switch result {
    case .success(let record): RecordResult(name: name.text, record: body(record))
    case .failure(let failure):
      RecordResult(
        name: name.text, record: failure.record.map { body($0) },
        code: ProblemCode(rawValue: failure.refusal.rawValue))
    }
  }
}
