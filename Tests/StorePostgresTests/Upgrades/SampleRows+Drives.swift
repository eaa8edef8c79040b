/// What people keep in their drives.
extension SampleRows {
  mutating func addDrives() {
    let (ann, root): (SampleValue, SampleValue) = ("ann@docs.example", .bytes(16, of: 0x51))
    let node = SampleValue.bytes(16, of: 0x52)
    add("drive", ["account": ann, "root": root, "used": 80, "nodes": 2])
    add(
      "driveNode",
      [
        "id": root, "account": ann, "size": 0, "createdAt": 3200, "modifiedAt": 3200,
        "propertyBytes": 0,
      ])
    add(
      "driveNode",
      [
        "id": node, "account": ann, "parent": root, "name": "Notes.txt", "nameKey": "notes.txt",
        "tag": .bytes(16, of: 0x53), "file": .bytes(16, of: 0x54), "size": 80,
        "type": "text/plain", "createdAt": 3201, "modifiedAt": 3202, "propertyBytes": 9,
      ])
    add(
      "driveNode",
      [
        "id": .bytes(16, of: 0x55), "account": ann, "name": "Old", "nameKey": "old", "size": 0,
        "createdAt": 3203, "modifiedAt": 3203, "propertyBytes": 0, "binnedAt": 3204,
        "binnedFrom": "/",
      ])
    add(
      "driveVersion",
      [
        "node": node, "number": 1, "account": ann, "tag": .bytes(16, of: 0x56),
        "file": .bytes(16, of: 0x57), "size": 40, "type": "text/plain", "modifiedAt": 3201,
        "replacedAt": 3202,
      ])
    add("driveProperty", ["node": node, "namespace": "a:b", "name": "c", "xml": "<c/>"])
    add(
      "driveLock",
      [
        "token": "a token", "account": ann, "node": node, "isExclusive": 1, "isDeep": 0,
        "owner": "<href/>", "expiresAt": 9009, "holder": "ben",
      ])
  }

  mutating func addFiles() {
    add("driveFile", ["file": .bytes(16, of: 0x54), "size": 80])
    add("driveFileLoose", ["file": .bytes(16, of: 0x58)])
    add(
      "driveShare",
      [
        "node": .bytes(16, of: 0x52), "account": "ann@docs.example",
        "document": .bytes(16, of: 0x59),
      ])
    add(
      "driveUpload",
      [
        "file": .bytes(16, of: 0x5A), "account": "ann@docs.example", "path": "/film",
        "share": .bytes(16, of: 0x52), "conditions": "{}", "size": 90, "type": "video/mp4",
        "isComplete": 0, "expiresAt": 9010,
      ])
  }
}
