import Foundation
import GroveIdentity

/// What a record share is called between an app and its messenger: the local identifier of its metadata. Messengers
/// read nothing in it, and keep it with their drafts.
struct SharedRecordName: Hashable, Sendable, Codable {
  /// The container's identifier.
  var container: String
  /// A share that its preparation handler saves, in the process that offered it.
  var offer: String?
  /// A share that is saved.
  var zone: CKRecordZoneID.Archived?
  var record: String?

  private static let mark = "grove.record-share:"

  init(container: String, offer: String) {
    self.container = container
    self.offer = offer
  }

  init(container: String, share: CKRecordID) {
    self.container = container
    zone = share.zoneID.archived
    record = share.recordName
  }

  /// Nil for the name of anything else.
  init?(_ localIdentifier: String) {
    guard localIdentifier.hasPrefix(Self.mark),
      let bytes = try? Base64URL.decode(String(localIdentifier.dropFirst(Self.mark.count))),
      let name = try? StrictJSON.decode(SharedRecordName.self, from: bytes)
    else { return nil }
    self = name
  }

  var localIdentifier: String {
    get throws { Self.mark + Base64URL.encode(try StrictJSON.encode(self)) }
  }

  /// Of a share that is saved.
  var shareID: CKRecordID? {
    guard let zone, let record else { return nil }
    return CKRecordID(recordName: record, zoneID: CKRecordZoneID(zone))
  }
}
