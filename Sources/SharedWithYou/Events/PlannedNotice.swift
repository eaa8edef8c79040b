import Foundation
import GroveIdentity
import GroveMessage
import GroveSystem
import SharedWithYouCore

/// An event as the messenger is told it.
struct PlannedNotice: Sendable {
  let target: NoticeTarget
  let kind: NoticeKind
  let mentioned: RootHash?
  let noticeID: NoticeID
  let at: UInt64
  var attestation: NoticeAttestation?

  /// - Throws: a `HighlightFailure` where the event cannot be told to anybody.
  init(_ event: any SWHighlightEvent, at: UInt64, noticeID: NoticeID = .random()) throws {
    // Events of the app's own making say nothing that a notice could carry.
    guard let event = event as? any NoticeEvent else { throw HighlightFailure.notice(.malformed) }
    target = event.target
    (kind, mentioned) = try event.noticeKind()
    self.noticeID = noticeID
    self.at = at
  }

  var post: NoticePost {
    NoticePost(
      noticeID: noticeID, kind: kind, mentionedRoot: mentioned, at: at, attestation: attestation)
  }

  func described(in collaboration: CollaborationID) -> GroveNotice {
    GroveNotice(
      noticeID: noticeID, event: Int(kind.event), trigger: Int(kind.trigger), at: at,
      collaborationIdentifier: collaboration.text)
  }
}
