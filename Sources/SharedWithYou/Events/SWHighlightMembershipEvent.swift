public import Foundation
import GroveIdentity
import GroveMessage
import SharedWithYouCore

/// Somebody joined or left the collaboration.
public final class SWHighlightMembershipEvent: NSObject, SWHighlightEvent, NoticeEvent, Sendable {
  public let membershipEventTrigger: SWHighlightMembershipEventTrigger
  let target: NoticeTarget
  public var highlightURL: URL { target.url }

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

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWHighlightMembershipEvent else { return false }
    return target == other.target && membershipEventTrigger == other.membershipEventTrigger
  }

  public override var hash: Int { target.hashValue }

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    guard let target = NoticeTarget(coder: coder),
      let trigger = SWHighlightMembershipEventTrigger(
        rawValue: coder.decodeInteger(forKey: "trigger"))
    else { return nil }
    self.target = target
    membershipEventTrigger = trigger
  }

  public func encode(with coder: NSCoder) {
    target.encode(with: coder)
    coder.encode(membershipEventTrigger.rawValue, forKey: "trigger")
  }
}

public enum SWHighlightMembershipEventTrigger: Int, Sendable, CaseIterable {
  case addedCollaborator = 1
  /// Others believe it only with the word of the app's server: see `post(_:attestedBy:)`.
  case removedCollaborator = 2
}
