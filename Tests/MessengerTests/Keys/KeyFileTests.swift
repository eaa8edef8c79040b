import Foundation
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Testing

@testable import Messenger

@Suite struct KeyFileTests {
  private let path = FileManager.default.temporaryDirectory.path + "/keys-" + UUID().uuidString

  @Test(arguments: [nil, "correct horse"])
  func `what is written is what is read`(passphrase: String?) throws {
    let keys = try Self.keys()
    try write(keys, passphrase)
    let (_, read) = try KeyFile.open(path, passphrase: passphrase)
    #expect(read.accountID == keys.accountID && read.deviceID == keys.deviceID)
    #expect(read.relay == keys.relay && read.handle == "alice" && read.lastKeyID == 3)
    #expect(read.baseKey.publicKey == keys.baseKey.publicKey)
    #expect(read.formerBaseKeys.map(\.publicKey) == keys.formerBaseKeys.map(\.publicKey))
    #expect(read.kemKeys.map(\.record) == keys.kemKeys.map(\.record))
    #expect(read.kemKeys.map(\.isPublished) == [false])
    #expect(read.storageKey == keys.storageKey)
  }

  @Test func `only its owner can read it, and so it stays when it is replaced`() throws {
    let keys = try Self.keys()
    let file = try write(keys, nil)
    #expect(try mode() == 0o600)
    chmod(path, 0o400)
    try file.write(keys, nonce: [UInt8](repeating: 0, count: 12))
    #expect(try mode() == 0o600)
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o666] as [mode_t])
  func `a file that others can touch is not opened`(mode: mode_t) throws {
    try write(try Self.keys(), nil)
    chmod(path, mode)
    #expect(throws: MessengerError(.keyFileExposed)) { try KeyFile.open(path, passphrase: nil) }
  }

  @Test func `a link in its place is not followed`() throws {
    try write(try Self.keys(), nil)
    symlink(path, path + ".link")
    #expect(throws: MessengerError(.folderUnusable)) {
      try KeyFile.open(path + ".link", passphrase: nil)
    }
  }

  @Test func `under a passphrase nothing of the keys is in the file, and only it opens`() throws {
    let keys = try Self.keys()
    try write(keys, "correct horse")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let scalar = Base64URL.encode(keys.identityKey.exportScalar().exportBytes())
    #expect(!text.contains(scalar) && !text.contains(keys.accountID.base64url))
    #expect(throws: MessengerError(.passphraseRequired)) { try KeyFile.open(path, passphrase: nil) }
    #expect(throws: MessengerError(.passphraseWrong)) {
      try KeyFile.open(path, passphrase: "correct house")
    }
    // Composed and decomposed letters are the same passphrase.
    try FileManager.default.removeItem(atPath: path)
    try write(keys, "caf\u{E9}")
    _ = try KeyFile.open(path, passphrase: "cafe\u{301}")
  }

  @Test func `a changed, cut or foreign file is refused and not guessed at`() throws {
    try write(try Self.keys(), "pass")
    let bytes = try #require(FileManager.default.contents(atPath: path))
    var flipped = bytes
    flipped[bytes.count - 20] ^= 1
    for damaged in [flipped, bytes.prefix(40), Data(), Data("{\"v\":2}".utf8), Data("[".utf8)] {
      try SecureFile.replace(path, with: Array(damaged))
      #expect(throws: MessengerError.self) { try KeyFile.open(path, passphrase: "pass") }
    }
    #expect(throws: MessengerError(.noDevice)) {
      try KeyFile.open(path + ".none", passphrase: nil)
    }
  }

  @Test func `a file cannot choose how much memory opening it takes`() throws {
    try write(try Self.keys(), "pass")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let greedy = text.replacing("\"n\":1024,", with: "\"n\":131072,")
    #expect(greedy != text)
    try SecureFile.replace(path, with: Array(greedy.utf8))
    #expect(throws: MessengerError(.keyFileMalformed)) {
      try KeyFile.open(path, passphrase: "pass")
    }
  }

  @Test func `a device is not written over`() throws {
    try write(try Self.keys(), nil)
    #expect(throws: MessengerError(.deviceExists)) { try write(try Self.keys(), nil) }
  }

  @Test func `keys, seals and key pairs print as nothing`() throws {
    let keys = try Self.keys()
    let seal = try KeyFileSeal(
      passphrase: "pass", salt: [UInt8](repeating: 1, count: 32), rounds: 1024)
    let pair = try #require(keys.kemKeys.first)
    var text = "\(keys) \(keys.stored) \(seal) \(pair) \(LocalSeal(keys.storageKey))"
    dump((keys, keys.stored, seal, pair), to: &text)
    text += String(reflecting: keys) + String(reflecting: pair)
    for secret in [
      keys.identityKey.exportScalar(), keys.baseKey.exportScalar(),
      pair.privateKey.exportScalar(), keys.storageKey,
    ] {
      let bytes = secret.exportBytes()
      #expect(!text.contains(Base64URL.encode(bytes)) && !text.contains(Hex.encode(bytes)))
      #expect(!text.contains("\(bytes[0]), \(bytes[1])"))
    }
  }

  @Test func `a locally sealed secret opens for its own purpose only`() throws {
    let seal = LocalSeal(SecretBytes([UInt8](repeating: 9, count: 32)))
    let sealed = try seal.seal([1, 2, 3], purpose: "one", nonce: [UInt8](repeating: 4, count: 12))
    #expect(try seal.open(sealed, purpose: "one").exportBytes() == [1, 2, 3])
    #expect(throws: (any Error).self) { try seal.open(sealed, purpose: "two") }
    #expect(throws: (any Error).self) { try seal.open(Array(sealed.dropLast()), purpose: "one") }
    #expect(throws: (any Error).self) { try seal.open([], purpose: "one") }
  }

  @discardableResult
  private func write(_ keys: DeviceKeys, _ passphrase: String?) throws -> KeyFile {
    let file = try KeyFile.create(
      path, passphrase: passphrase, salt: [UInt8](repeating: 7, count: 32), rounds: 1024)
    try file.write(keys, nonce: [UInt8](repeating: 5, count: 12))
    return file
  }

  private func mode() throws -> mode_t {
    var status = stat()
    guard stat(path, &status) == 0 else { throw POSIXError(.ENOENT) }
    return status.st_mode & 0o777
  }

  static func keys() throws -> DeviceKeys {
    let account = try TestAccount("alice")
    let device = account.devices[0]
    return DeviceKeys(
      relay: try Origin("https://relay.example"), accountID: account.id, handle: "alice",
      identityKey: device.identityKey, baseKey: device.baseKey,
      formerBaseKeys: [DiversificationBaseKey()],
      kemKeys: [
        try KEMKeyPair.make(
          keyID: 3, accountID: account.id, identityKey: device.identityKey, at: TestAccount.t0)
      ],
      lastKeyID: 3, storageKey: SecretBytes([UInt8](repeating: 8, count: 32)))
  }
}

