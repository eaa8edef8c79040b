/// Every route of the collaboration server (design 6).
///
/// Two kinds of caller: a signed-in app account (its bearer token or session cookie), and the app's
/// own backend (`Authorization: Bearer <service key>`) that names the account it acts for in
/// `Grove-Account` and that account's session in `Grove-Session`.
public enum CollaborationRoutes {
  /// The account a backend acts for: percent-encoded UTF-8 (protocol 2.8).
  public static let actingAccountHeader = "Grove-Account"
  /// The backend's identifier of that account's session: challenges are bound to its hash.
  public static let actingSessionHeader = "Grove-Session"
  /// How the account is shown to others, percent-encoded UTF-8; the label when absent.
  public static let actingNameHeader = "Grove-Display-Name"
  /// Stream events carrying a `DocumentEvent`; their `id` is its sequence.
  public static let documentEventName = "document"
  /// Stream events carrying a `Presence`; they have no `id`.
  public static let presenceEventName = "presence"
  /// The last stream event, carrying a `StreamEnded`.
  public static let endedEventName = "ended"

  public static let createAccount = Route<CreateAppAccount, AppSession>(
    "createAccount", .post, "/collab/v1/accounts", .none, status: 201)
  public static let createSession = Route<CreateSession, AppSession>(
    "createSession", .post, "/collab/v1/sessions", .none, status: 201)
  /// Ends the calling session and its streams.
  public static let endSession = Route<NoBody, NoBody>(
    "endSession", .delete, "/collab/v1/sessions/current", status: 204)
  /// Where the caller is signed in. Refused with `forbidden` to a backend, as the three after it.
  public static let sessions = Route<NoBody, SessionList>(
    "sessions", .get, "/collab/v1/sessions")
  /// Signs out everywhere: every session of the caller ends with its streams, the calling one too.
  public static let endSessions = Route<NoBody, NoBody>(
    "endSessions", .delete, "/collab/v1/sessions", status: 204)
  public static let endOneSession = Route<NoBody, NoBody>(
    "endOneSession", .delete, "/collab/v1/sessions/{sessionID}", status: 204)
  /// Ends every other session of the caller with its streams.
  public static let changePassword = Route<ChangePassword, PasswordChanged>(
    "changePassword", .put, "/collab/v1/me/password")
  public static let me = Route<NoBody, AppAccount>("me", .get, "/collab/v1/me")

  public static let createDocument = Route<CreateDocument, Document>(
    "createDocument", .post, "/collab/v1/documents", status: 201)
  /// Query: `after` (the page before's `next`), `limit` (1...200, default 200).
  public static let listDocuments = Route<NoBody, DocumentList>(
    "listDocuments", .get, "/collab/v1/documents")
  public static let document = Route<NoBody, Document>(
    "document", .get, "/collab/v1/documents/{documentID}")
  public static let changeDocument = Route<ChangeDocument, Document>(
    "changeDocument", .patch, "/collab/v1/documents/{documentID}")
  /// Owner only: ends sharing, cuts every stream, forgets the content.
  public static let deleteDocument = Route<NoBody, CollaborationEnded>(
    "deleteDocument", .delete, "/collab/v1/documents/{documentID}")
  public static let appendUpdate = Route<AppendUpdate, UpdateAppended>(
    "appendUpdate", .post, "/collab/v1/documents/{documentID}/updates", status: 201)
  /// Query: `after`, `limit` (1...500, default 100). A page also ends after 256 KiB, so that it may
  /// have fewer entries; one entry always comes.
  public static let documentEvents = Route<NoBody, DocumentEventPage>(
    "documentEvents", .get, "/collab/v1/documents/{documentID}/events")
  /// `Last-Event-ID` or query `after`; the default is the beginning.
  public static let documentStream = Route<NoBody, EventStream<DocumentEvent>>(
    "documentStream", .get, "/collab/v1/documents/{documentID}/stream")
  public static let putSnapshot = Route<PutSnapshot, NoBody>(
    "putSnapshot", .put, "/collab/v1/documents/{documentID}/snapshot", status: 204)
  public static let snapshot = Route<NoBody, Snapshot>(
    "snapshot", .get, "/collab/v1/documents/{documentID}/snapshot")
  public static let putPresence = Route<PutPresence, NoBody>(
    "putPresence", .put, "/collab/v1/documents/{documentID}/presence", status: 204)
  public static let presence = Route<NoBody, Presence>(
    "presence", .get, "/collab/v1/documents/{documentID}/presence")
  /// Query: `clientID`. Leaving before the lease ends.
  public static let endPresence = Route<NoBody, NoBody>(
    "endPresence", .delete, "/collab/v1/documents/{documentID}/presence", status: 204)

