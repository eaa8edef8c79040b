import CollaborationDomain
import Crypto
import CryptoExtras
import Dispatch
import GroveIdentity
import GroveServing
import GroveWire
import Synchronization

/// scrypt (RFC 7914) on threads of its own, two at a time: it takes a tenth of a second and 32 MiB,
/// which neither an event loop nor the cooperative threads may be held for.
final class PasswordHashing: Sendable {
  static let cost = 1 << 15
  private static let blockSize = 8
  private static let lanes = 2
  /// More than can be answered in about ten seconds wait for nothing.
  private static let maximumWaiting = 128

  private let queues = (0..<lanes).map { DispatchQueue(label: "grove.scrypt.\($0)") }
  private let state = Mutex((waiting: 0, turn: 0))
  /// What an unknown account's password is compared with, so that it takes as long.
  private let nobody: PasswordRecord

  /// - Parameter random: 48 random bytes.
  init(random: [UInt8]) {
    nobody = Self.record(salt: Array(random.prefix(16)), hash: Array(random.dropFirst(16)))
  }

  /// - Parameter salt: 16 fresh random bytes.
  /// - Throws: `unavailable` when too many wait.
  func hash(_ password: String, salt: [UInt8]) async throws -> PasswordRecord {
    let empty = Self.record(salt: salt, hash: [])
    let hash = try await derive(password, empty)
    return Self.record(salt: salt, hash: hash)
  }

  /// Whether the password is the one that was kept. Nil, for an account that is unknown or has no
  /// password, takes the same time and is false.
  /// - Throws: `unavailable` when too many wait.
  func matches(_ password: String, _ kept: PasswordRecord?) async throws -> Bool {
    let record = kept ?? nobody
    let derived = try await derive(password, record)
    return ConstantTime.equal(derived, record.hash) && kept != nil
  }

  private static func record(salt: [UInt8], hash: [UInt8]) -> PasswordRecord {
    PasswordRecord(
      salt: salt, cost: UInt32(cost), blockSize: UInt32(blockSize), parallelism: 1, hash: hash)
  }

  private func derive(_ password: String, _ record: PasswordRecord) async throws -> [UInt8] {
    let turn: Int? = state.withLock { state in
      guard state.waiting < Self.maximumWaiting else { return nil }
      state.waiting += 1
      state.turn = (state.turn + 1) % Self.lanes
      return state.turn
    }
    guard let turn else { throw Problem(.unavailable, retryAfter: 5) }
    defer { state.withLock { $0.waiting -= 1 } }
    return try await withCheckedThrowingContinuation { continuation in
      queues[turn].async {
        continuation.resume(with: Result { try Self.scrypt(password, record) })
      }
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
