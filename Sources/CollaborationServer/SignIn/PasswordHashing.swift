import CollaborationDomain
import Crypto
import CryptoExtras
import GroveIdentity
import GroveServing

/// scrypt (RFC 7914) on threads of its own: it takes a tenth of a second and 32 MiB, which neither an
/// event loop nor the cooperative threads may be held for. Half of the processors at most work for
/// strangers, and one for those who are known here, whom a flood of strangers so does not keep waiting.
final class PasswordHashing: Sendable {
  /// Who asks for the work.
  enum Asker: Sendable {
    /// By address, as limits count them.
    case stranger(String)
    /// Somebody signed in, or on a known device.
    case known(AccountLabel)
  }

  private static let blockSize = 8
  private let cost: Int
  private let strangers: FairThreadPool
  private let known: FairThreadPool
  /// What an unknown account's password is compared with, so that it takes as long.
  private let nobody: PasswordRecord

  /// - Parameters:
  ///   - random: 48 random bytes.
  ///   - waiting: how many wait in each lane at most.
  ///   - cost: of what is kept from now on; with what was kept its own is.
  init(random: [UInt8], waiting: Int, cost: Int) {
    self.cost = cost
    strangers = FairThreadPool(
      "grove.scrypt.strangers", width: max(1, FairThreadPool.processors / 2), limit: waiting)
    known = FairThreadPool("grove.scrypt.known", width: 1, limit: waiting)
    nobody = Self.record(
      salt: Array(random.prefix(16)), cost: cost, hash: Array(random.dropFirst(16)))
  }

  /// - Parameter salt: 16 fresh random bytes.
  /// - Throws: `unavailable` when too many wait.
  func hash(_ password: String, salt: [UInt8], for asker: Asker) async throws -> PasswordRecord {
    let empty = Self.record(salt: salt, cost: cost, hash: [])
    let hash = try await derive(password, empty, asker)
    return Self.record(salt: salt, cost: cost, hash: hash)
  }

  /// Whether the password is the one that was kept. Nil, for an account that is unknown or has no
  /// password, takes the same time and is false.
  /// - Throws: `unavailable` when too many wait.
  func matches(_ password: String, _ kept: PasswordRecord?, for asker: Asker) async throws
    -> Bool
  {
    let record = kept ?? nobody
    let derived = try await derive(password, record, asker)
    return ConstantTime.equal(derived, record.hash) && kept != nil
  }

  private static func record(salt: [UInt8], cost: Int, hash: [UInt8]) -> PasswordRecord {
    PasswordRecord(
      salt: salt, cost: UInt32(cost), blockSize: UInt32(blockSize), parallelism: 1, hash: hash)
  }

  private func derive(_ password: String, _ record: PasswordRecord, _ asker: Asker) async throws
    -> [UInt8]
  {
    switch asker {
    case .stranger(let address):
      try await strangers.run(for: address) { try Self.scrypt(password, record) }
    case .known(let account):
      try await known.run(for: account.text) { try Self.scrypt(password, record) }
    }
  }

  private static func scrypt(_ password: String, _ record: PasswordRecord) throws -> [UInt8] {
    let key = try KDF.Scrypt.deriveKey(
      from: Array(password.utf8), salt: record.salt, outputByteCount: 32,
      rounds: Int(record.cost), blockSize: Int(record.blockSize),
      parallelism: Int(record.parallelism))
    return key.withUnsafeBytes { Array($0) }
  }
}
