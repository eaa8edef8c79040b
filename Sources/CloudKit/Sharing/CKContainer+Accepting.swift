public import Foundation
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire

/// Coming in by a link: the device proves that it was invited, or the link lets everybody in.
extension CKContainer {
  /// What is known of the share that a link leads to.
  ///
  /// - Throws: `CKError`: `invalidArguments` for a link that does not lead to this container's server.
  @discardableResult
  public func shareMetadata(for url: URL) async throws -> CKShare.Metadata {
    try await shareMetadata(for: url, showsRoot: false)
  }

  func shareMetadata(for url: URL, showsRoot: Bool) async throws -> CKShare.Metadata {
    let door = try ShareDoor(url, context)
    if let found = try await door.found() { return try await metadata(found, showsRoot: showsRoot) }
    let highlight = try await door.invitation()
    return CKShare.Metadata(
      link: url, title: highlight?.title ?? "", isInvited: highlight != nil,
      in: context.identifier)
  }

  /// Comes in. The share's records are in the shared database then, in a zone that carries its owner's name.
  ///
  /// The first time, the person is asked by their messenger whether this account is theirs.
  /// - Throws: `CKError`: `participantMayNeedVerification` where they say no, or this device was not invited;
  ///   `unknownItem` where nobody invited them and the link lets nobody else in, or what it led to is no more;
  ///   `badContainer` where the share is another container's.
  @discardableResult
  public func accept(_ metadata: CKShare.Metadata) async throws -> CKShare {
    guard let url = metadata.share.url else {
      throw CKError(.invalidArguments, "A share that was never saved has no link.")
    }
    let door = try ShareDoor(url, context)
    let found: FoundRecordShare
    if let known = try await door.found() {
      found = known
    } else {
      try await door.enter()
      guard let known = try await door.found() else {
        throw CKError(.unknownItem, "The link leads to no records.")
      }
      found = known
    }
    return try await self.metadata(found, showsRoot: false).share
  }

  /// The same of several links, one after the other; what is wrong with one is in its own result.
  public func shareMetadatas(for urls: [URL]) async throws
    -> [URL: Result<CKShare.Metadata, any Error>]
  {
    try await Self.each(urls) { try await self.shareMetadata(for: $0) }
  }

  /// Comes in by several, one after the other; what is wrong with one is in its own result.
  public func accept(_ metadatas: [CKShare.Metadata]) async throws
    -> [CKShare.Metadata: Result<CKShare, any Error>]
  {
    try await Self.each(metadatas) { try await self.accept($0) }
  }

  /// - Throws: `CancellationError`; what was done by then stays.
  private static func each<Key: Hashable & Sendable, Value: Sendable>(
    _ keys: [Key], _ work: (Key) async throws -> Value
  ) async throws -> [Key: Result<Value, any Error>] {
    var results: [Key: Result<Value, any Error>] = [:]
    for key in keys {
      try Task.checkCancellation()
      do {
        results[key] = .success(try await work(key))
      } catch {
        results[key] = .failure(error)
      }
    }
    return results
  }

  private func metadata(_ found: FoundRecordShare, showsRoot: Bool) async throws
    -> CKShare.Metadata
  {
    guard found.container == context.identifier else {
      throw CKError(.badContainer, "The link leads to records of another container.")
    }
    let scope: CKDatabase.Scope = found.zone.scope == .shared ? .shared : .private
    let place = try await database(with: scope).place()
    let zone = place.zoneID(owner: found.zone.owner, name: found.zone.name)
    guard let share = place.record(found.share, in: zone) as? CKShare else {
      throw CKError(.internalError, "The link leads to something that is no share.")
    }
    return CKShare.Metadata(
      share, root: found.root.map { place.record($0, in: zone) }, showsRoot: showsRoot,
      in: found.container)
  }

  public func fetchShareMetadata(
    with url: URL, completionHandler: @escaping @Sendable (CKShare.Metadata?, (any Error)?) -> Void
  ) {
    context.start(pair(completionHandler)) { try await self.shareMetadata(for: url) }
  }

  public func accept(
    _ metadata: CKShare.Metadata,
    completionHandler: @escaping @Sendable (CKShare?, (any Error)?) -> Void
  ) {
    context.start(pair(completionHandler)) { try await self.accept(metadata) }
  }

  public func fetchShareMetadatas(
    for urls: [URL],
    completionHandler:
      @escaping @Sendable (Result<[URL: Result<CKShare.Metadata, any Error>], any Error>) -> Void
  ) {
    context.start(completionHandler) { try await self.shareMetadatas(for: urls) }
  }

  public func accept(
    _ metadatas: [CKShare.Metadata],
    completionHandler:
      @escaping @Sendable (Result<[CKShare.Metadata: Result<CKShare, any Error>], any Error>) ->
      Void
  ) {
    context.start(completionHandler) { try await self.accept(metadatas) }
  }
}
