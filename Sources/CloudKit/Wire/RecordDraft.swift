import Foundation
import GroveWire
import Synchronization

/// A record on its way to the server: what is sent, and what is needed to say what became of it.
struct RecordDraft: Sendable {
  let record: CKRecord
  /// The record as it was when this was made.
  let content: RecordContent
  let policy: CKModifyRecordsOperation.RecordSavePolicy

  init(_ record: CKRecord, _ policy: CKModifyRecordsOperation.RecordSavePolicy) {
    self.record = record
    self.policy = policy
    content = record.content.withLock(\.self)
  }

  /// The fields that are sent; nil removes one. All that are here, or those that were set.
  private var sent: [String: FieldContent?] {
    var sent: [String: FieldContent?] = [:]
    if policy == .allKeys { for (key, field) in content.fields { sent[key] = .some(field) } }
    for key in content.changed { sent[key] = .some(content.fields[key]) }
    return sent
  }

  /// The files that are to be uploaded first: not those that the record has at the server.
  var assets: [CKAsset] {
    sent.values.flatMap { $0?.assets ?? [] }.filter { kept[$0] == nil }
  }

  /// The files that the record had when it was read: the server knows that they may be named again.
  private var kept: [CKAsset: RecordAssetValue] {
    let files = (content.fetched ?? [:]).values.flatMap(\.assets)
    return Dictionary(files.compactMap { file in file.stored.map { (file, $0) } }) { one, _ in one }
  }

  /// The files that are here, by what they are called at the server.
  func files(_ uploaded: [CKAsset: RecordAssetValue]) -> StagedAssets.Files {
    let all = content.fields.values.flatMap(\.assets)
    let named = all.compactMap { file in (uploaded[file] ?? file.stored).map { ($0.sha256, file) } }
    return Dictionary(named) { one, _ in one }
  }

  /// About how many bytes it takes, without assets.
  var size: Int { sent.reduce(256) { $0 + $1.key.utf8.count + ($1.value?.size ?? 0) } }

  /// The record as it was to be saved, for an error.
  var clientRecord: CKRecord { copy(content) }

  /// The record as the server had it when it was read; without fields where they are not known.
  var ancestorRecord: CKRecord {
    var ancestor = content
    ancestor.fields = content.fetched ?? [:]
    ancestor.changed = []
    ancestor.isParentChanged = false
    return copy(ancestor)
  }

  private func copy(_ content: RecordContent) -> CKRecord {
    record is CKShare
      ? CKShare(type: record.recordType, id: record.recordID, content)
      : CKRecord(type: record.recordType, id: record.recordID, content)
  }

  /// - Throws: `invalidArguments` for what cannot be saved.
  func body(assets: [CKAsset: RecordAssetValue]) throws(CKError) -> SaveRecord {
    let zone = record.recordID.zoneID
    guard WireNames.isType(record.recordType), WireNames.isName(record.recordID.recordName) else {
      throw CKError(
        .invalidArguments, "A type is letters, digits and underscores, a name 1 to 255 characters.")
    }
    var save = SaveRecord(
      name: record.recordID.recordName, type: record.recordType,
      changeTag: policy == .ifServerRecordUnchanged ? content.system.changeTag : nil)
    for (key, field) in sent.sorted(by: { $0.key < $1.key }) {
      guard WireNames.isField(key) else {
        throw CKError(.invalidArguments, "A field's name is letters, digits and underscores.")
      }
      var value: RecordValue?
      if let field {
        value = try field.wire(in: zone, assets: assets.merging(kept) { one, _ in one })
      }
      save.fields.append(RecordFieldState(name: key, value: value))
    }
    try add(to: &save)
    return save
  }

  private func add(to save: inout SaveRecord) throws(CKError) {
    let zone = record.recordID.zoneID
    for target in [content.parent, content.terms?.root].compactMap(\.self)
    where target.recordID.zoneID != zone {
      throw CKError(.invalidArguments, "A record belongs to records of its own zone only.")
    }
    if content.isParentChanged || policy == .allKeys {
      save.parent = content.parent?.recordID.recordName
      if save.parent == nil { save.clearsParent = true }
    }
    guard let terms = content.terms, terms.isChanged else { return }
    save.terms = RecordShareTerms(
      root: terms.root?.recordID.recordName, access: terms.isReadOnly ? .readOnly : .readWrite,
      publicPermission: try terms.publicPermission.wire)
  }

  /// The record takes over what the server says now. What was set since this was made stays as it was set.
  func adopt(_ saved: RecordContent) {
    let sent = sent
    record.content.withLock { now in
      var fields = saved.fields
      let later = now.changed.filter { key in
        sent[key] == nil || sent[key] != .some(now.fields[key])
      }
      for key in later { fields[key] = now.fields[key] }
      let isParentLater = now.isParentChanged && now.parent != content.parent
      if !isParentLater { now.parent = saved.parent }
      now.isParentChanged = isParentLater
      now.fields = fields
      now.changed = later
      now.fetched = saved.fetched
      now.system = saved.system
      now.share = saved.share
      guard let terms = saved.terms else { return }
      let isTermsLater = now.terms != content.terms
      now.terms?.url = terms.url
      now.terms?.participants = terms.participants
      if !isTermsLater { now.terms?.isChanged = false }
    }
  }
}

extension CKShare.ParticipantPermission {
  init(_ wire: RecordShareTerms.PublicPermission) {
    self =
      switch wire {
      case .none: .none
      case .readOnly: .readOnly
      case .readWrite: .readWrite
      }
  }

  fileprivate var wire: RecordShareTerms.PublicPermission {
    get throws(CKError) {
      switch self {
      case .none: .none
      case .readOnly: .readOnly
      case .readWrite: .readWrite
      case .unknown: throw CKError(.invalidArguments, "A permission that is none.")
      }
    }
  }
}
