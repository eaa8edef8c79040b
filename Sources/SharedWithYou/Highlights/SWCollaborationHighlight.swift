public import Foundation
import GroveIdentity
import GroveSystem
import SharedWithYouCore
public import SharingUI

/// A shared link that leads to a collaboration: a proof can be asked for it, and notices posted.
// Every property is a constant of a type that is Sendable.
public class SWCollaborationHighlight: SWHighlight, @unchecked Sendable {
  /// What the app's server calls the content.
  public let collaborationIdentifier: String
  /// From the app that shared it.
  public let title: String?
  /// When the invitation arrived: what the content's own date is, invitations do not say.
  public let creationDate: Date
  /// Invitations do not say what the content is, so this is the type of any content.
  public let contentType: UTType

  /// Nil where the link is none that can be opened.
  init?(_ highlight: CollaborationHighlight) {
    guard let url = URL(string: highlight.link) else { return nil }
    collaborationIdentifier = highlight.collaborationID.text
    title = highlight.title
    creationDate = Date(timeIntervalSince1970: Double(highlight.createdAt) / 1000)
    contentType = .content
    super.init(identifier: highlight.id.base64url, url: url)
  }

  /// As the system names it; nil only for one that came out of a damaged archive.
  var collaborationID: CollaborationID? { try? CollaborationID(collaborationIdentifier) }

  public required init?(coder: NSCoder) {
    guard let identifier = coder.text("collaborationIdentifier") else { return nil }
    collaborationIdentifier = identifier
    title = coder.text("title")
    creationDate = Date(timeIntervalSince1970: coder.decodeDouble(forKey: "creationDate"))
    contentType = coder.text("contentType").flatMap { UTType($0) } ?? .content
    super.init(coder: coder)
  }

  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.put(collaborationIdentifier, "collaborationIdentifier")
    coder.put(title, "title")
    coder.encode(creationDate.timeIntervalSince1970, forKey: "creationDate")
    coder.put(contentType.identifier, "contentType")
  }
}
