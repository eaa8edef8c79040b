public import Foundation
import GroveIdentity
import GroveMessage
import SharedWithYouCore

/// The content was edited, or somebody commented on it.
public final class SWHighlightChangeEvent: NSObject, SWHighlightEvent, NoticeEvent, Sendable {
  /// Which of the two it was.
  public let changeEventTrigger: SWHighlightChangeEventTrigger
  let target: NoticeTarget
  /// The link of the highlight the event was made with.
  public var highlightURL: URL { target.url }

  /// - Parameter highlight: a plain highlight is enough; its link then leads to the collaboration.
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

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Equal where highlight and trigger are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWHighlightChangeEvent else { return false }
    return target == other.target && changeEventTrigger == other.changeEventTrigger
  }

  public override var hash: Int { target.hashValue }

  public static var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive; nil without a link or a known trigger.
  public init?(coder: NSCoder) {
    guard let target = NoticeTarget(coder: coder),
      let trigger = SWHighlightChangeEventTrigger(rawValue: coder.decodeInteger(forKey: "trigger"))
    else { return nil }
    self.target = target
    changeEventTrigger = trigger
  }

  /// Link, collaboration identifier and trigger.
  public func encode(with coder: NSCoder) {
    target.encode(with: coder)
    coder.encode(changeEventTrigger.rawValue, forKey: "trigger")
  }
}

/// What was done to the content. The raw values are the platform's, and those of protocol 12.4.
public enum SWHighlightChangeEventTrigger: Int, Sendable, CaseIterable {
  /// Somebody changed the content.
  case edit = 1
  /// Somebody commented on the content.
  case comment = 2
}
