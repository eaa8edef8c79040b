import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

@Suite struct AccountStatementTests {
  let devices: [TestDevice]
  let statement: AccountStatement

  init() throws {
    devices = try ["a", "b", "c"].map { try TestDevice($0) }.sorted { $0.id < $1.id }
    statement = try AccountStatement(
      accountID: AccountID(unchecked: [UInt8](1...32)), seq: 3,
      prevHash: StatementHash(unchecked: [UInt8](2...33)), issuedAt: 4, recoveryKey: nil,
      devices: devices.map(\.entry))
  }

  /// Where the entries begin in a body without recovery key.
  private let entries = 1 + 32 + 8 + 32 + 8 + 1 + 2

  private func refusal(_ body: [UInt8]) -> StatementRefusal? {
    do {
      _ = try AccountStatement(encoded: body)
      return nil
    } catch {
      return error
    }
  }

  private func statement(_ entries: [DeviceEntry], recovery: PublicKey? = nil) throws
    -> AccountStatement
  {
    try AccountStatement(
      accountID: .zero, seq: 0, prevHash: .zero, issuedAt: 0, recoveryKey: recovery,
      devices: entries)
  }

  @Test func `reordered entries are refused`() {
    let ascending = devices.map(\.entry.encoded)
    let head = Array(statement.encoded[..<entries])
    #expect(refusal(head + ascending.flatMap { $0 }) == nil)
    let reordered = [ascending[1], ascending[0], ascending[2]]
    #expect(refusal(head + reordered.flatMap { $0 }) == .devicesOutOfOrder)
    let doubled = [ascending[0], ascending[0], ascending[2]]
    #expect(refusal(head + doubled.flatMap { $0 }) == .devicesOutOfOrder)
  }

  @Test func `a deviceID that is not its key's is refused`() {
    var body = statement.encoded
    body[entries + 15] ^= 1
    #expect(refusal(body) == .deviceIDMismatch)
  }

  @Test func `no key is used twice, for whatever purpose`() throws {
    let a = devices[0]
    let sharedBase = DeviceEntry(
      flags: [], identityKey: devices[1].identityKey.publicKey, baseKey: a.baseKey.publicKey)
    #expect(throws: StatementRefusal.duplicateKey) { try statement([a.entry, sharedBase]) }
    let own = DeviceEntry(
      flags: .mayChangeDeviceList, identityKey: a.identityKey.publicKey,
      baseKey: a.identityKey.publicKey)
    #expect(throws: StatementRefusal.duplicateKey) { try statement([own]) }
    #expect(throws: StatementRefusal.duplicateKey) {
      try statement([a.entry], recovery: a.baseKey.publicKey)
    }
    #expect(throws: StatementRefusal.devicesOutOfOrder) { try statement([a.entry, a.entry]) }
  }

  @Test func `a list that nobody could ever change is refused`() throws {
    let onlooker = try TestDevice("onlooker", flags: .takesPartInCollaborations)
    #expect(throws: StatementRefusal.nobodyMayChange) { try statement([onlooker.entry]) }
    _ = try statement([onlooker.entry], recovery: devices[0].identityKey.publicKey)
  }

  @Test func `there are 1 to 32 devices`() throws {
    let many = try (1...33).map { try TestDevice("d\($0)").entry }
    #expect(try statement(Array(many.prefix(32))).devices.count == 32)
    #expect(throws: StatementRefusal.deviceCount) { try statement(many) }
    #expect(throws: StatementRefusal.deviceCount) { try statement([]) }
    var body = statement.encoded[..<entries]
    body[entries - 1] = 0
    #expect(refusal(Array(body)) == .deviceCount)
  }

  @Test func `another version, recovery mark, flag bit or length is malformed`() {
    for (index, value): (Int, UInt8) in [(0, 2), (81, 2), (entries + 16, 4), (entries + 17, 2)] {
      var body = statement.encoded
      body[index] = value
      #expect(refusal(body) == .malformed, "byte \(index)")
    }
    #expect(refusal(statement.encoded + [0]) == .malformed)
    #expect(refusal(statement.encoded.dropLast()) == .malformed)
  }
}
