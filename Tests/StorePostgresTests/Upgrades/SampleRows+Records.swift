import GroveIdentity
import RecordDomain

/// Records of apps, and the files that they name.
extension SampleRows {
  mutating func addRecords() throws {
    let app: SampleValue = "iCloud.example.app"
    add(
      "recordUser",
      [
        "container": app, "account": "ann@docs.example", "used": 60,
        "name": SampleValue(stringLiteral: "_" + String(repeating: "a", count: 32)),
      ])
    add("recordClock", ["container": app, "number": 8])
    add(
      "recordZone",
      [
        "id": .bytes(16, of: 0x41), "container": app, "owner": "ann@docs.example", "name": "lists",
        "createdAt": 3100, "changedAt": 7, "forgottenUpTo": 1, "size": 60,
      ])
    add(
      "recordZone",
      [
        "id": .bytes(16, of: 0x42), "container": app, "owner": "ann@docs.example", "name": "lists",
        "createdAt": 3000, "changedAt": 3, "forgottenUpTo": 0, "size": 0, "ending": "deleted",
        "endedAt": 3050,
      ])
    let zone = SampleValue.bytes(16, of: 0x41)
    let fields = try FieldCoding.encode([FieldName("title"): RecordField(.text("Salt"))])
    add(
      "record",
      [
        "zone": zone, "name": "salt", "type": "Item", "fields": SampleValue(fields),
        "parent": "list", "ownShare": "a share", "coveringShare": "a share", "changedAt": 7,
        "modification": 6, "creator": "ann@docs.example", "createdAt": 3101, "modifier": "ben",
        "modifiedAt": 3102,
      ])
    // What is found by the field above.
    add(
      "recordValue",
      [
        "zone": zone, "type": "Item", "field": "title", "kind": 3,
        "value": SampleValue(Array("Salt".utf8)), "name": "salt",
      ])
    add("recordOwner", ["zone": zone, "owner": "list", "name": "salt"])
    add(
      "recordShare",
      [
        "zone": zone, "name": "a share", "root": "salt", "access": "readWrite",
        "publicPermission": "none", "document": .bytes(16, of: 0x12),
      ])
    add(
      "recordDeletion",
      [
        "zone": zone, "name": "pepper", "leftShare": "a share", "type": "Item", "changedAt": 5,
        "coveringShare": "a share", "at": 3103,
      ])
  }

  mutating func addAssets() {
    let hash = SampleValue.bytes(32, of: 0x43)
    add("recordAsset", ["hash": hash, "size": 70, "file": .bytes(16, of: 0x44)])
    add("recordAssetUse", ["zone": .bytes(16, of: 0x41), "name": "salt", "hash": hash])
    add(
      "recordAssetUpload",
      [
        "account": "ann@docs.example", "container": "iCloud.example.app",
        "hash": .bytes(32, of: 0x45), "size": 71, "file": .bytes(16, of: 0x46), "isComplete": 1,
        "expiresAt": 9008,
      ])
    add("recordAssetLoose", ["hash": .bytes(32, of: 0x47)])
  }
}
