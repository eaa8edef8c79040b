public import Foundation
import GroveIdentity
import GroveSystem
public import SharedWithYouCore

extension SWHighlightCenter {
  /// The highlight of a link, or of a file that the system shares.
  /// - Throws: `invalidURL` for a link that was not shared, `accessDenied` for another app's.
  public func highlight(for url: URL) throws -> SWHighlight {
    try collaborationHighlight(for: url)
  }

  /// The collaboration a link leads to, which is what an app asks when it is opened with one; of a file's URL the one on
  /// that file, or on a folder it is in, as far as this process has heard of it: `getCollaborationHighlight` asks.
  ///
  /// The platform's framework has this as an asynchronous function; a caller's `try await` compiles
  /// here as well, since both forms cannot exist beside each other.
  /// - Throws: `invalidURL` for a link that was not shared, `accessDenied` for another app's.
  public func collaborationHighlight(for url: URL) throws -> SWCollaborationHighlight {
    if url.isFileURL {
      return try answering {
        guard let id = app.coordinator.knownCollaboration(ofFile: url) else { return nil }
        return try presentHighlights().first { $0.collaborationID == id }
      }
    }
    return try answering {
      try Self.checked(url, of: app.connected().origin)
      return try presentHighlights().first { $0.isLedTo(by: url.absoluteString) }
    }
  }

  private static func checked(_ url: URL, of origin: Origin) throws(HighlightFailure) {
    // What leads nowhere is no other app's link either.
    guard url.host?.isEmpty == false else { throw .noHighlight }
    guard (try? Origin(ofLink: url.absoluteString)) == origin else { throw .foreignOrigin }
  }

  /// The same without blocking a thread.
  private func found(_ url: URL) async throws -> SWCollaborationHighlight {
    do {
      let answer =
        url.isFileURL ? try await onFile(url) : try await onLink(url)
      guard let found = answer.flatMap({ SWCollaborationHighlight($0) }) else {
        throw HighlightFailure.noHighlight
      }
      return found
    } catch {
      throw HighlightFailure.error(error)
    }
  }

  private func onLink(_ url: URL) async throws -> CollaborationHighlight? {
    let connection = try app.connected()
    try Self.checked(url, of: connection.origin)
    return try await connection.system.highlight(
      forLink: url.absoluteString, of: connection.origin)
  }

  private func onFile(_ url: URL) async throws -> CollaborationHighlight? {
    let connection = try app.connected()
    guard let id = await app.coordinator.collaboration(ofFile: url) else { return nil }
    return try await connection.system.highlight(for: id, of: connection.origin)
  }

  /// - Throws: `invalidURL` where this person was not invited to it.
  public func collaborationHighlight(
    forIdentifier collaborationIdentifier: SWCollaborationIdentifier
  ) throws -> SWCollaborationHighlight {
    try collaborationHighlight(forIdentifier: collaborationIdentifier.rawValue)
  }

  /// - Throws: `invalidURL` where this person was not invited to it.
  public func collaborationHighlight(forIdentifier identifier: String) throws
    -> SWCollaborationHighlight
  {
    let id = try? CollaborationID(identifier)
    return try answering { try presentHighlights().first { $0.collaborationID == id } }
  }

  private func answering(_ look: () throws -> CollaborationHighlight?) throws
    -> SWCollaborationHighlight
  {
    do {
      guard let found = try look().flatMap({ SWCollaborationHighlight($0) }) else {
        throw HighlightFailure.noHighlight
      }
      return found
    } catch {
      throw HighlightFailure.error(error)
    }
  }

  /// As `highlight(for:)`, without blocking the caller.
  public func getHighlightFor(
    _ url: URL, completionHandler: @escaping @Sendable (SWHighlight?, (any Error)?) -> Void
  ) {
    answer(completionHandler) { try await $0.found(url) }
  }

  /// As `collaborationHighlight(for:)`, without blocking the caller.
  public func getCollaborationHighlight(
    for url: URL,
    completionHandler: @escaping @Sendable (SWCollaborationHighlight?, (any Error)?) -> Void
  ) {
    answer(completionHandler) { try await $0.found(url) }
  }

  /// Runs in the background, and tells the result on the main queue, once.
  func answer<Answer: Sendable>(
    _ handler: @escaping @Sendable (Answer?, (any Error)?) -> Void,
    _ work: @escaping @Sendable (SWHighlightCenter) async throws -> Answer
  ) {
    let taken = FrameworkTasks.shared.run { [self] in
      do {
        let answer = try await work(self)
        DispatchQueue.main.async { handler(answer, nil) }
      } catch {
        DispatchQueue.main.async { handler(nil, error) }
      }
    }
    guard !taken else { return }
    DispatchQueue.main.async { handler(nil, HighlightFailure.busy.error) }
  }
}
