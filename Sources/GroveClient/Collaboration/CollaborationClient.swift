public import GroveIdentity
public import GroveWire

/// Every route of the collaboration server as one function (design 6). A value without state of its
/// own: copies share transport and credentials.
///
/// Every function throws `ClientError` and nothing else. The codes to expect are the route's own.
public struct CollaborationClient: Sendable {
  /// Where all requests go: the server's origin, which its collaborations have as audience.
  public let origin: Origin
  let caller: RouteCaller

  /// - Parameter credentials: an app account's (`.bearer`), its backend's (`.backend`), or none.
  public init(
    origin: Origin, credentials: any CredentialSource = FixedCredentials.none,
    transport: any ClientTransport
  ) {
    self.origin = origin
    caller = RouteCaller(origin: origin, transport: transport, credentials: credentials)
  }

  /// Makes a local account and signs it in. Refused with `account_taken`, `forbidden` where the
  /// server takes no registrations.
  public func createAccount(_ body: CreateAppAccount) async throws(ClientError) -> AppSession {
    try await caller.call(CollaborationRoutes.createAccount, .json(body))
  }

  /// Signs a local account in. Refused with `credentials_invalid`, `rate_limited`.
  public func createSession(_ body: CreateSession) async throws(ClientError) -> AppSession {
    try await caller.call(CollaborationRoutes.createSession, .json(body))
  }

  /// Ends the calling session and its streams.
  public func endSession() async throws(ClientError) {
    _ = try await caller.call(CollaborationRoutes.endSession)
  }

  /// Where the calling account is signed in.
  public func sessions() async throws(ClientError) -> [SessionEntry] {
    try await caller.call(CollaborationRoutes.sessions).sessions
  }

  /// Ends one session of the calling account. Refused with `not_found`.
  public func endSession(_ id: String) async throws(ClientError) {
    _ = try await caller.call(CollaborationRoutes.endOneSession, path: [id])
  }

  /// Signs out everywhere, here too.
  public func endSessions() async throws(ClientError) {
    _ = try await caller.call(CollaborationRoutes.endSessions)
  }

  /// Ends every other session. Refused with `credentials_invalid` where the old password is wrong.
  public func changePassword(_ body: ChangePassword) async throws(ClientError) -> PasswordChanged {
    try await caller.call(CollaborationRoutes.changePassword, .json(body))
  }

  /// Ends every session of the account that the link is for. Refused with `reset_invalid` where it was
  /// used, or is good no more.
  public func resetPassword(_ body: ResetPassword) async throws(ClientError) -> PasswordReset {
    try await caller.call(CollaborationRoutes.resetPassword, .json(body))
  }

  /// Makes a code to sign in on another device with; one that was made before is good no more.
  public func makeSignInCode() async throws(ClientError) -> SignInCodeMade {
    try await caller.call(CollaborationRoutes.makeSignInCode)
  }

  /// Signs in by a code that a session has made. Refused with `code_invalid`, `rate_limited`.
  public func useSignInCode(_ body: UseSignInCode) async throws(ClientError) -> AppSession {
    try await caller.call(CollaborationRoutes.useSignInCode, .json(body))
  }

  /// What the device of somebody who has no account is asked to sign (protocol 8.9).
  public func entryChallenge(for id: CollaborationID) async throws(ClientError) -> EntryChallenge {
    try await caller.call(CollaborationRoutes.entryChallenge, path: [id.text])
  }

  /// A session and access by a proof alone. Refused with the codes of protocol 8.5; `forbidden` where no new accounts
  /// are taken.
  public func enter(_ id: CollaborationID, _ body: Enter) async throws(ClientError) -> Entered {
    try await caller.call(CollaborationRoutes.enter, .json(body), path: [id.text])
  }

  /// For an account that a proof has made. Refused with `forbidden` where it has a password, `account_taken` where the
  /// sign-in name is somebody's.
  public func addPassword(_ body: AddPassword) async throws(ClientError) {
    _ = try await caller.call(CollaborationRoutes.addPassword, .json(body))
  }

  /// The calling account and how it is shown.
  public func me() async throws(ClientError) -> AppAccount {
    try await caller.call(CollaborationRoutes.me)
  }

  /// The keys that sign notice attestations (protocol 12.4).
  public func keys() async throws(ClientError) -> [CollaborationKeys.Key] {
    try await caller.call(CollaborationRoutes.collaborationKeys).keys
  }

  /// The key that posts to notice addresses made for this server (protocol 12.8); nil where it tells
  /// nothing by itself.
  public func pushKey() async throws(ClientError) -> PublicKey? {
    try await caller.call(CollaborationRoutes.collaborationKeys).pushKey
  }

  /// The inert page of a link, as whoever opens it without an app gets it.
  public func linkPage(_ id: CollaborationID) async throws(ClientError) -> [UInt8] {
    try await caller.call(CollaborationRoutes.linkPage, path: [id.text])
  }
}
