import GroveIdentity

extension RelayRoutes {
  // MARK: Conversations

  public static let createConversation = Route<CreateConversation, Conversation>(
    "createConversation", .post, "/relay/v1/conversations", status: 201,
    summary: "Begins a conversation; who is put into it decides first whether to take part.",
    refusals: [.limitExceeded, .conflict, .forbidden, .notFound])
  public static let listConversations = Route<NoBody, ConversationList>(
    "listConversations", .get, "/relay/v1/conversations",
    summary: "The caller's conversations, and those it was put into and has not accepted.",
    parameters: [
      RouteParameter(
        "after", .bytes(ConversationID.byteCount), "The last identifier of the page before.")
    ])
  public static let conversation = Route<NoBody, Conversation>(
    "conversation", .get, "/relay/v1/conversations/{conversationID}",
    summary: "One of them.")
  public static let changeConversation = Route<ChangeConversation, Conversation>(
    "changeConversation", .patch, "/relay/v1/conversations/{conversationID}",
    summary: "Adds or removes members, or renames it. Who removes its own account leaves.",
    refusals: [.limitExceeded, .conflict, .forbidden])
  public static let putConversationPhoto = Route<RawBody, Conversation>(
    "putConversationPhoto", .put, "/relay/v1/conversations/{conversationID}/photo",
    summary: "At most 256 KiB of an image; an empty body removes the photo.",
    refusals: [.limitExceeded])
  public static let conversationPhoto = Route<NoBody, RawBody>(
    "conversationPhoto", .get, "/relay/v1/conversations/{conversationID}/photo",
    summary: "The conversation's photo.")

  // MARK: Message requests

  public static let acceptConversation = Route<NoBody, Conversation>(
    "acceptConversation", .post, "/relay/v1/conversations/{conversationID}/acceptance",
    summary: "The caller's account takes part in a conversation it was put into.",
    refusals: [.limitExceeded])
  public static let admission = Route<NoBody, Admission>(
    "admission", .get, "/relay/v1/admission",
    summary: "Who may put the caller into conversations, and who is blocked.")
  public static let changeAdmission = Route<ChangeAdmission, Admission>(
    "changeAdmission", .patch, "/relay/v1/admission", summary: "Blocks and unblocks accounts.",
    refusals: [.notFound, .limitExceeded])

  // MARK: Mail

  private static let urgency = RouteParameter(
    "Urgency", .text, in: .header,
    "As in RFC 8030, 5.3: nobody is woken for `low` and `very-low`; `normal` without it.")

  public static let uploadEnvelopes = Route<UploadEnvelopes, EnvelopesAccepted>(
    "uploadEnvelopes", .post, "/relay/v1/envelopes",
    summary: """
      Puts sealed envelopes into mailboxes. A recipient who cannot be reached is named in the answer; \
      the others get theirs.
      """,
    parameters: [urgency],
    refusals: [.devicesChanged, .notAMember, .limitExceeded, .forbidden, .conflict])
  public static let mailbox = Route<NoBody, MailboxPage>(
    "mailbox", .get, "/relay/v1/mailbox",
    summary: "A page of the calling device's mail after a position, oldest first.",
    parameters: RouteParameter.positions + [.limit(500, default: 100)],
    refusals: [.positionUnknown])
  public static let mailboxStream = Route<NoBody, EventStream<MailboxEvent>>(
    "mailboxStream", .get, "/relay/v1/mailbox/stream",
    summary: "The mail from a position on, each event named `mailbox` and with an id.",
    parameters: RouteParameter.positions, refusals: [.positionUnknown, .limitExceeded])
  public static let acknowledgeMailbox = Route<AcknowledgeMailbox, NoBody>(
    "acknowledgeMailbox", .post, "/relay/v1/mailbox/acknowledgements", status: 204,
    summary: "The mail up to a position is the device's own now and is forgotten here.",
    refusals: [.positionUnknown])

  // MARK: Notices of apps' servers (protocol 12.8)

  public static let makeNoticeAddress = Route<MakeNoticeAddress, NoticeAddressMade>(
    "makeNoticeAddress", .post, "/relay/v1/notice-addresses", status: 201,
    summary: "An address that one app's server may push notices of one collaboration to.",
    refusals: [.limitExceeded])
  public static let noticeAddresses = Route<NoBody, NoticeAddressList>(
    "noticeAddresses", .get, "/relay/v1/notice-addresses",
    summary: "The addresses the caller's account has given out; not their endpoints.")
  public static let endNoticeAddress = Route<NoBody, NoBody>(
    "endNoticeAddress", .delete, "/relay/v1/notice-addresses/{addressID}", status: 204,
    summary: "Ends an address at once; what waits of it is not delivered.")
  public static let push = Route<RawBody, NoBody>(
    "push", .post, "/relay/v1/push/{pushToken}", .none, status: 201,
    summary: """
      Pushes a message as Web Push does (RFC 8030, 8291, 8292): `TTL`, `Topic` where it replaces one that \
      waits, `Authorization: vapid` with the address's key, `Content-Encoding: aes128gcm`.
      """,
    parameters: [
      RouteParameter(
        "TTL", .decimal, in: .header, isRequired: true, "Seconds that the message may wait."),
      RouteParameter("Topic", .text, in: .header, "A message of the same topic is replaced."),
      urgency,
    ], refusals: [.unsupportedMediaType])

  // MARK: Attachments

  public static let storeAttachment = Route<RawBody, AttachmentStored>(
    "storeAttachment", .post, "/relay/v1/attachments", status: 201,
    summary: "At most 25 MiB, already sealed by the device.", refusals: [.limitExceeded])
  public static let attachment = Route<NoBody, RawBody>(
    "attachment", .get, "/relay/v1/attachments/{attachmentID}", summary: "The bytes of one.")

  static let aboutConversations: [RouteDescription] =
    [
      createConversation.description, listConversations.description, conversation.description,
      changeConversation.description, putConversationPhoto.description,
      conversationPhoto.description, acceptConversation.description, admission.description,
      changeAdmission.description, uploadEnvelopes.description, mailbox.description,
      mailboxStream.description, acknowledgeMailbox.description, makeNoticeAddress.description,
      noticeAddresses.description, endNoticeAddress.description, push.description,
      storeAttachment.description, attachment.description,
    ] + aboutWebPush
}
