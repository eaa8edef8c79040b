public import Foundation
import GroveIdentity
import GroveMessage
import SharedWithYouCore

/// Somebody joined or left the collaboration.
public final class SWHighlightMembershipEvent: NSObject, SWHighlightEvent, NoticeEvent, Sendable {
  /// Whether it was an arrival or a departure.
  public let membershipEventTrigger: SWHighlightMembershipEventTrigger
  let target: NoticeTarget
  /// The link of the highlight the event was made with.
  public var highlightURL: URL { target.url }

  /// - Parameter highlight: a plain highlight is enough; its link then leads to the collaboration.
  public init(highlight: SWHighlight, trigger: SWHighlightMembershipEventTrigger) {
    target = NoticeTarget(highlight)
    membershipEventTrigger = trigger
  }

  func noticeKind() -> (kind: NoticeKind, mentioned: RootHash?) {
    switch membershipEventTrigger {
    case .addedCollaborator: (.addedCollaborator, nil)
    case .removedCollaborator: (.removedCollaborator, nil)
    }
  }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Equal where highlight and trigger are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWHighlightMembershipEvent else { return false }
    return target == other.target && membershipEventTrigger == other.membershipEventTrigger
  }

  public override var hash: Int { target.hashValue }

  public static var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive; nil without a link or a known trigger.
  public init?(coder: NSCoder) {
    guard let target = NoticeTarget(coder: coder),
      let trigger = SWHighlightMembershipEventTrigger(
        rawValue: coder.decodeInteger(forKey: "trigger"))
    else { return nil }
    self.target = target
    membershipEventTrigger = trigger
  }

  /// Link, collaboration identifier and trigger.
  public func encode(with coder: NSCoder) {
    target.encode(with: coder)
    coder.encode(membershipEventTrigger.rawValue, forKey: "trigger")
  }
}

/// Who takes part has changed. The raw values are the platform's, and those of protocol 12.4.
public enum SWHighlightMembershipEventTrigger: Int, Sendable, CaseIterable {
  /// Somebody was given access.
  case addedCollaborator = 1
  /// Others believe it only with the word of the app's server: see `post(_:attestedBy:)`.
  case removedCollaborator = 2
}
