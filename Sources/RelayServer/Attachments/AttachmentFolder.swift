import Dispatch
import Foundation
import GroveIdentity
import GroveServing
import RelayDomain

/// Sealed files beside the database, each under its random name.
///
/// A file is written under another name, made durable, renamed, and only then entered in the
/// database: a row always has its bytes. What a crash leaves behind has no row and is removed at the
/// next start. Nothing here runs on an event loop.
final class AttachmentFolder: Sendable {
  private let folder: URL
  private let queues: [DispatchQueue]
  private let disk: DiskWatch?
  /// Names that were there when the folder was opened, to be compared with the rows.
  let found: [AttachmentID]

  /// - Throws: where the folder cannot be made or read.
  init(path: String, disk: DiskWatch? = nil) throws {
    self.disk = disk
    folder = URL(fileURLWithPath: path, isDirectory: true)
    queues = (0..<4).map { DispatchQueue(label: "grove.relay.attachments.\($0)") }
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var found: [AttachmentID] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      if name.hasPrefix(Self.unfinished) {
        try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
      } else if let id = try? AttachmentID(Base64URL.decode(name)) {
        found.append(id)
      }
    }
    self.found = found
    disk?.add { [self] in try await probe() }
  }

  private static let unfinished = "unfinished-"

  private func location(_ id: AttachmentID) -> URL {
    folder.appendingPathComponent(id.base64url)
  }

  /// Runs blocking work for one file, in order for that file, on a thread of the folder's own.
  private func run<Value: Sendable>(
    _ id: AttachmentID, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let queue = queues[Int(id.bytes[0]) % queues.count]
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try work() }) }
    }
  }

  /// Begins a file that is not there yet for anybody.
  func create(_ id: AttachmentID) async throws -> AttachmentFile {
    let place = folder.appendingPathComponent(Self.unfinished + id.base64url)
    return try await run(id) { try AttachmentFile(creating: place, disk: self.disk) }
  }

  func write(_ bytes: [UInt8], to file: AttachmentFile, _ id: AttachmentID) async throws {
    try await run(id) { try file.write(bytes) }
  }

  /// Makes the file durable under its name.
  func finish(_ file: AttachmentFile, _ id: AttachmentID) async throws {
    let (place, folder) = (location(id), folder)
    try await run(id) { try file.finish(as: place, in: folder) }
  }

  /// Removes what was begun.
  func abandon(_ file: AttachmentFile, _ id: AttachmentID) async {
    try? await run(id) { file.abandon() }
  }

  func open(_ id: AttachmentID) async throws -> AttachmentFile {
    let place = location(id)
    return try await run(id) { try AttachmentFile(reading: place, disk: self.disk) }
  }

  /// The next bytes; empty at the end.
  func read(_ file: AttachmentFile, _ id: AttachmentID, upTo count: Int) async throws -> [UInt8] {
    try await run(id) { try file.read(upTo: count) }
  }

  /// One byte under an unfinished name, made durable, and removed again.
  private func probe() async throws {
    let id = AttachmentID(unchecked: [UInt8](repeating: 0, count: AttachmentID.byteCount))
    let place = folder.appendingPathComponent(Self.unfinished + "probe")
    try await run(id) { [folder, disk] in
      unlink(place.path)
      let file = try AttachmentFile(creating: place, disk: disk)
      defer { file.abandon() }
      try file.write([0])
      try file.finish(as: place, in: folder)
    }
  }

  func remove(_ id: AttachmentID) async {
    let place = location(id)
    try? await run(id) { try FileManager.default.removeItem(at: place) }
  }
}
