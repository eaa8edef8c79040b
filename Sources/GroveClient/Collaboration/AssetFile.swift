import Crypto
import Foundation
import GroveIdentity
import NIOPosix

/// A file on this machine that is read or written piece by piece, off the threads of tasks.
struct AssetFile: Sendable {
  let path: String

  /// What a file's bytes are called, and how many there are.
  /// - Throws: `ClientError.badAnswer` where it cannot be read.
  func name() async throws -> (hash: [UInt8], size: UInt64) {
    try await run {
      guard let file = FileHandle(forReadingAtPath: path) else { throw Self.unreadable }
      defer { try? file.close() }
      var (hash, size) = (SHA256(), UInt64(0))
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
        hash.update(data: piece)
        size += UInt64(piece.count)
      }
      return (Array(hash.finalize()), size)
    }
  }

  func read(at offset: UInt64, count: Int) async throws -> [UInt8] {
    try await run {
      guard let file = FileHandle(forReadingAtPath: path) else { throw Self.unreadable }
      defer { try? file.close() }
      try file.seek(toOffset: offset)
      return Array(try file.read(upToCount: count) ?? Data())
    }
  }

  /// How many bytes are there; 0 where there is no file.
  func size() async throws -> UInt64 {
    try await run {
      guard let file = FileHandle(forReadingAtPath: path) else { return 0 }
      defer { try? file.close() }
      return try file.seekToEnd()
    }
  }

  /// Writes behind what is there.
  func append(_ bytes: [UInt8]) async throws {
    try await run {
      let descriptor = open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw Self.unwritable }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try file.write(contentsOf: bytes)
      try file.close()
    }
  }

  func remove() async throws { try await run { _ = unlink(path) } }

  private func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws
    -> Value
  {
    do {
      return try await NIOThreadPool.singleton.runIfActive(work)
    } catch let error as ClientError {
      throw error
    } catch is CancellationError {
      throw ClientError.cancelled
    } catch {
      throw Self.unreadable
    }
  }

  private static let unreadable = ClientError.badAnswer("the file cannot be read or written")
  private static let unwritable = ClientError.badAnswer("the file cannot be written")
}
