import GroveIdentity
import GroveMessage
import GroveServing
import GroveWire
import RelayDomain

/// The relay's interface, served at `/openapi.yaml`.
enum RelayOpenAPI {
  static func document() throws -> OpenAPIDocument {
    OpenAPIDocument(
      title: "Grove relay", version: "1",
      summary: "Accounts, conversations and sealed mailboxes; never what is said.",
      description: """
        A device signs in with its key and sends the token it gets as `Authorization: Bearer`. Statements, \
        key records and envelopes are bytes of the protocol in base64url without padding; 64-bit \
        integers are decimal strings; times are milliseconds since 1970. A member that is not required \
        may be left out or sent as null. Every refusal is a problem (RFC 9457) with a stable `code`.
        """,
      routes: RelayRoutes.all, shapes: try JSONShapes(of: bodies).objects, places: places,
      rawBodies: [
        RelayRoutes.conversationPhoto.name: RawBodyForm("image/*", isRequest: false)
      ],
      callers: [.bearer("A signed-in device's token.")],
      examples: ["handle": #""ann""#, "displayName": #""Ann""#, "name": #""The family""#])
  }

  /// Every body of the table, in its order; a test compares.
  private static let bodies: [any (Decodable & Sendable).Type] = [
    SignUp.self, RelayAccount.self, HandleLookup.self, PublishStatement.self,
    StatementPublished.self, PublishKEMKey.self, SignInChallengeRequest.self,
    SignInChallenge.self, SignIn.self, RelayToken.self, CreateConversation.self,
    Conversation.self, ConversationList.self, ChangeConversation.self, UploadEnvelopes.self,
    EnvelopesAccepted.self, MailboxPage.self, MailboxEvent.self, AcknowledgeMailbox.self,
    GroveWire.Admission.self, ChangeAdmission.self, OwnDevices.self, RendezvousMessage.self,
    RendezvousMessages.self, AttachmentStored.self, MakeNoticeAddress.self,
    NoticeAddressMade.self, NoticeAddressList.self, WebPushOffer.self, SetWebPush.self,
  ]

  /// What stands in paths.
  private static let places: [String: JSONShape] = [
    "accountID": .bytes(count: AccountID.byteCount),
    "addressID": .bytes(count: NoticeAddressID.byteCount), "pushToken": .bytes(count: 32),
    "attachmentID": .bytes(count: AttachmentID.byteCount),
    "conversationID": .bytes(count: ConversationID.byteCount),
    "rendezvousID": .bytes(count: RendezvousID.byteCount), "handle": .label(maximumBytes: 64),
  ]
}
