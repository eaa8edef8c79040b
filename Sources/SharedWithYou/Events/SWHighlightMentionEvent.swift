public import Foundation
import GroveIdentity
import GroveMessage
import GroveSystem
public import SharedWithYouCore

/// Somebody was mentioned in the content. Only they are told (protocol 12.5).
public final class SWHighlightMentionEvent: NSObject, SWHighlightEvent, NoticeEvent, Sendable {
  /// What the event was made with; empty where the person was named by their identity.
  public let mentionedPersonHandle: String
  let mentionedPersonIdentity: SWPerson.Identity?
  let target: NoticeTarget
  /// The link of the highlight the event was made with.
  public var highlightURL: URL { target.url }

  /// - Parameter identity: the root hash that the app stored for the mentioned person.
  public init(highlight: SWHighlight, mentionedPersonIdentity identity: SWPerson.Identity) {
    target = NoticeTarget(highlight)
    mentionedPersonIdentity = identity
    mentionedPersonHandle = ""
  }

  /// For CloudKit's record shares, which do not exist here yet: posting it tells nobody, and
  /// `post(_:)` throws with the reason `no_record_share`.
  public init(highlight: SWHighlight, mentionedPersonCloudKitShareHandle handle: String) {
    target = NoticeTarget(highlight)
    mentionedPersonIdentity = nil
    mentionedPersonHandle = handle
  }

  func noticeKind() throws -> (kind: NoticeKind, mentioned: RootHash?) {
    guard let identity = mentionedPersonIdentity else { throw HighlightFailure.noRecordShare }
    guard let root = identity.root else { throw HighlightFailure.notice(.malformed) }
    return (.mention, root)
  }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Equal where highlight and mentioned person are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWHighlightMentionEvent else { return false }
    return target == other.target && mentionedPersonHandle == other.mentionedPersonHandle
      && mentionedPersonIdentity == other.mentionedPersonIdentity
  }

  public override var hash: Int { target.hashValue }

  public static var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive; nil without a link or a handle.
  public init?(coder: NSCoder) {
    guard let target = NoticeTarget(coder: coder), let handle = coder.text("handle") else {
      return nil
    }
    self.target = target
    mentionedPersonHandle = handle
    mentionedPersonIdentity = coder.object(SWPersonIdentity.self, "mentionedPersonIdentity")
  }

  /// Link, collaboration identifier and mentioned person.
  public func encode(with coder: NSCoder) {
    target.encode(with: coder)
    coder.put(mentionedPersonHandle, "handle")
    coder.put(mentionedPersonIdentity, "mentionedPersonIdentity")
  }
}
