/// Documents, and who takes part in them.
extension SampleRows {
  mutating func addDocuments() {
    add(
      "document",
      [
        "id": .bytes(16, of: 0x11), "owner": "ann@docs.example", "title": "Bread",
        "location": "/kitchen", "createdAt": 2000, "lastSequence": 2, "collaboration": "kitchen",
        "firstLines": "Flour", "kind": 0,
      ])
    add(
      "document",
      [
        "id": .bytes(16, of: 0x12), "owner": "ann@docs.example", "title": "A list",
        "location": "/", "createdAt": 2001, "lastSequence": 0, "deletedAt": 4000, "kind": 1,
      ])
    add(
      "logEntry",
      [
        "document": .bytes(16, of: 0x11), "sequence": 1, "kind": "edit",
        "account": "ann@docs.example", "at": 2002, "updateID": .bytes(16, of: 0x13),
        "data": SampleValue([0, 1, 2, 255]),
      ])
    add(
      "logEntry",
      [
        "document": .bytes(16, of: 0x11), "sequence": 2, "kind": "renamed", "account": "ben",
        "at": 2003, "text": "Bread",
      ])
    add(
      "snapshot",
      ["document": .bytes(16, of: 0x11), "sequence": 1, "data": .bytes(5, of: 0x14)])
    add(
      "causedEvent",
      [
        "document": .bytes(16, of: 0x11), "account": "ben", "kind": "renamed", "at": 2003,
        "root": .bytes(32, of: 0x22),
      ])
  }

  mutating func addMembership() {
    add(
      "collaboration",
      [
        "id": "kitchen", "document": .bytes(16, of: 0x11), "epoch": 3, "access": "readWrite",
        "comments": 1, "mentions": 0, "appSelection": "all", "preparedAt": 2004, "wasUsed": 1,
        "linkAccess": "readOnly",
      ])
    add(
      "collaboration",
      [
        "id": "hall", "document": .bytes(16, of: 0x11), "epoch": 1, "access": "readOnly",
        "comments": 0, "mentions": 1, "preparedAt": 2005, "wasUsed": 1, "endedAt": 4001,
      ])
    for (root, epoch) in [(UInt8(0x22), Int64(2)), (0x23, 3)] {
      add(
        "identity",
        [
          "collaboration": "kitchen", "root": .bytes(32, of: root),
          "activationEpoch": SampleValue(integerLiteral: epoch), "addedBy": "ann@docs.example",
          "addedAt": 2006, "origin": "invitation", "replaced": .bytes(32, of: 0x24),
          "person": .bytes(32, of: 0x22),
        ])
    }
    add(
      "binding",
      [
        "collaboration": "kitchen", "root": .bytes(32, of: 0x22), "account": "ben", "epoch": 2,
        "boundAt": 2007,
      ])
    add(
      "withdrawnIdentity",
      ["collaboration": "kitchen", "root": .bytes(32, of: 0x25), "expiresAt": 9006])
  }

  mutating func addKnocks() {
    for (account, table) in [("cleo", "knock"), ("dan", "waitingKnock")] {
      add(
        table,
        [
          "collaboration": "kitchen", "account": SampleValue(stringLiteral: account),
          "id": .bytes(16, of: 0x26), "note": "may I?", "at": 2008, "ignoredAt": 2009,
        ])
    }
  }
}
