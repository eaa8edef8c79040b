import CollaborationDomain
import Crypto
import GroveIdentity
import GroveServing
import GroveWire
import NIOCore
import RecordDomain
import Synchronization

/// What the routes of assets share: records' rows, and the files beside them.
struct AssetCalls: Sendable {
  let calls: RecordCalls
  let files: KeptFiles<AssetFileID>
  private let hashes = UploadHashes()

  init(_ calls: RecordCalls, files: KeptFiles<AssetFileID>) {
    self.calls = calls
    self.files = files
  }

  func announce(_ asset: AssetID, in container: ContainerID, for caller: Caller) async throws
    -> AssetUpload
  {
    let file = AssetFileID(unchecked: calls.core.random(AssetFileID.byteCount))
    let quota = calls.core.configuration.recordQuota
    let upload = try await calls.change(by: caller) {
      try AssetRules.announce(
        asset, in: container, file: file, quota: quota, for: $0, reading: $1)
    }
    let received = upload.isComplete ? 0 : try await files.unfinishedSize(upload.file)
    return AssetUpload(upload, received: UInt64(received))
  }

  /// Takes the next bytes as they arrive, and with the last ones compares the hash.
  func take(
    _ bytes: IncomingBytes, of hash: AssetHash, at offset: UInt64, in container: ContainerID,
    for caller: Caller
  ) async throws -> AssetUpload {
    let upload = try await calls.look(by: caller) {
      try AssetRules.upload(hash, in: container, for: $0, reading: $1)
    }
    if upload.isComplete { return AssetUpload(upload, received: 0) }
    guard offset <= upload.size, let offset = Int(exactly: offset) else {
      throw Problem(.uploadOffset)
    }
    guard offset + (bytes.declaredLength ?? 0) <= upload.size else { throw Problem(.tooLarge) }
    guard try await files.unfinishedSize(upload.file) == offset else {
      throw Problem(.uploadOffset)
    }
    let received = try await write(bytes, of: upload, at: offset)
    guard UInt64(received) == upload.size else {
      return AssetUpload(upload, received: UInt64(received))
    }
    return AssetUpload(try await complete(upload, for: caller), received: 0)
  }

  private func write(_ bytes: IncomingBytes, of upload: AssetUploadRecord, at offset: Int)
    async throws -> Int
  {
    try await files.take(bytes, into: upload.file, at: offset, upTo: Int(upload.size)) {
      hashes.add($0, to: upload.file, at: $1)
    }
  }

  /// The bytes first, durable under their name, then the row.
  private func complete(_ upload: AssetUploadRecord, for caller: Caller) async throws
    -> AssetUploadRecord
  {
    guard try await hash(of: upload) == upload.key.hash.bytes else {
      await files.remove(upload.file)
      throw Problem(.assetDiffers)
    }
    try await files.finishUnfinished(upload.file)
    do {
      let completed = try await calls.change(by: caller) {
        try AssetRules.complete(upload, for: $0, reading: $1)
      }
      if let surplus = completed.surplus { await files.remove(surplus) }
      return completed.upload
    } catch {
      // The row may be there: then it must have its bytes. Without it they go at the next start.
      if (error as? CollaborationStoreError) != .outcomeUnknown {
        await files.remove(upload.file)
      }
      throw error
    }
  }

  /// Counted while the bytes came, unless they came in several lives of this process.
  private func hash(of upload: AssetUploadRecord) async throws -> [UInt8] {
    if let known = hashes.take(upload.file, of: Int(upload.size)) { return known }
    let file = try await files.openUnfinished(upload.file)
    var hash = SHA256()
    while case let piece = try await files.read(file, upload.file, upTo: 1 << 20), !piece.isEmpty {
      hash.update(data: piece)
    }
    return Array(hash.finalize())
  }
}

extension AssetUpload {
  init(_ upload: AssetUploadRecord, received: UInt64) {
    self.init(
      received: DecimalUInt64(upload.isComplete ? upload.size : received),
      isComplete: upload.isComplete, expiresAt: DecimalUInt64(upload.expiresAt))
  }
}

/// The hashes of uploads as far as they have come, so that their bytes are not read again at the end.
private final class UploadHashes: Sendable {
  /// Beyond these an upload is read again.
  private static let most = 256
  private let known = Mutex<[AssetFileID: (count: Int, hash: SHA256)]>([:])

  func add(_ bytes: [UInt8], to file: AssetFileID, at offset: Int) {
    let before = known.withLock { known in
      if known.count >= Self.most { known = [:] }
      return known.removeValue(forKey: file)
    }
    guard var (count, hash) = offset == 0 ? (0, SHA256()) : before, count == offset else { return }
    hash.update(data: bytes)
    count += bytes.count
    known.withLock { $0[file] = (count, hash) }
  }

  func take(_ file: AssetFileID, of count: Int) -> [UInt8]? {
    let found = known.withLock { $0.removeValue(forKey: file) }
    guard let found, found.count == count else { return nil }
    return Array(found.hash.finalize())
  }
}
