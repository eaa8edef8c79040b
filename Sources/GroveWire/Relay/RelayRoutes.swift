/// Every route of the relay (design 6).
///
/// Positions in mailboxes go as `after` in the query or as `Last-Event-ID`; both are decimal.
public enum RelayRoutes {
  /// The name of every event in the mailbox stream. Its data is a `MailboxEvent`.
  public static let mailboxEventName = "mailbox"

  public static let signUp = Route<SignUp, RelayAccount>(
    "signUp", .post, "/relay/v1/accounts", .none, status: 201)
  public static let lookUpHandle = Route<NoBody, HandleLookup>(
    "lookUpHandle", .get, "/relay/v1/handles/{handle}")
  /// Query: `from`, the first sequence number of the chain to return.
  public static let lookUpAccount = Route<NoBody, RelayAccount>(
    "lookUpAccount", .get, "/relay/v1/accounts/{accountID}")
  public static let publishStatement = Route<PublishStatement, StatementPublished>(
    "publishStatement", .post, "/relay/v1/statements")
  /// For a recovery statement (protocol 3.7, 11.6): its signature is the credential, so no sign-in.
  public static let publishRecoveryStatement = Route<PublishStatement, StatementPublished>(
    "publishRecoveryStatement", .post, "/relay/v1/accounts/{accountID}/recovery", .none)
  /// What a person who has lost every device needs to sign a recovery statement: nobody can sign in
  /// for them, so this asks for no sign-in (decision 0009).
  public static let lookUpForRecovery = Route<NoBody, RelayAccount>(
    "lookUpForRecovery", .get, "/relay/v1/handles/{handle}/recovery", .none)
  public static let publishKEMKey = Route<PublishKEMKey, NoBody>(
    "publishKEMKey", .post, "/relay/v1/kem-keys", status: 204)

  public static let signInChallenge = Route<SignInChallengeRequest, SignInChallenge>(
    "signInChallenge", .post, "/relay/v1/sign-in/challenge", .none)
  public static let signIn = Route<SignIn, RelayToken>(
    "signIn", .post, "/relay/v1/sign-in", .none)
  public static let signOut = Route<NoBody, NoBody>(
    "signOut", .delete, "/relay/v1/sign-in", status: 204)

  public static let createConversation = Route<CreateConversation, Conversation>(
    "createConversation", .post, "/relay/v1/conversations", status: 201)
  public static let listConversations = Route<NoBody, ConversationList>(
    "listConversations", .get, "/relay/v1/conversations")
  public static let conversation = Route<NoBody, Conversation>(
    "conversation", .get, "/relay/v1/conversations/{conversationID}")
  public static let changeConversation = Route<ChangeConversation, Conversation>(
    "changeConversation", .patch, "/relay/v1/conversations/{conversationID}")
  /// At most 256 KiB of an image; an empty body removes the photo.
  public static let putConversationPhoto = Route<RawBody, Conversation>(
    "putConversationPhoto", .put, "/relay/v1/conversations/{conversationID}/photo")
  public static let conversationPhoto = Route<NoBody, RawBody>(
    "conversationPhoto", .get, "/relay/v1/conversations/{conversationID}/photo")

  /// The caller's account takes part in a conversation it was put into.
  public static let acceptConversation = Route<NoBody, Conversation>(
    "acceptConversation", .post, "/relay/v1/conversations/{conversationID}/acceptance")
  public static let admission = Route<NoBody, Admission>(
    "admission", .get, "/relay/v1/admission")
  public static let changeAdmission = Route<ChangeAdmission, Admission>(
    "changeAdmission", .patch, "/relay/v1/admission")
  public static let ownDevices = Route<NoBody, OwnDevices>(
    "ownDevices", .get, "/relay/v1/devices")

  public static let uploadEnvelopes = Route<UploadEnvelopes, EnvelopesAccepted>(
    "uploadEnvelopes", .post, "/relay/v1/envelopes")
  /// Query: `after`, `limit` (1...500, default 100).
  public static let mailbox = Route<NoBody, MailboxPage>(
    "mailbox", .get, "/relay/v1/mailbox")
  public static let mailboxStream = Route<NoBody, EventStream<MailboxEvent>>(
    "mailboxStream", .get, "/relay/v1/mailbox/stream")
  public static let acknowledgeMailbox = Route<AcknowledgeMailbox, NoBody>(
    "acknowledgeMailbox", .post, "/relay/v1/mailbox/acknowledgements", status: 204)

  public static let leaveRendezvousMessage = Route<RendezvousMessage, NoBody>(
    "leaveRendezvousMessage", .post, "/relay/v1/rendezvous/{rendezvousID}", .none, status: 204)
  /// Query: `from`, an index; `wait`, seconds to wait for a message (0...25).
  public static let rendezvousMessages = Route<NoBody, RendezvousMessages>(
    "rendezvousMessages", .get, "/relay/v1/rendezvous/{rendezvousID}", .none)

  /// At most 25 MiB, already sealed by the device.
  public static let storeAttachment = Route<RawBody, AttachmentStored>(
    "storeAttachment", .post, "/relay/v1/attachments", status: 201)
  public static let attachment = Route<NoBody, RawBody>(
    "attachment", .get, "/relay/v1/attachments/{attachmentID}")

  /// The table, for the server's register and the OpenAPI document.
  public static let all: [RouteDescription] = [
    signUp.description, lookUpHandle.description, lookUpAccount.description,
    publishStatement.description, publishRecoveryStatement.description,
    lookUpForRecovery.description, publishKEMKey.description, signInChallenge.description,
    signIn.description,
    signOut.description, createConversation.description, listConversations.description,
    conversation.description, changeConversation.description,
    putConversationPhoto.description, conversationPhoto.description,
    acceptConversation.description, admission.description, changeAdmission.description,
    ownDevices.description,
    uploadEnvelopes.description, mailbox.description, mailboxStream.description,
    acknowledgeMailbox.description, leaveRendezvousMessage.description,
    rendezvousMessages.description, storeAttachment.description, attachment.description,
  ]
}
