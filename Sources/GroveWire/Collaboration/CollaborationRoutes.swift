/// Every route of the collaboration server (design 6).
///
/// Two kinds of caller: a signed-in app account (its bearer token or session cookie), and the app's
/// own backend (`Authorization: Bearer <service key>`) that names the account it acts for in
/// `Grove-Account` and that account's session in `Grove-Session`.
///
/// What each route does, takes and refuses is said here and nowhere else: `openapi.yaml` is written
/// from these declarations.
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

  // MARK: Accounts and sessions

  public static let createAccount = Route<CreateAppAccount, AppSession>(
    "createAccount", .post, "/collab/v1/accounts", .none, status: 201,
    summary: "Creates a local account and signs it in; `forbidden` where registration is closed.",
    refusals: [.accountTaken, .forbidden, .limitExceeded])
  public static let createSession = Route<CreateSession, AppSession>(
    "createSession", .post, "/collab/v1/sessions", .none, status: 201,
    summary: """
      Signs a local account in. A wrong password and an unknown account are refused alike; a device \
      that shows what it got as `device` before is counted apart from strangers.
      """,
    refusals: [.credentialsInvalid, .accountDisabled, .forbidden, .limitExceeded])
  public static let endSession = Route<NoBody, NoBody>(
    "endSession", .delete, "/collab/v1/sessions/current", status: 204,
    summary: "Ends the calling session; when it is answered, no stream of it is served.",
    refusals: changes)
  public static let sessions = Route<NoBody, SessionList>(
    "sessions", .get, "/collab/v1/sessions",
    summary: "Where the caller is signed in, the last used first; `forbidden` to a backend.",
    refusals: [.forbidden])
  public static let endSessions = Route<NoBody, NoBody>(
    "endSessions", .delete, "/collab/v1/sessions", status: 204,
    summary: """
      Signs out everywhere, the calling session too. When it is answered, no stream of any session is \
      served.
      """,
    refusals: changes)
  public static let endOneSession = Route<NoBody, NoBody>(
    "endOneSession", .delete, "/collab/v1/sessions/{sessionID}", status: 204,
    summary: "Ends one session of the caller, named as in the list.", refusals: changes)
  public static let changePassword = Route<ChangePassword, PasswordChanged>(
    "changePassword", .put, "/collab/v1/me/password",
    summary: "Changes the caller's password and ends every other session with its streams.",
    refusals: changes + [.credentialsInvalid, .limitExceeded])
  public static let resetPassword = Route<ResetPassword, PasswordReset>(
    "resetPassword", .post, "/collab/v1/password-resets", .none,
    summary: """
      Chooses another password by a link from the server's operator, once, and ends every session of \
      the account with its streams.
      """,
    refusals: [.resetInvalid, .forbidden, .limitExceeded])
  public static let me = Route<NoBody, AppAccount>(
    "me", .get, "/collab/v1/me", summary: "The calling account.")

  // MARK: What needs no account

  /// Protocol 12.4.
  public static let collaborationKeys = Route<NoBody, CollaborationKeys>(
    "collaborationKeys", .get, "/.well-known/collab-keys.json", .none,
    summary: "The keys that sign notice attestations, and the one that posts to notice addresses.")
  public static let linkPage = Route<NoBody, RawBody>(
    "linkPage", .get, "/d/{collaborationID}", .none,
    summary: "The app's page, the same bytes for every identifier. Opening it changes nothing.",
    takesAnyQuery: true)

  /// A page of another origin that asks with this server's cookie is refused.
  static let changes: [ProblemCode] = [.forbidden]

  /// The table, for the server's register and the OpenAPI document.
  public static let all: [RouteDescription] =
    [
      createAccount.description, createSession.description, endSession.description,
      sessions.description, endSessions.description, endOneSession.description,
      changePassword.description, resetPassword.description, me.description,
    ] + aboutSignInCodes + aboutProvider + aboutEntry + aboutDocuments + aboutSharing + aboutRecords
    + aboutAssetsAndQueries + aboutDrives + aboutDriveShares
    + [collaborationKeys.description, linkPage.description]
}
