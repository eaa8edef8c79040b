/// Who hears of what others do, and what is on its way to them.
extension SampleRows {
  mutating func addNotices() {
    add(
      "noticeAddress",
      [
        "collaboration": "kitchen", "root": .bytes(32, of: 0x22), "account": "ben",
        "endpoint": "https://relay.example/push/1", "publicKey": .bytes(65, of: 0x31),
        "secret": .bytes(16, of: 0x32), "nextCounter": 4, "isLast": 0,
      ])
    add(
      "noticeEvent",
      [
        "collaboration": "kitchen", "account": "ann@docs.example", "kind": "edit",
        "subject": SampleValue([]), "actorRoot": .bytes(32, of: 0x23), "name": "Ann", "at": 3000,
        "firstAt": 2999, "dueAt": 3001, "isLast": 0, "noticeID": .bytes(16, of: 0x33),
        "afterRoot": .bytes(32, of: 0x22), "changesLines": 1, "mentioned": .bytes(64, of: 0x34),
      ])
    add(
      "waitingNotice",
      [
        "collaboration": "kitchen", "account": "ann@docs.example", "kind": "comment",
        "subject": SampleValue([]), "actorRoot": .bytes(32, of: 0x23), "name": "Ann", "at": 3002,
        "root": .bytes(32, of: 0x22), "receiver": "ben", "relay": "https://relay.example",
        "endpoint": "https://relay.example/push/1", "publicKey": .bytes(65, of: 0x31),
        "secret": .bytes(16, of: 0x32), "nextCounter": 4, "noticeID": .bytes(16, of: 0x35),
        "counter": 3, "attempts": 2, "dueAt": 3003, "expiresAt": 9007,
      ])
  }
}
