import GroveIdentity
public import GroveWire

/// An asset's bytes as they come.
public struct AssetDownload: Sendable {
  /// The SHA-256 of all of them, in base64url.
  public var sha256: String
  /// Of all of them.
  public var size: UInt64
  /// Where these begin.
  public var offset: UInt64
  /// Ends with `ClientError` where the connection breaks. Dropping the iterator closes it.
  public var pieces: any AsyncSequence<[UInt8], any Error> & Sendable
}

extension CollaborationClient {
  /// The bytes that a field of a record names, from a place on. Refused as reading the record is, and with
  /// `range_not_satisfiable` where there are no bytes from there on.
  /// - Parameter range: nil: all of them.
  public func asset(
    _ place: RecordAssetPlace, range: Range<UInt64>? = nil, in container: String
  ) async throws(ClientError) -> AssetDownload {
    var headers: [ClientHeader] = []
    if let range, !range.isEmpty {
      headers = [ClientHeader("Range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")]
    }
    let stream = try await caller.open(
      CollaborationRoutes.recordAsset, path: [container], query: place.query, headers: headers)
    let tag = stream.headers.value("ETag")?.filter { $0 != "\"" }
    let length = stream.headers.value("Content-Length").flatMap { UInt64($0) }
    guard let tag, let length else { throw .badAnswer("the answer does not name its bytes") }
    guard stream.status == 206 else {
      return AssetDownload(sha256: tag, size: length, offset: 0, pieces: stream.chunks)
    }
    // bytes first-last/all
    let parts = (stream.headers.value("Content-Range") ?? "").split { " -/".contains($0) }
    guard parts.count == 4, let first = UInt64(parts[1]), let size = UInt64(parts[3]) else {
      throw .badAnswer("the answer does not say which bytes it has")
    }
    return AssetDownload(sha256: tag, size: size, offset: first, pieces: stream.chunks)
  }

  /// Fetches an asset into a file, from where an earlier fetch of it stopped, and compares its hash. What is in the
  /// file while it is not complete is no more than a part of the asset.
  ///
  /// - Parameter asset: as the record says.
  public func downloadAsset(
    _ asset: RecordAssetValue, _ place: RecordAssetPlace, in container: String, to path: String,
    progress: AssetProgress? = nil
  ) async throws(ClientError) {
    let file = AssetFile(path: path)
    var patience = AssetPatience(pause: caller.pause)
    while true {
      do {
        let had = try await file.size()
        do {
          try await fetch(asset, place, in: container, to: file, progress)
          return try await verify(asset, file)
        } catch {
          if try await file.size() > had { patience.renew() }
          throw error
        }
      } catch {
        let error = error as? ClientError ?? .unreachable("the connection broke")
        guard error.isTemporary else { throw error }
        try await patience.wait(error)
      }
    }
  }

  private func fetch(
    _ asset: RecordAssetValue, _ place: RecordAssetPlace, in container: String, to file: AssetFile,
    _ progress: AssetProgress?
  ) async throws {
    let all = asset.size.value
    var count = try await file.size()
    if count > all {
      try await file.remove()
      count = 0
    }
    guard count < all || all == 0 else { return }
    let answer = try await self.asset(
      place, range: count == 0 ? nil : count..<all, in: container)
    guard answer.sha256 == Base64URL.encode(asset.sha256.bytes), answer.size == all,
      answer.offset == count
    else { throw ClientError.badAnswer("the record names other bytes") }
    // A file without bytes is one too.
    try await file.append([])
    for try await piece in answer.pieces {
      try await file.append(piece)
      count += UInt64(piece.count)
      await progress?(count, all)
    }
    guard count == all else {
      throw Task.isCancelled
        ? ClientError.cancelled : ClientError.unreachable("the connection broke")
    }
  }

  private func verify(_ asset: RecordAssetValue, _ file: AssetFile) async throws {
    let (hash, size) = try await file.name()
    guard hash == asset.sha256.bytes, size == asset.size.value else {
      try await file.remove()
      throw ClientError.badAnswer("the bytes are not those that the record names")
    }
  }

  /// A page of a query. Refused with `zone_not_found`, `invalid_arguments`, `limit_exceeded` where too many records
  /// would have to be sorted, and `token_expired` for a cursor of another question.
  public func queryRecords(_ body: QueryRecords, in container: String) async throws(ClientError)
    -> RecordsQueried
  {
    try await caller.call(CollaborationRoutes.queryRecords, .json(body), path: [container])
  }
}
