/// Who has an account with the collaboration server, and what it keeps of them.
extension SampleRows {
  /// Of a collaboration server, with records and drives.
  static func collaboration() throws -> SampleRows {
    var rows = SampleRows()
    rows.addAccounts()
    rows.addSignIns()
    rows.addDocuments()
    rows.addMembership()
    rows.addKnocks()
    rows.addNotices()
    try rows.addRecords()
    rows.addAssets()
    rows.addDrives()
    rows.addFiles()
    return rows
  }

  private mutating func addAccounts() {
    add(
      "account",
      [
        "label": "ann@docs.example", "displayName": "Ann", "createdAt": 1000,
        "salt": .bytes(16, of: 1), "cost": 16384, "blockSize": 8, "parallelism": 1,
        "hash": .bytes(32, of: 2), "disabledReason": "", "isDeleted": 0,
      ])
    add(
      "account",
      [
        "label": "ben", "displayName": "Ben", "createdAt": 1001, "disabledAt": 5000,
        "disabledReason": "sold the house", "isDeleted": 0, "bornOf": .bytes(32, of: 0x22),
      ])
    add(
      "session",
      [
        "hash": .bytes(32, of: 3), "account": "ann@docs.example", "createdAt": 1002,
        "expiresAt": 9000, "lastUsedAt": 1002, "device": "",
      ])
    add(
      "appPassword",
      [
        "hash": .bytes(32, of: 4), "account": "ann@docs.example", "name": "a phone",
        "createdAt": 1003, "lastUsedAt": 1004,
      ])
    add("signInName", ["name": "benjamin", "account": "ben"])
  }

  private mutating func addSignIns() {
    add(
      "passwordReset",
      ["account": "ann@docs.example", "hash": .bytes(32, of: 5), "expiresAt": 9001])
    add(
      "signInCode",
      [
        "account": "ann@docs.example", "session": .bytes(32, of: 3), "hash": .bytes(32, of: 6),
        "expiresAt": 9002,
      ])
    add(
      "providerLink",
      [
        "issuer": "https://login.example", "subject": "7", "account": "ann@docs.example",
        "linkedAt": 1005,
      ])
    add("usedAttempt", ["state": .bytes(32, of: 7), "expiresAt": 9003])
    add(
      "usedNonce",
      [
        "nonce": .bytes(16, of: 8), "root": .bytes(32, of: 0x22), "account": "ben",
        "expiresAt": 9004,
      ])
    add(
      "request",
      [
        "account": "ann@docs.example", "requestID": .bytes(16, of: 9), "result": "{}",
        "expiresAt": 9005,
      ])
  }
}
