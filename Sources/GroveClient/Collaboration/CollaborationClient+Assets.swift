import GroveIdentity
public import GroveWire

/// Where the bytes of an upload come from: read again from anywhere, since a broken upload goes on in the middle.
public struct AssetSource: Sendable {
  public var asset: RecordAssetValue
  /// So many bytes from a place on; fewer only at the end.
  public var read: @Sendable (UInt64, Int) async throws -> [UInt8]

  public init(
    _ asset: RecordAssetValue, read: @escaping @Sendable (UInt64, Int) async throws -> [UInt8]
  ) {
    self.asset = asset
    self.read = read
  }
}

/// How many bytes of how many have been sent or fetched.
public typealias AssetProgress = @Sendable (UInt64, UInt64) async -> Void

/// Assets: files that records name (decision 0029). They are sent before the record that names them is saved, and read
/// through it.
extension CollaborationClient {
  /// Bytes of one request. Larger ones are not faster, and more is sent again where a connection breaks.
  private static let pieceBytes = 8 << 20

  /// Begins an upload, or asks where it stands. Refused with `limit_exceeded`, `quota_exceeded`.
  public func announceAsset(_ asset: RecordAssetValue, in container: String)
    async throws(ClientError) -> AssetUpload
  {
    try await caller.call(
      CollaborationRoutes.announceAsset,
      .json(AnnounceAsset(sha256: asset.sha256, size: asset.size)), path: [container])
  }

  /// The next bytes of an upload. Refused with `asset_missing` where it was not announced, `upload_offset`,
  /// `asset_differs`.
  public func sendAsset(
    _ bytes: [UInt8], at offset: UInt64, of asset: RecordAssetValue, in container: String
  ) async throws(ClientError) -> AssetUpload {
    try await caller.call(
      CollaborationRoutes.sendAsset, .raw(bytes),
      path: [container, Base64URL.encode(asset.sha256.bytes)],
      query: [("offset", String(offset))])
  }

  /// Uploads a file, from where an earlier upload of it stopped. Records may name what is returned.
  public func uploadAsset(
    file path: String, in container: String, progress: AssetProgress? = nil
  ) async throws(ClientError) -> RecordAssetValue {
    let file = AssetFile(path: path)
    let asset: RecordAssetValue
    do {
      let (hash, size) = try await file.name()
      asset = RecordAssetValue(sha256: Base64URLBytes(hash), size: DecimalUInt64(size))
    } catch {
      throw error as? ClientError ?? .cancelled
    }
    let source = AssetSource(asset) { try await file.read(at: $0, count: $1) }
    try await uploadAsset(source, in: container, progress: progress)
    return asset
  }

  /// Uploads what a source reads. Where the connection breaks it goes on by itself, and gives up after five tries in a
  /// row that brought nothing.
  public func uploadAsset(
    _ source: AssetSource, in container: String, progress: AssetProgress? = nil
  ) async throws(ClientError) {
    let asset = source.asset
    var patience = AssetPatience(pause: caller.pause)
    while true {
      do {
        var upload = try await announceAsset(asset, in: container)
        while !upload.isComplete {
          await progress?(upload.received.value, asset.size.value)
          let bytes = try await piece(of: source, at: upload.received.value)
          upload = try await sendAsset(
            bytes, at: upload.received.value, of: asset, in: container)
          patience.renew()
        }
        await progress?(asset.size.value, asset.size.value)
        return
      } catch {
        guard error.isTemporary || error.problemCode == .uploadOffset else { throw error }
        try await patience.wait(error)
      }
    }
  }

  private func piece(of source: AssetSource, at offset: UInt64) async throws(ClientError)
    -> [UInt8]
  {
    let rest = source.asset.size.value - min(offset, source.asset.size.value)
    let count = Int(min(rest, UInt64(Self.pieceBytes)))
    let bytes: [UInt8]
    do {
      bytes = try await source.read(offset, count)
    } catch {
      throw error as? ClientError ?? .badAnswer("the file cannot be read or written")
    }
    guard bytes.count == count else { throw .badAnswer("the file is not what was announced") }
    return bytes
  }
}

/// How long is waited before something is tried again, and how often.
struct AssetPatience {
  let pause: @Sendable (Int) async throws -> Void
  private var failures = 0

  init(pause: @escaping @Sendable (Int) async throws -> Void) { self.pause = pause }

  /// Something came through.
  mutating func renew() { failures = 0 }

  /// - Throws: the error itself where it is enough.
  mutating func wait(_ error: ClientError) async throws(ClientError) {
    failures += 1
    guard failures < 5 else { throw error }
    var seconds = 1 << (failures - 1)
    if case .problem(let problem) = error { seconds = max(seconds, problem.retryAfter ?? 0) }
    do { try await pause(seconds) } catch { throw .cancelled }
  }
}
