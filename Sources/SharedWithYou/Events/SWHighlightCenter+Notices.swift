import Foundation
import GroveIdentity
import GroveMessage
import GroveSystem
import SharedWithYouCore

extension SWHighlightCenter {
  /// Asks the app's server to vouch for a notice, and returns the body of its answer.
  public typealias Attest = @Sendable (GroveNotice) async throws -> [UInt8]

  /// Tells the others, a mention only the mentioned person; what is posted first is told first.
  /// Whatever goes wrong is not told to the app; see `post(_:)` for programs that want to know.
  public func postNotice(for event: any SWHighlightEvent) {
    guard let notice = try? PlannedNotice(event, at: Self.now) else { return }
    _ = notices.run { [self] in _ = try? await post(notice) }
  }

  /// Tells the others, and returns when the messenger has taken it. Not in the platform's framework.
  /// - Throws: `accessDenied` where nobody is told, with a reason of `NoticePostRefusal`.
  /// - Returns: how many people are told.
  @discardableResult
  public func post(_ event: any SWHighlightEvent) async throws -> Int {
    try await post(planned(event))
  }

  /// The same with the word of the app's server, without which others do not believe that content
  /// was deleted or somebody removed.
  ///
  /// - Parameter attest: asks the server, for example a Grove server's attestation route with
  ///   `json()`, and returns the answer's body: `{"root":…,"signature":…,"keyID":…}`.
  /// - Throws: as `post(_:)`, and what `attest` throws.
  @discardableResult
  public func post(_ event: any SWHighlightEvent, attestedBy attest: Attest) async throws -> Int {
    var notice = try planned(event)
    let collaboration = try collaborationID(of: notice.target)
    let answer = try await attest(notice.described(in: collaboration))
    do {
      notice.attestation = try StrictJSON.decode(NoticeAttestation.self, from: answer)
    } catch {
      throw HighlightFailure.notice(.attestationRequired).error
    }
    return try await post(notice)
  }

  /// Takes away what this device shows of a collaboration's notices: the person has seen it.
  public func clearNotices(for highlight: SWCollaborationHighlight) {
    guard let id = highlight.collaborationID else { return }
    _ = notices.run { [app] in
      guard let connection = try? app.connected() else { return }
      try? await connection.system.clearNotices(for: id, of: connection.origin)
    }
  }

  /// Takes back, on everybody's devices, what this person's app has told of a collaboration. Not in
  /// the platform's framework.
  /// - Throws: an error of the highlight centre where the messenger cannot be asked.
  public func retractNotices(for highlight: SWCollaborationHighlight) async throws {
    do {
      guard let id = highlight.collaborationID else { throw HighlightFailure.noHighlight }
      let connection = try app.connected()
      try await connection.system.retractNotices(for: id, of: connection.origin)
    } catch {
      throw HighlightFailure.error(error)
    }
  }

  private static var now: UInt64 { UInt64(max(0, Date().timeIntervalSince1970 * 1000)) }

  private func planned(_ event: any SWHighlightEvent) throws -> PlannedNotice {
    do { return try PlannedNotice(event, at: Self.now) } catch {
      throw HighlightFailure.error(error)
    }
  }

  private func collaborationID(of target: NoticeTarget) throws -> CollaborationID {
    if let known = target.collaborationIdentifier.flatMap({ try? CollaborationID($0) }) {
      return known
    }
    let highlight = try collaborationHighlight(for: target.url)
    guard let id = highlight.collaborationID else { throw HighlightFailure.noHighlight.error }
    return id
  }

  private func post(_ notice: PlannedNotice) async throws -> Int {
    do {
      let connection = try app.connected()
      let answer = try await connection.system.postNotice(
        notice.post, for: collaborationID(of: notice.target), of: connection.origin)
      switch answer {
      case .success(let accounts): return accounts.count
      case .failure(let refusal): throw HighlightFailure.notice(refusal)
      }
    } catch {
      throw HighlightFailure.error(error)
    }
  }
}
