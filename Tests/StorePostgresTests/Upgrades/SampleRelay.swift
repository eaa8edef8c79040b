import GroveIdentity
import GroveMessage
import GroveTesting

/// Two people at a relay, who have conversations.
struct SampleRelay {
  let ann: TestAccount
  let ben: TestAccount
  let kitchen = SampleValue.bytes(16, of: 0x61)
  let garden = SampleValue.bytes(16, of: 0x63)
  var rows = SampleRows()

  init() throws {
    ann = try TestAccount("ann", devices: 2)
    ben = try TestAccount("ben")
    for (account, handle) in [(ann, "ann"), (ben, "ben")] { try add(account, handle) }
    addSessions()
    addRequests()
    addConversation()
    addMailbox()
    addEntries()
    addFiles()
  }

  var annsID: SampleValue { SampleValue(ann.id.bytes) }
  var bensID: SampleValue { SampleValue(ben.id.bytes) }
  var annsDevice: SampleValue { SampleValue(ann.devices[0].id.bytes) }

  private mutating func add(_ account: TestAccount, _ handle: String) throws {
    let id = SampleValue(account.id.bytes)
    let head = account.chain.newest
    rows.add(
      "account",
      [
        "account_id": id, "handle": SampleValue(stringLiteral: handle), "name": "Somebody",
        "head_seq": SampleValue(integerLiteral: Int64(head.seq)),
        "head_hash": SampleValue(head.hash.bytes), "request_policy": "ask",
      ])
    for (seq, record) in account.chain.records.enumerated() {
      rows.add(
        "statement",
        [
          "account_id": id, "seq": SampleValue(integerLiteral: Int64(seq)),
          "record": SampleValue(Array(try StrictJSON.encode(record))),
        ])
    }
    for device in account.devices {
      rows.add(
        "device",
        [
          "account_id": id, "device_id": SampleValue(device.id.bytes), "last_seen": 5000,
          "identity_key": SampleValue(device.identityKey.publicKey.bytes),
        ])
    }
  }

  private mutating func addSessions() {
    rows.add(
      "kem_key",
      [
        "account_id": annsID, "device_id": annsDevice, "key_id": 1, "not_before": 1000,
        "not_after": 9000, "revoked": 0, "body": .bytes(80, of: 1), "signature": .bytes(64, of: 2),
      ])
    rows.add(
      "session",
      [
        "token_hash": .bytes(32, of: 3), "account_id": annsID, "device_id": annsDevice,
        "expires_at": 9001,
      ])
    rows.add("used_challenge", ["nonce": .bytes(32, of: 4), "expires_at": 9002])
    rows.add(
      "web_push",
      [
        "account_id": annsID, "device_id": annsDevice, "endpoint": "https://push.example/1",
        "key": .bytes(65, of: 5), "secret": .bytes(16, of: 6),
      ])
    rows.add(
      "notice_address",
      [
        "address_id": .bytes(16, of: 7), "account_id": annsID, "token_hash": .bytes(32, of: 8),
        "server_key": .bytes(65, of: 9), "used_at": 1001,
      ])
  }

  private mutating func addRequests() {
    rows.add(
      "request_use",
      ["account_id": annsID, "requester": bensID, "entries": 1, "bytes": 2, "at": 1002])
    rows.add("admitted", ["account_id": annsID, "other": bensID])
    rows.add("blocked", ["account_id": bensID, "other": .bytes(32, of: 10)])
    rows.add(
      "left_conversation", ["account_id": bensID, "conversation_id": .bytes(16, of: 0x62)])
  }
}
