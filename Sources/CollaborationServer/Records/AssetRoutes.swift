import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes
import RecordDomain
import Synchronization

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Assets: sent before the record that names them, read through it (decision 0029, 8).
  func addAssetRoutes(_ calls: RecordCalls) {
    let rate = calls.core.configuration.rates.records
    let kept = calls.core.assets.map { AssetCalls(calls, files: $0) }
    on(CollaborationRoutes.announceAsset, limits: RouteLimits(perCaller: rate)) { request, caller in
      let assets = try Problem.kept(kept)
      let container = try await calls.container(of: request.parameter("container"), for: caller)
      let hash = try Problem.refusing("sha256") { try AssetHash(request.body.sha256.bytes) }
      return try await assets.announce(
        AssetID(hash: hash, size: request.body.size.value), in: container, for: caller)
    }
    let limits = RouteLimits(body: 32 << 20, perCaller: rate)
    onUpload(CollaborationRoutes.sendAsset, limits: limits) { request, caller, bytes in
      let assets = try Problem.kept(kept)
      let container = try await calls.container(of: request.parameter("container"), for: caller)
      let hash = try request.parameter("sha256") { try AssetHash(Base64URL.decode($0)) }
      guard let offset = try request.query.position("offset") else {
        throw Problem(.malformed, detail: "query parameter offset")
      }
      return try await assets.take(bytes, of: hash, at: offset, in: container, for: caller)
    }
    onDownload(CollaborationRoutes.recordAsset, limits: RouteLimits(perCaller: rate)) {
      request, caller in
      let assets = try Problem.kept(kept)
      let container = try await calls.container(of: request.parameter("container"), for: caller)
      let place = try AssetPlace(request.query, in: container)
      return try await assets.send(place, to: caller, for: request.head)
    }
  }
}

extension Problem {
  fileprivate static func kept(_ assets: AssetCalls?) throws(Problem) -> AssetCalls {
    guard let assets else { throw Problem(.badContainer) }
    return assets
  }
}

/// The field that a download names.
private struct AssetPlace: Sendable {
  let zone: ZoneAddress
  let record: RecordName
  let field: FieldName
  let index: Int?

  init(_ query: QueryParameters, in container: ContainerID) throws(Problem) {
    guard let scope = query["scope"].flatMap(RecordScope.init), let zone = query["zone"],
      let record = query["record"], let field = query["field"]
    else { throw Problem(.malformed, detail: "query") }
    let place = RecordZonePlace(scope: scope, owner: query["owner"], name: zone)
    self.zone = try Problem.refusing("zone") { try ZoneAddress(place, in: container) }
    self.record = try Problem.refusing("record") { try RecordName(record) }
    self.field = try Problem.refusing("field") { try FieldName(field) }
    index = try query.position("index").map { Int(clamping: $0) }
  }
}

extension AssetCalls {
  /// The bytes, while the caller may read them: it is looked at again each second, so that a removal ends a long
  /// download as it ends a stream.
  fileprivate func send(_ place: AssetPlace, to caller: Caller, for head: HTTPRequest) async throws
    -> OutgoingBytes
  {
    let stored = try await look(at: place, for: caller)
    let id = stored.file
    let looked = Mutex(MonotonicClock.milliseconds())
    return try await OutgoingBytes(
      of: Int(stored.asset.size), tag: Base64URL.encode(stored.asset.hash.bytes), for: head
    ) { position in
      let file = try await files.open(id, from: position)
      return { count in
        let now = MonotonicClock.milliseconds()
        let isDue = looked.withLock { last in
          guard now >= last + 1000 else { return false }
          last = now
          return true
        }
        if isDue { _ = try await look(at: place, for: caller) }
        return try await files.read(file, id, upTo: count)
      }
    }
  }

  private func look(at place: AssetPlace, for caller: Caller) async throws -> StoredAsset {
    try await calls.look(by: caller) {
      try AssetRules.read(
        place.field, at: place.index, of: place.record, in: place.zone, for: $0, reading: $1)
    }
  }
}

extension CollaborationCore {
  /// One round for assets: rows first, then the files they named.
  func expireAssets() async throws {
    guard let assets else { return }
    let now = now()
    var isMore = true
    while isMore {
      let swept = try await store.changeRecords(for: "") {
        let decision = try AssetRules.sweep(at: now, reading: $0)
        return RecordDecision(
          SweptAssets(files: decision.answer.files, isMore: decision.answer.isMore),
          changes: decision.changes)
      }
      for file in swept.files { await assets.remove(file) }
      isMore = swept.isMore
    }
  }

  /// Files whose row was never written: the process ended in between.
  func removeOrphanedAssets() async {
    guard let assets else { return }
    for id in assets.found {
      let isKnown = try? await store.readRecords(for: "") { try $0.isKnown(id) }
      if isKnown == false { await assets.remove(id) }
    }
  }
}

private struct SweptAssets: Sendable {
  var files: [AssetFileID]
  var isMore: Bool
}
