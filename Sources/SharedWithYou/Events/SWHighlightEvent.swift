public import Foundation
import GroveIdentity
import GroveMessage
import SharedWithYouCore

/// Something that happened in a collaboration, told to the others as a notice in the conversation.
/// Nothing says who did it: it is the person whose messenger tells.
public protocol SWHighlightEvent: NSObjectProtocol, NSSecureCoding, NSCopying {
  /// The link of the content: where a tap on the notice leads.
  var highlightURL: URL { get }
}

/// What an event's notice is made of.
protocol NoticeEvent: SWHighlightEvent {
  var target: NoticeTarget { get }
  /// - Throws: a `HighlightFailure` where nobody could be told.
  func noticeKind() throws -> (kind: NoticeKind, mentioned: RootHash?)
}

/// Which collaboration an event is about.
struct NoticeTarget: Hashable, Sendable {
  let url: URL
  /// Nil for a plain highlight: then the link leads to the collaboration.
  let collaborationIdentifier: String?

  init(_ highlight: SWHighlight) {
    url = highlight.url
    collaborationIdentifier = (highlight as? SWCollaborationHighlight)?.collaborationIdentifier
  }

  init?(coder: NSCoder) {
    guard let url = coder.text("highlightURL").flatMap({ URL(string: $0) }) else { return nil }
    self.url = url
    collaborationIdentifier = coder.text("collaborationIdentifier")
  }

  func encode(with coder: NSCoder) {
    coder.put(url.absoluteString, "highlightURL")
    coder.put(collaborationIdentifier, "collaborationIdentifier")
  }
}
