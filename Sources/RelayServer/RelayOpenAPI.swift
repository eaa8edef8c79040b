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
      routes: RelayRoutes.all, shapes: try JSONShapes(of: bodies).objects, queries: queries,
      places: places)
  }

  /// Every body of the table, in its order; a test compares.
  private static let bodies: [any (Decodable & Sendable).Type] = [
    SignUp.self, RelayAccount.self, HandleLookup.self, PublishStatement.self,
    StatementPublished.self, PublishKEMKey.self, SignInChallengeRequest.self,
    SignInChallenge.self, SignIn.self, RelayToken.self, CreateConversation.self,
    Conversation.self, ConversationList.self, ChangeConversation.self, UploadEnvelopes.self,
    EnvelopesAccepted.self, MailboxPage.self, MailboxEvent.self, AcknowledgeMailbox.self,
    GroveWire.Admission.self, ChangeAdmission.self, OwnDevices.self, RendezvousMessage.self,
    RendezvousMessages.self, AttachmentStored.self,
  ]

  /// What stands in paths.
  private static let places: [String: JSONShape] = [
    "accountID": .bytes(count: AccountID.byteCount),
    "attachmentID": .bytes(count: AttachmentID.byteCount),
    "conversationID": .bytes(count: ConversationID.byteCount),
    "rendezvousID": .bytes(count: RendezvousID.byteCount), "handle": .label(maximumBytes: 64),
  ]

  private static let queries: [String: [OpenAPIQueryParameter]] = [
    RelayRoutes.lookUpAccount.name: [.init("from", .decimal)],
    RelayRoutes.mailbox.name: OpenAPIQueryParameter.positions + [.init("limit", .integer)],
    RelayRoutes.mailboxStream.name: OpenAPIQueryParameter.positions,
    RelayRoutes.rendezvousMessages.name: [.init("from", .integer), .init("wait", .integer)],
  ]
}
