import Foundation
import GroveIdentity
import GroveMessage
import GroveTesting

/// Signed device lists by name, `Tests/Vectors/statements.json`: `ann/1` is Ann's second, `ann/1b` another
/// one with the same number, `ann/2r` one that her recovery key has signed. Kept in a file because
/// signatures differ each time they are made.
struct SignedStatements: Sendable {
  /// Which statements are one history, from the first on.
  static let histories: [String: [[String]]] = [
    "ann": [
      ["ann/0", "ann/1", "ann/2", "ann/3"], ["ann/0", "ann/1b", "ann/2b"],
      ["ann/0", "ann/1", "ann/2r"],
    ],
    "bob": [["bob/0", "bob/1"]], "me": [["me/0", "me/1", "me/2"], ["me/0", "me/1b"]],
  ]
  static let file = TranscriptFile.url("").deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "statements.json")
  static let all = Result { try SignedStatements() }

  let accounts: [String: AccountID]
  let records: [String: SignedStatement]
  let references: [String: StatementReference]

  private init() throws {
    let json = try JSONValue(parsing: Data(contentsOf: Self.file))
    guard case .object(let members) = json["statements"],
      case .object(let people) = json["accounts"]
    else { throw JSONValue.Mistake(description: "no statements") }
    accounts = try people.reduce(into: [:]) { $0[$1.name] = try $1.value.fixed() }
    records = try members.reduce(into: [:]) {
      $0[$1.name] = try JSONDecoder().decode(
        SignedStatement.self, from: Data($1.value["record"].line.utf8))
    }
    references = try members.reduce(into: [:]) {
      $0[$1.name] = StatementReference(
        seq: try $1.value["seq"].decimal(), hash: try $1.value["hash"].fixed())
    }
  }

  func account(_ name: JSONValue) throws -> AccountID { try find(accounts, name) }
  func record(_ name: JSONValue) throws -> SignedStatement { try find(records, name) }
  func reference(_ name: JSONValue) throws -> StatementReference { try find(references, name) }

  private func find<Value>(_ values: [String: Value], _ name: JSONValue) throws -> Value {
    guard let value = values[try name.text()] else {
      throw JSONValue.Mistake(description: "no such name: \(name)")
    }
    return value
  }

  // MARK: Making

  /// Writes the file: `GROVE_RECORD_TRANSCRIPTS=statements`, and the transcripts of `device-lists` after it.
  static func write() throws {
    var statements: [JSONValue.Member] = []
    var accounts: [JSONValue.Member] = []
    for name in ["ann", "bob", "me"] {
      let made = try Maker(name)
      accounts.append(.init(name: name, value: .bytes(made.account.id)))
      statements += try made.chains().map { try member($0, $1) }
    }
    let json: [(String, [JSONValue.Member])] = [("accounts", accounts), ("statements", statements)]
    let text = json.map { name, members in
      "  \"\(name)\": {\n"
        + members.map { "    \"\($0.name)\": \($0.value.line)" }.joined(separator: ",\n") + "\n  }"
    }
    try Data("{\n\(text.joined(separator: ",\n"))\n}\n".utf8).write(to: file)
  }

  private static func member(_ name: String, _ chain: StatementChain) throws -> JSONValue.Member {
    guard let record = chain.record(chain.newest.seq) else {
      throw JSONValue.Mistake(description: "no record of \(name)")
    }
    let json = try JSONValue(parsing: JSONEncoder().encode(record))
    return JSONValue.Member(
      name: name,
      value: [
        "seq": .decimal(chain.newest.seq), "hash": .bytes(chain.newestHash), "record": json.sorted,
      ])
  }

  /// One person's histories.
  private struct Maker {
    let name: String
    let devices: [TestDevice]
    let recovery: SigningKey
    let account: TestAccount

    init(_ name: String) throws {
      self.name = name
      devices = try (1...3).map { try TestDevice("\(name) \($0)") }
      recovery = try SigningKey(scalar: [1, 9] + [UInt8](repeating: 7, count: 30))
      account = try TestAccount([devices[0]], recoveryKey: recovery.publicKey)
    }

    /// Each statement with the chain that ends in it.
    func chains() throws -> [(String, StatementChain)] {
      var found = [("\(name)/0", account.chain)]
      let longer = try after(account, [0, 1])
      found.append(("\(name)/1", longer.chain))
      guard name != "bob" else { return found }
      let other = try after(account, [0, 2])
      found.append(("\(name)/1b", other.chain))
      let shorter = try after(longer, [0])
      found.append(("\(name)/2", shorter.chain))
      guard name == "ann" else { return found }
      found.append(("ann/3", try after(shorter, [0, 2]).chain))
      found.append(("ann/2b", try after(other, [0, 1, 2]).chain))
      found.append(("ann/2r", try recovered(longer.chain)))
      return found
    }

    private func after(_ account: TestAccount, _ numbers: [Int]) throws -> TestAccount {
      var next = account
      try next.change(to: numbers.map { devices[$0] })
      return next
    }

    private func recovered(_ chain: StatementChain) throws -> StatementChain {
      let device = devices[2]
      let record = try SignedStatement.next(
        after: chain.newest, issuedAt: TestAccount.t0, recoveryKey: chain.newest.recoveryKey,
        devices: [device.entry], signedBy: .recovery(recovery),
        possession: [device.possession(after: chain.newest)])
      var next = chain
      guard case .appended = next.append(record) else {
        throw JSONValue.Mistake(description: "the recovery of \(name) was refused")
      }
      return next
    }
  }
}
