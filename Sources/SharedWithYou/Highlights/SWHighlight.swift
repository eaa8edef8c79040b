public import Foundation
import SharedWithYouCore

/// Something that was shared with this person in a conversation. The system makes it.
// Every property, here and in the subclass, is a constant of a type that is Sendable.
public class SWHighlight: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  let identifierText: String
  /// The shared link.
  public let url: URL

  init(identifier: String, url: URL) {
    identifierText = identifier
    self.url = url
  }

  /// Opaque. It is another one when another invitation to the content becomes the newest.
  public var identifier: any NSCopying & NSSecureCoding { NSString(string: identifierText) }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Equal where class, identifier and link are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWHighlight, type(of: self) == type(of: other) else {
      return false
    }
    return identifierText == other.identifierText && url == other.url
  }

  public override var hash: Int { identifierText.hashValue }

  public class var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive; nil without an identifier or a link.
  public required init?(coder: NSCoder) {
    guard let identifier = coder.text("identifier"),
      let url = coder.text("url").flatMap({ URL(string: $0) })
    else { return nil }
    identifierText = identifier
    self.url = url
  }

  /// Identifier and link.
  public func encode(with coder: NSCoder) {
    coder.put(identifierText, "identifier")
    coder.put(url.absoluteString, "url")
  }
}
