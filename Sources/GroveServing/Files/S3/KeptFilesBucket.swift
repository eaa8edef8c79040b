import Crypto
import Foundation
import GroveIdentity
import GroveWire
import NIOCore

/// One kind of kept files in a bucket: each an object under the kind and the file's name, as in a folder.
struct KeptFilesBucket: Sendable {
  private let bucket: S3Bucket
  /// `relay.attachments/`.
  private let prefix: String
  private let disk: DiskWatch?

  init(_ bucket: S3Bucket, folder: String, disk: DiskWatch?) {
    self.bucket = bucket
    self.disk = disk
    prefix = folder + "/"
  }

  private func name(_ id: [UInt8]) -> String { prefix + Base64URL.encode(id) }

  /// Whoever watches the disk hears what the storage refuses: files are no better off than on a full one.
  private func noting<Value>(_ call: () async throws -> Value) async throws -> Value {
    do {
      return try await call()
    } catch let failure as S3Bucket.Failure {
      disk?.note(
        DiskFault(kind: .objectStorage, path: "\(bucket.address.text) \(failure.description)"))
      throw Problem(.unavailable, retryAfter: 1)
    }
  }

  func put(
    _ id: [UInt8], size: Int, hash: String, pieces: () -> KeptFilePieces
  ) async throws {
    try await noting {
      try await bucket.put(name(id), size: size, hash: hash, pieces: pieces)
    }
  }

  func size(_ id: [UInt8]) async throws -> Int? {
    try await noting { try await bucket.size(name(id)) }
  }

  func remove(_ id: [UInt8]) async throws {
    try await noting { try await bucket.remove(name(id)) }
  }

  /// - Throws: `unavailable` where there is no such file, as a folder does.
  func open(_ id: [UInt8], from position: Int) async throws -> S3Object {
    guard let size = try await size(id) else { throw Problem(.unavailable, retryAfter: 1) }
    return S3Object(from: position, size: size) { position in
      try await noting { try await bucket.stream(name(id), from: position) }
    }
  }

  /// One byte, put and removed again.
  func probe() async throws {
    let byte: [UInt8] = [0]
    try await noting {
      try await bucket.put(prefix + "probe", size: 1, hash: S3Signature.hash(byte)) {
        KeptFilePieces(size: 1) { _ in byte }
      }
      try await bucket.remove(prefix + "probe")
    }
  }
}

/// A file's bytes from its beginning, read while the last ones are on their way.
struct KeptFilePieces: AsyncSequence, Sendable {
  let size: Int
  /// The next bytes behind so many; fewer than asked for only at the end.
  let read: @Sendable (_ position: Int) async throws -> [UInt8]

  struct AsyncIterator: AsyncIteratorProtocol {
    let pieces: KeptFilePieces
    var position = 0

    mutating func next() async throws -> ByteBuffer? {
      guard position < pieces.size else { return nil }
      let bytes = try await pieces.read(position)
      guard !bytes.isEmpty else { throw Problem(.unavailable, retryAfter: 1) }
      position += bytes.count
      return ByteBuffer(bytes: bytes)
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: self) }
}

extension KeptFiles {
  /// What was begun becomes an object, and goes from the folder when the storage has it.
  func moveDraft(_ id: ID, to bucket: KeptFilesBucket) async throws {
    let place = draft(id)
    let (size, hash) = try await run(id) { try self.measure(place) }
    try await bucket.put(id.bytes, size: size, hash: hash) {
      KeptFilePieces(size: size) { position in
        try await self.run(id) {
          try KeptFile(reading: place, from: position, disk: self.disk).read(upTo: 256 << 10)
        }
      }
    }
    try await run(id) { _ = unlink(place.path) }
  }

  /// How many bytes a file has, and their SHA-256.
  private func measure(_ place: URL) throws -> (size: Int, hash: String) {
    let file = try KeptFile(reading: place, from: 0, disk: disk)
    var (size, hash) = (0, SHA256())
    while case let piece = try file.read(upTo: 1 << 20), !piece.isEmpty {
      hash.update(data: piece)
      size += piece.count
    }
    return (size, S3Signature.hexadecimal(Array(hash.finalize())))
  }
}
