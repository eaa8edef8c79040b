public import Foundation
import GroveIdentity
import GroveSystem
import SharedWithYouCore
public import SharingUI

/// A shared link that leads to a collaboration: a proof can be asked for it, and notices posted.
// Every property is a constant of a type that is Sendable.
public class SWCollaborationHighlight: SWHighlight, @unchecked Sendable {
  /// What the app's server calls the collaboration: the text it fulfilled the start action with.
  public let collaborationIdentifier: String
  /// What the app that shared it called the content.
  public let title: String?
  /// When the invitation arrived here. The platform has the content's own date, which invitations
  /// do not say.
  public let creationDate: Date
  /// Always `UTType.content`, the type of any content: invitations do not say more.
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

  /// Reads the app's own archive; nil without an identifier or a link.
  public required init?(coder: NSCoder) {
    guard let identifier = coder.text("collaborationIdentifier") else { return nil }
    collaborationIdentifier = identifier
    title = coder.text("title")
    creationDate = Date(timeIntervalSince1970: coder.decodeDouble(forKey: "creationDate"))
    contentType = coder.text("contentType").flatMap { UTType($0) } ?? .content
    super.init(coder: coder)
  }

  /// Every property; what a proof needs stays with the messenger.
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.put(collaborationIdentifier, "collaborationIdentifier")
    coder.put(title, "title")
    coder.encode(creationDate.timeIntervalSince1970, forKey: "creationDate")
    coder.put(contentType.identifier, "contentType")
  }
}
