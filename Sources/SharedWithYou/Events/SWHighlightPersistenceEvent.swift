public import Foundation
import GroveIdentity
import GroveMessage
import SharedWithYouCore

/// The content was created, deleted, renamed or moved.
public final class SWHighlightPersistenceEvent: NSObject, SWHighlightEvent, NoticeEvent, Sendable {
  /// Which of the four it was.
  public let persistenceEventTrigger: SWHighlightPersistenceEventTrigger
  let target: NoticeTarget
  /// The link of the highlight the event was made with.
  public var highlightURL: URL { target.url }

  /// - Parameter highlight: a plain highlight is enough; its link then leads to the collaboration.
  public init(highlight: SWHighlight, trigger: SWHighlightPersistenceEventTrigger) {
    target = NoticeTarget(highlight)
    persistenceEventTrigger = trigger
  }

  func noticeKind() -> (kind: NoticeKind, mentioned: RootHash?) {
    switch persistenceEventTrigger {
    case .created: (.created, nil)
    case .deleted: (.deleted, nil)
    case .renamed: (.renamed, nil)
    case .moved: (.moved, nil)
    }
  }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Equal where highlight and trigger are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWHighlightPersistenceEvent else { return false }
    return target == other.target && persistenceEventTrigger == other.persistenceEventTrigger
  }

  public override var hash: Int { target.hashValue }

  public static var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive; nil without a link or a known trigger.
  public init?(coder: NSCoder) {
    guard let target = NoticeTarget(coder: coder),
      let trigger = SWHighlightPersistenceEventTrigger(
        rawValue: coder.decodeInteger(forKey: "trigger"))
    else { return nil }
    self.target = target
    persistenceEventTrigger = trigger
  }

  /// Link, collaboration identifier and trigger.
  public func encode(with coder: NSCoder) {
    target.encode(with: coder)
    coder.encode(persistenceEventTrigger.rawValue, forKey: "trigger")
  }
}

/// What happened to the content as a whole. The raw values are the platform's, and those of
/// protocol 12.4.
public enum SWHighlightPersistenceEventTrigger: Int, Sendable, CaseIterable {
  case created = 1
  /// Others believe it only with the word of the app's server: see `post(_:attestedBy:)`.
  case deleted = 2
  case renamed = 3
  case moved = 4
}
