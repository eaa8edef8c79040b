public import Foundation

/// Records that are kept, fed and shared together.
public final class CKRecordZone: NSObject, NSSecureCoding, NSCopying, Sendable {
  public typealias ID = CKRecordZoneID

  /// What a zone can do.
  public struct Capabilities: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let fetchChanges = Capabilities(rawValue: 1)
    /// A batch of changes is all or nothing.
    public static let atomic = Capabilities(rawValue: 2)
    /// Records of it can be shared.
    public static let sharing = Capabilities(rawValue: 4)
    /// It can be shared as a whole.
    public static let zoneWideSharing = Capabilities(rawValue: 8)
  }

  public let zoneID: ID
  /// Known of zones that were saved or fetched; nothing before.
  public let capabilities: Capabilities
  /// The share of the whole zone; of fetched zones that have one.
  public let share: CKRecord.Reference?

  /// The zone that is always there.
  public static func `default`() -> CKRecordZone { CKRecordZone(zoneID: .default) }

  public convenience init(zoneName: String) { self.init(zoneID: ID(zoneName: zoneName)) }

  public convenience init(zoneID: ID) { self.init(zoneID, [], share: nil) }

  init(_ zoneID: ID, _ capabilities: Capabilities, share: CKRecord.Reference?) {
    self.zoneID = zoneID
    self.capabilities = capabilities
    self.share = share
  }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Equal where the identifiers are.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKRecordZone)?.zoneID == zoneID
  }

  public override var hash: Int { zoneID.hash }

  public override var description: String { "<CKRecordZone \(zoneID)>" }

  public static var supportsSecureCoding: Bool { true }

  private struct Archived: Codable {
    var id: CKRecordZoneID.Archived
    var capabilities: UInt
    var share: String?
  }

  /// Reads the app's own archive.
  public convenience init?(coder: NSCoder) {
    guard let archived = coder.archived(Archived.self) else { return nil }
    let id = CKRecordZoneID(archived.id)
    self.init(
      id, Capabilities(rawValue: archived.capabilities),
      share: archived.share.map { CKReference(recordID: CKRecordID(recordName: $0, zoneID: id)) })
  }

  public func encode(with coder: NSCoder) {
    coder.archive(
      Archived(
        id: zoneID.archived, capabilities: capabilities.rawValue, share: share?.recordID.recordName)
    )
  }
}