  public static let prepareCollaboration = Route<PrepareCollaboration, CollaborationPrepared>(
    "prepareCollaboration", .post, "/collab/v1/documents/{documentID}/collaboration")
  public static let collaboration = Route<NoBody, Collaboration>(
    "collaboration", .get, "/collab/v1/collaborations/{collaborationID}")
  public static let changeShareOptions = Route<ChangeShareOptions, Collaboration>(
    "changeShareOptions", .patch, "/collab/v1/collaborations/{collaborationID}")
  /// Owner only: stops sharing. Query `ifUnused=true`: only while it has no identity, which is how
  /// an app takes back a start action whose message was cancelled; otherwise nothing changes.
  public static let endCollaboration = Route<NoBody, CollaborationEnded>(
    "endCollaboration", .delete, "/collab/v1/collaborations/{collaborationID}")
  public static let updateIdentities = Route<UpdateIdentities, IdentitiesUpdated>(
    "updateIdentities", .post, "/collab/v1/collaborations/{collaborationID}/identities")
  /// Query: `after` (a root, base64url), `limit` (1...1000, default 1000).
  public static let participants = Route<NoBody, ParticipantList>(
    "participants", .get, "/collab/v1/collaborations/{collaborationID}/participants")
  /// The caller gives up every binding of its own (protocol 9.5).
  public static let leave = Route<NoBody, CollaborationEnded>(
    "leave", .delete, "/collab/v1/collaborations/{collaborationID}/participation")
  public static let challenge = Route<NoBody, ChallengeIssued>(
    "challenge", .post, "/collab/v1/collaborations/{collaborationID}/challenge")
  /// The body is the proof's JSON form (protocol 8.4), at most 8 KiB.
  public static let prove = Route<RawBody, AccessGranted>(
    "prove", .post, "/collab/v1/collaborations/{collaborationID}/proof")
  public static let knock = Route<Knock, KnockReceived>(
    "knock", .post, "/collab/v1/collaborations/{collaborationID}/knocks", status: 202)
  /// Query: `after` (the page before's `next`), `limit` (1...200, default 200).
  public static let knocks = Route<NoBody, KnockList>(
    "knocks", .get, "/collab/v1/collaborations/{collaborationID}/knocks")
  public static let answerKnock = Route<AnswerKnock, NoBody>(
    "answerKnock", .post, "/collab/v1/collaborations/{collaborationID}/knocks/{knockID}",
    status: 204)
  public static let attestNotice = Route<AttestNotice, NoticeAttested>(
    "attestNotice", .post, "/collab/v1/collaborations/{collaborationID}/attestations")

  /// Protocol 12.4.
  public static let collaborationKeys = Route<NoBody, CollaborationKeys>(
    "collaborationKeys", .get, "/.well-known/collab-keys.json", .none)
  /// The app's page, or an inert one: the same for every link, and opening it changes nothing.
  public static let linkPage = Route<NoBody, RawBody>(
    "linkPage", .get, "/d/{collaborationID}", .none)

  /// The table, for the server's register and the OpenAPI document.
  public static let all: [RouteDescription] = [
    createAccount.description, createSession.description, endSession.description,
    sessions.description, endSessions.description, endOneSession.description,
    changePassword.description, me.description, createDocument.description,
    listDocuments.description,
    document.description, changeDocument.description, deleteDocument.description,
    appendUpdate.description, documentEvents.description, documentStream.description,
    putSnapshot.description, snapshot.description, putPresence.description,
    presence.description, endPresence.description, prepareCollaboration.description,
    collaboration.description, changeShareOptions.description,
    endCollaboration.description, updateIdentities.description, participants.description,
    leave.description, challenge.description, prove.description, knock.description,
    knocks.description, answerKnock.description, attestNotice.description,
    collaborationKeys.description, linkPage.description,
  ]
}
