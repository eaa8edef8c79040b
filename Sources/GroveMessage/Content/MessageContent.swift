public import GroveIdentity

/// The content of a message, by its type (protocol 10.6 (7), 18.3).
public enum MessageContent: Hashable, Sendable, Redacted {
  case text(TextContent)
  case invitation(Invitation)
  case membershipUpdate(MembershipUpdate)
  case notice(Notice)
  case gossip(Gossip)
  case acknowledgement(Acknowledgement)
  case noticeAddresses(NoticeAddresses)
  case ownDocuments(OwnDocuments)
  case noticesPutAway(NoticesPutAway)

  /// Reads the content of a verified message as its type says.
  /// - Throws: `malformed` or `limitExceeded`.
  public init(_ type: ContentType, content: [UInt8]) throws(IdentityError) {
    self =
      switch type {
      case .text: .text(try TextContent(content: content))
      case .invitation: .invitation(try Invitation(content: content))
      case .membershipUpdate: .membershipUpdate(try MembershipUpdate(content: content))
      case .notice: .notice(try Notice(content: content))
      case .gossip: .gossip(try Gossip(content: content))
      case .acknowledgement: .acknowledgement(try Acknowledgement(content: content))
      case .noticeAddresses: .noticeAddresses(try NoticeAddresses(content: content))
      case .ownDocuments: .ownDocuments(try OwnDocuments(content: content))
      case .noticesPutAway: .noticesPutAway(try NoticesPutAway(content: content))
      }
  }

  /// The number a `MessageBody` carries beside the content.
  public var contentType: ContentType { type(of: body).contentType }

  /// The bytes to put into a `MessageBody`.
  /// - Throws: `limitExceeded`.
  public func encodedContent() throws -> [UInt8] { try body.encodedContent() }

  private var body: any ContentBody {
    switch self {
    case .text(let body): body
    case .invitation(let body): body
    case .membershipUpdate(let body): body
    case .notice(let body): body
    case .gossip(let body): body
    case .acknowledgement(let body): body
    case .noticeAddresses(let body): body
    case .ownDocuments(let body): body
    case .noticesPutAway(let body): body
    }
  }
}
