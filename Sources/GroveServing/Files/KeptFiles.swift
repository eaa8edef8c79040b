import Dispatch
import Foundation
package import GroveIdentity
import GroveWire

/// Files beside a database, each under its random name: in a folder, or in a bucket once they are whole.
///
/// A file is written under another name, made durable, renamed, and only then entered in the
/// database: a row always has its bytes. What a crash leaves behind has no row and is removed at the
/// next start. Nothing here runs on an event loop.
package final class KeptFiles<ID: FixedBytes>: Sendable {
  private let folder: URL
  private let queues: [DispatchQueue]
  let disk: DiskWatch?
  /// Other processes keep files there, too.
  private let isShared: Bool
  /// Where whole files are kept instead of in the folder.
  let bucket: KeptFilesBucket?
  /// Names that were there when the folder was opened, to be compared with the rows.
  package let found: [ID]

  /// - Parameters:
  ///   - keepsUnfinished: whether what was begun may go on after a restart.
  ///   - label: names what is kept: `relay.attachments`. In a bucket it is the folder, so another name finds no file.
  ///   - isShared: other processes keep files there, too: then nothing is taken for left behind.
  ///   - bucket: keeps whole files; the folder then has what was begun.
  /// - Throws: where the folder cannot be made or read.
  package init(
    path: String, label: String, keepsUnfinished: Bool = false, isShared: Bool = false,
    bucket: S3Bucket? = nil, disk: DiskWatch? = nil
  ) throws {
    self.disk = disk
    self.isShared = isShared
    self.bucket = bucket.map { KeptFilesBucket($0, folder: label, disk: disk) }
    folder = URL(fileURLWithPath: path, isDirectory: true)
    queues = (0..<4).map { DispatchQueue(label: "grove.\(label).\($0)") }
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var found: Set<ID> = []
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    for name in isShared ? [] : names {
      let isUnfinished = name.hasPrefix(KeptFileNames.unfinished)
      let text = isUnfinished ? String(name.dropFirst(KeptFileNames.unfinished.count)) : name
      let id = try? ID(Base64URL.decode(text))
      if isUnfinished, !keepsUnfinished || id == nil {
        try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
      } else if let id {
        found.insert(id)
      }
    }
    self.found = Array(found)
    disk?.add { [self] in try await probe() }
    if let bucket = self.bucket { disk?.add { try await bucket.probe() } }
  }

  private func location(_ id: ID) -> URL {
    folder.appendingPathComponent(Base64URL.encode(id.bytes))
  }

  func draft(_ id: ID) -> URL {
    folder.appendingPathComponent(KeptFileNames.unfinished + Base64URL.encode(id.bytes))
  }

  /// Begins blocking work for one file, in order for that file, on a thread of the folder's own.
  package func begin<Value: Sendable>(
    _ id: ID, _ work: @escaping @Sendable () throws -> Value
  ) -> FileWork<Value> {
    let begun = FileWork<Value>()
    queues[Int(id.bytes[0]) % queues.count].async { begun.end(Result { try work() }) }
    return begun
  }

  /// The same, and waits for it.
  package func run<Value: Sendable>(
    _ id: ID, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await begin(id, work).value
  }

  /// Begins a file that is not there yet for anybody.
  package func create(_ id: ID) async throws -> KeptFile {
    let place = draft(id)
    return try await run(id) { try KeptFile(writing: place, isNew: true, disk: self.disk) }
  }

  package func write(_ bytes: [UInt8], to file: KeptFile, _ id: ID) async throws {
    try await run(id) { try file.write(bytes) }
  }

  /// How many bytes there are of a file that was begun; 0 where none was.
  package func unfinishedSize(_ id: ID) async throws -> Int {
    let place = draft(id)
    return try await run(id) { try self.size(of: place) ?? 0 }
  }

  /// The same, and of one that is whole: so it is found where the process ended before its row was written.
  package func heldSize(_ id: ID) async throws -> Int {
    let (draft, place) = (draft(id), location(id))
    let held = try await run(id) { try self.size(of: place) ?? self.size(of: draft) }
    if let held { return held }
    // Where a piece is missing still, the storage need not be asked.
    return try await bucket?.size(id.bytes) ?? 0
  }

  /// Nil where there is no file.
  private func size(of place: URL) throws -> Int? {
    guard FileManager.default.fileExists(atPath: place.path) else { return nil }
    return try KeptFile(reading: place, from: 0, disk: disk).size()
  }

  /// Writes behind the bytes of a file that was begun, or begins it.
  /// - Parameter isWanted: asked when it is this writer's turn at the file.
  /// - Returns: false where not so many bytes are there as the writer thinks; nothing is written then.
  func append(
    _ bytes: [UInt8], to id: ID, at offset: Int, where isWanted: @escaping @Sendable () -> Bool
  ) -> FileWork<Bool> {
    let place = draft(id)
    return begin(id) {
      try self.alone {
        // One that is whole by now, or gone, is not begun again by who comes late.
        guard isWanted(), try self.size(of: place) ?? 0 == offset else { return false }
        let file = try KeptFile(writing: place, isNew: false, disk: self.disk)
        try file.write(bytes)
        return true
      }
    }
  }

  /// Where other processes keep files there, too, none of them looks at a file's size and writes behind it meanwhile: else
  /// the same piece, sent again to another node, could stand in the file twice.
  private func alone<Value>(_ work: () throws -> Value) throws -> Value {
    guard isShared else { return try work() }
    let descriptor = Foundation.open(folder.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Problem(.unavailable, retryAfter: 1) }
    defer { Foundation.close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw Problem(.unavailable, retryAfter: 1) }
    }
    return try work()
  }

  /// The next bytes of a file that was begun.
  package func openUnfinished(_ id: ID) async throws -> KeptReading {
    let place = draft(id)
    return try await run(id) {
      KeptReading(source: .file(try KeptFile(reading: place, from: 0, disk: self.disk)))
    }
  }

  /// Makes the file durable under its name.
  package func finish(_ file: KeptFile, _ id: ID) async throws {
    if let bucket { return try await moveDraft(id, to: bucket) }
    let (place, folder) = (location(id), folder)
    try await run(id) { try file.finish(as: place, in: folder) }
  }

  /// The same for one that was begun earlier.
  /// - Parameter unlessWhole: nothing is done where it is durable under its name already.
  package func finishUnfinished(_ id: ID, unlessWhole: Bool = false) async throws {
    if let bucket {
      if unlessWhole, try await bucket.size(id.bytes) != nil { return }
      return try await moveDraft(id, to: bucket)
    }
    let (draft, place, folder) = (draft(id), location(id), folder)
    try await run(id) {
      if unlessWhole, FileManager.default.fileExists(atPath: place.path) { return }
      let file = try KeptFile(reading: draft, from: 0, disk: self.disk)
      try file.finish(as: place, in: folder)
    }
  }

  /// Removes what was begun.
  package func abandon(_ file: KeptFile, _ id: ID) async {
    try? await run(id) { file.abandon() }
  }

  package func open(_ id: ID, from position: Int = 0) async throws -> KeptReading {
    if let bucket {
      return KeptReading(source: .object(try await bucket.open(id.bytes, from: position)))
    }
    let place = location(id)
    return try await run(id) {
      KeptReading(source: .file(try KeptFile(reading: place, from: position, disk: self.disk)))
    }
  }

  /// The next bytes; empty at the end.
  package func read(_ reading: KeptReading, _ id: ID, upTo count: Int) async throws -> [UInt8] {
    switch reading.source {
    case .file(let file): try await run(id) { try file.read(upTo: count) }
    case .object(let object): try await object.read(upTo: count)
    }
  }

  /// One byte under an unfinished name, made durable, and removed again.
  private func probe() async throws {
    let id = ID(unchecked: [UInt8](repeating: 0, count: ID.byteCount))
    let place = folder.appendingPathComponent(KeptFileNames.unfinished + "probe")
    try await run(id) { [folder, disk] in
      unlink(place.path)
      let file = try KeptFile(writing: place, isNew: true, disk: disk)
      defer { file.abandon() }
      try file.write([0])
      try file.finish(as: place, in: folder)
    }
  }

  /// What was begun under the name goes too.
  package func remove(_ id: ID) async {
    try? await bucket?.remove(id.bytes)
    let places = [location(id), draft(id)]
    try? await run(id) { for place in places { unlink(place.path) } }
  }
}

/// A file that is being read, from one place on.
package struct KeptReading: Sendable {
  enum Source {
    case file(KeptFile)
    case object(S3Object)
  }

  let source: Source
}

/// How files are called that are no whole ones yet.
package enum KeptFileNames {
  package static let unfinished = "unfinished-"
}
