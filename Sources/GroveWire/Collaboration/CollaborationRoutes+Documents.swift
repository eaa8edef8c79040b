extension CollaborationRoutes {
  // MARK: Documents

  public static let createDocument = Route<CreateDocument, Document>(
    "createDocument", .post, "/collab/v1/documents", status: 201,
    summary: """
      Creates a document owned by the calling account. Asked again under the same identifier, it is the \
      document that was created then; once that was deleted, it is gone.
      """,
    refusals: changes + [.gone, .limitExceeded, .conflict])
  public static let listDocuments = Route<NoBody, DocumentList>(
    "listDocuments", .get, "/collab/v1/documents",
    summary: "A page of what the account owns or has been granted, newest first.",
    parameters: [.nextPage, .limit(200, default: 200)])
  public static let document = Route<NoBody, Document>(
    "document", .get, "/collab/v1/documents/{documentID}",
    summary: "A document as the calling account may see it.", refusals: [.gone])
  public static let changeDocument = Route<ChangeDocument, Document>(
    "changeDocument", .patch, "/collab/v1/documents/{documentID}",
    summary: "Renames or moves (owner only); what is absent stays.",
    refusals: changes + [.gone, .limitExceeded])
  public static let deleteDocument = Route<NoBody, CollaborationEnded>(
    "deleteDocument", .delete, "/collab/v1/documents/{documentID}",
    summary: "Ends sharing, cuts every stream, forgets the content (owner only).",
    refusals: changes + [.gone])

  // MARK: What is in them

  public static let appendUpdate = Route<AppendUpdate, UpdateAppended>(
    "appendUpdate", .post, "/collab/v1/documents/{documentID}/updates", status: 201,
    summary: """
      Appends opaque bytes to the log. The same `updateID` again answers the first sequence. Whom \
      `mentions` names is told of it.
      """,
    refusals: changes + [
      .gone, .readOnly, .commentsOff, .mentionsOff, .limitExceeded, .conflict,
    ])
  public static let documentEvents = Route<NoBody, DocumentEventPage>(
    "documentEvents", .get, "/collab/v1/documents/{documentID}/events",
    summary: """
      A page of log entries after a position, oldest first: at most `limit`, and fewer where they have \
      more than 256 KiB; one always comes.
      """,
    parameters: [positionAfter, .limit(500, default: 100)], refusals: [.gone, .positionUnknown])
  public static let documentStream = Route<NoBody, EventStream<DocumentEvent>>(
    "documentStream", .get, "/collab/v1/documents/{documentID}/stream",
    summary: """
      The log from a position on, and who is present. Events are named `document` (with an id), \
      `presence` and `ended`; a comment line keeps the connection alive.
      """,
    parameters: RouteParameter.positions,
    refusals: [.gone, .positionUnknown, .limitExceeded])
  public static let putSnapshot = Route<PutSnapshot, NoBody>(
    "putSnapshot", .put, "/collab/v1/documents/{documentID}/snapshot", status: 204,
    summary: """
      Keeps a client-made summary of everything up to a sequence; `conflict` for one older than what is \
      kept.
      """,
    refusals: changes + [.gone, .readOnly, .positionUnknown, .conflict, .limitExceeded])
  public static let snapshot = Route<NoBody, Snapshot>(
    "snapshot", .get, "/collab/v1/documents/{documentID}/snapshot",
    summary: "The newest summary; `not_found` where there is none.", refusals: [.gone])

  // MARK: Who is there

  public static let putPresence = Route<PutPresence, NoBody>(
    "putPresence", .put, "/collab/v1/documents/{documentID}/presence", status: 204,
    summary: "Says the caller is here, with a lease.",
    refusals: changes + [.gone, .limitExceeded])
  public static let presence = Route<NoBody, Presence>(
    "presence", .get, "/collab/v1/documents/{documentID}/presence", summary: "Who is here now.",
    refusals: [.gone])
  public static let endPresence = Route<NoBody, NoBody>(
    "endPresence", .delete, "/collab/v1/documents/{documentID}/presence", status: 204,
    summary: "Leaves before the lease ends.",
    parameters: [
      RouteParameter("clientID", .bytes(16), isRequired: true, "The window or program that leaves.")
    ],
    refusals: changes + [.gone])

  private static let positionAfter = RouteParameter.positions[0]

  static let aboutDocuments: [RouteDescription] = [
    createDocument.description, listDocuments.description, document.description,
    changeDocument.description, deleteDocument.description, appendUpdate.description,
    documentEvents.description, documentStream.description, putSnapshot.description,
    snapshot.description, putPresence.description, presence.description, endPresence.description,
  ]
}
