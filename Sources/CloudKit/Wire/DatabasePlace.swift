import Foundation
import GroveIdentity
import GroveWire

/// A database as somebody sees it: how it names zones, and how the server does.
struct DatabasePlace: Sendable {
  var scope: RecordScope
  /// How the container names the person who looks.
  var user: String
  /// Of every link that its shares have.
  var origin: String

  /// - Throws: `invalidArguments` for a zone that is in another database, `zoneNotFound` for a name that none has.
  func zone(_ id: CKRecordZoneID) throws(CKError) -> RecordZonePlace {
    guard WireNames.isName(id.zoneName) else {
      throw CKError(.zoneNotFound, "A zone's name has 1 to 255 characters.")
    }
    let isOwn = id.ownerName == CKCurrentUserDefaultName || id.ownerName == user
    switch scope {
    case .public: return RecordZonePlace(scope: .public, name: id.zoneName)
    case .private:
      guard isOwn else {
        throw CKError(.invalidArguments, "Somebody else's zone is in the shared database.")
      }
      return RecordZonePlace(scope: .private, name: id.zoneName)
    case .shared:
      guard !isOwn else {
        throw CKError(.invalidArguments, "One's own zone is in the private database.")
      }
      guard WireNames.isUser(id.ownerName) else {
        throw CKError(.zoneNotFound, "A zone's owner has a name of the container.")
      }
      return RecordZonePlace(scope: .shared, owner: id.ownerName, name: id.zoneName)
    }
  }

  /// A person as records name them.
  func person(_ name: String) -> String { name == user ? CKCurrentUserDefaultName : name }

  func zoneID(owner: String?, name: String) -> CKRecordZoneID {
    CKRecordZoneID(zoneName: name, ownerName: owner.map(person) ?? CKCurrentUserDefaultName)
  }

  func zone(_ state: RecordZoneState) -> CKRecordZone {
    let id = zoneID(owner: state.owner, name: state.name)
    let share = state.share.map {
      CKReference(recordID: CKRecordID(recordName: $0, zoneID: id))
    }
    return CKRecordZone(id, capabilities(of: id), share: share)
  }

  /// What is said of the zone that is always there is what apps know of it elsewhere: nothing.
  private func capabilities(of id: CKRecordZoneID) -> CKRecordZone.Capabilities {
    guard id.zoneName != CKRecordZoneID.defaultZoneName else { return [] }
    return scope == .private
      ? [.fetchChanges, .atomic, .sharing, .zoneWideSharing] : [.fetchChanges, .atomic]
  }

  // MARK: Records

  /// A record as the server has it.
  func record(
    _ state: RecordState, in zone: CKRecordZoneID, _ files: StagedAssets.Files = [:]
  ) -> CKRecord {
    let id = CKRecordID(recordName: state.name, zoneID: zone)
    let content = content(state, in: zone, files)
    return state.type == CKRecord.SystemType.share
      ? CKShare(type: state.type, id: id, content)
      : CKRecord(type: state.type, id: id, content)
  }

  func content(
    _ state: RecordState, in zone: CKRecordZoneID, _ files: StagedAssets.Files = [:]
  ) -> RecordContent {
    func reference(_ name: String) -> CKReference {
      CKReference(recordID: CKRecordID(recordName: name, zoneID: zone))
    }
    var content = RecordContent()
    content.fields = fields(state, in: zone, files)
    content.fetched = content.fields
    content.system = RecordSystemFields(
      changeTag: state.changeTag, creator: person(state.creator),
      createdAt: Double(state.createdAt.value) / 1000, modifier: person(state.modifier),
      modifiedAt: Double(state.modifiedAt.value) / 1000)
    content.parent = state.parent.map(reference)
    content.share = state.share.map(reference)
    if state.type == CKRecord.SystemType.share {
      content.terms = state.shared.map { terms($0, in: zone) } ?? ShareContent()
    }
    return content
  }

  private func terms(_ shared: RecordShareState, in zone: CKRecordZoneID) -> ShareContent {
    ShareContent(
      root: shared.terms.root.map {
        CKReference(recordID: CKRecordID(recordName: $0, zoneID: zone))
      },
      publicPermission: CKShare.ParticipantPermission(shared.terms.publicPermission),
      isReadOnly: shared.terms.access == .readOnly,
      url: URL(string: "\(origin)/d/\(shared.collaborationID.text)"),
      participants: shared.participants.map {
        CKShareParticipant($0, user: $0.user.map(person))
      })
  }

  private func fields(
    _ state: RecordState, in zone: CKRecordZoneID, _ files: StagedAssets.Files
  ) -> [String: FieldContent] {
    let pairs = state.fields.compactMap { field in
      field.value.map { (field.name, FieldContent($0, in: zone, files: files)) }
    }
    return Dictionary(pairs) { _, last in last }
  }
}
