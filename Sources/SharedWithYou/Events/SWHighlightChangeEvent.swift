public import Foundation
import GroveIdentity
import GroveMessage
import SharedWithYouCore

/// The content was edited, or somebody commented on it.
public final class SWHighlightChangeEvent: NSObject, SWHighlightEvent, NoticeEvent, Sendable {
  public let changeEventTrigger: SWHighlightChangeEventTrigger
  let target: NoticeTarget
  public var highlightURL: URL { target.url }

  public init(highlight: SWHighlight, trigger: SWHighlightChangeEventTrigger) {
    target = NoticeTarget(highlight)
    changeEventTrigger = trigger
  }

  func noticeKind() -> (kind: NoticeKind, mentioned: RootHash?) {
    switch changeEventTrigger {
    case .edit: (.edit, nil)
    case .comment: (.comment, nil)
    }
  }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWHighlightChangeEvent else { return false }
    return target == other.target && changeEventTrigger == other.changeEventTrigger
  }

  public override var hash: Int { target.hashValue }

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    guard let target = NoticeTarget(coder: coder),
      let trigger = SWHighlightChangeEventTrigger(rawValue: coder.decodeInteger(forKey: "trigger"))
    else { return nil }
    self.target = target
    changeEventTrigger = trigger
  }

  public func encode(with coder: NSCoder) {
    target.encode(with: coder)
    coder.encode(changeEventTrigger.rawValue, forKey: "trigger")
  }
}

public enum SWHighlightChangeEventTrigger: Int, Sendable, CaseIterable {
  case edit = 1
  case comment = 2
}