@Suite struct KEMRotationTests {
  private let day: UInt64 = 24 * 3_600_000

  @Test func `a new key is made after a week and numbers are never used twice`() throws {
    let keys = try KeyFileTests.keys()
    let early = try keys.rotated(at: TestAccount.t0 + 6 * day, drainedAt: nil)
    #expect(early.map { _ in true } == nil)
    let week = try #require(try keys.rotated(at: TestAccount.t0 + 7 * day, drainedAt: nil))
    #expect(week.kemKeys.map(\.record.keyID) == [3, 4] && week.lastKeyID == 4)
    #expect(week.kemKeys.map(\.isPublished) == [false, false])
    #expect(week.openingKeys.keys.sorted() == [3, 4])
  }

  @Test func `an old key is kept for what is still on its way, then deleted`() throws {
    let keys = try KeyFileTests.keys()
    let after = TestAccount.t0 + 30 * day
    let kept = try #require(try keys.rotated(at: after, drainedAt: nil))
    #expect(kept.kemKeys.map(\.record.keyID) == [3, 4])
    let drained = try #require(try kept.rotated(at: after, drainedAt: after))
    #expect(drained.kemKeys.map(\.record.keyID) == [4])
    let late = try #require(try keys.rotated(at: after + 14 * day, drainedAt: nil))
    #expect(late.kemKeys.map(\.record.keyID) == [4] && late.lastKeyID == 4)
  }
}
