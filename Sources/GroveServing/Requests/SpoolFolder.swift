import Dispatch
import Foundation
import GroveWire

/// Where large bodies wait until they are complete. Nothing here is meant to last: files are not made
/// durable, and what a crash leaves behind is removed at the next start.
final class SpoolFolder: Sendable {
  private let path: String
  private let isTemporary: Bool
  private let queues = (0..<2).map { DispatchQueue(label: "grove.serving.bodies.\($0)") }

  init(path: String?) {
    isTemporary = path == nil
    self.path = path ?? NSTemporaryDirectory() + "/grove-bodies-" + UUID().uuidString
    if path != nil { try? FileManager.default.removeItem(atPath: self.path) }
  }

  deinit {
    if isTemporary { try? FileManager.default.removeItem(atPath: path) }
  }

  /// - Throws: `unavailable` where no file can be made.
  func make() async throws(Problem) -> SpoolFile {
    let name = UInt64.random(in: 0 ... .max)
    let file = SpoolFile(
      path: path + "/" + String(name, radix: 16), queue: queues[Int(name % 2)])
    try await file.create(in: path)
    return file
  }
}

/// One body on disk, removed when it is released. It is open only while a piece is written or read: a
/// thousand bodies under way must not take a thousand descriptors.
final class SpoolFile: Sendable {
  private let path: String
  private let queue: DispatchQueue

  init(path: String, queue: DispatchQueue) {
    self.path = path
    self.queue = queue
  }

  deinit { queue.async { [path] in unlink(path) } }

  fileprivate func create(in folder: String) async throws(Problem) {
    try await run { [path] in
      mkdir(folder, 0o700)
      return try Self.withDescriptor(path, O_CREAT | O_EXCL | O_WRONLY) { _ in }
    }
  }

  /// - Throws: `unavailable`, as where the disk is full.
  func write(_ bytes: [UInt8]) async throws(Problem) {
    try await run { [path] in
      try Self.withDescriptor(path, O_WRONLY | O_APPEND) { descriptor in
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes {
            Foundation.write(descriptor, $0.baseAddress, $0.count)
          }
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { throw Self.unavailable }
          rest = rest.dropFirst(count)
        }
      }
    }
  }

  /// All of it.
  func read(_ count: Int) async throws(Problem) -> [UInt8] {
    try await run { [path] in
      try Self.withDescriptor(path, O_RDONLY) { descriptor in
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
          while filled < count {
            let got = Foundation.read(
              descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw Self.unavailable }
            filled += got
          }
        }
      }
    }
  }

  private static let unavailable = Problem(.unavailable, retryAfter: 5)

  private static func withDescriptor<Value>(
    _ path: String, _ flags: Int32, _ body: (Int32) throws -> Value
  ) throws -> Value {
    let descriptor = open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw unavailable }
    defer { close(descriptor) }
    return try body(descriptor)
  }

  /// Runs blocking work on a thread of the folder's own.
  private func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws(Problem) -> Value {
    let result = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: Result { try work() })
      }
    }
    do {
      return try result.get()
    } catch {
      throw error as? Problem ?? Self.unavailable
    }
  }
}
