/// Every route of the relay (design 6): who somebody is, and how they sign in. Conversations and
/// mailboxes are in the other half.
///
/// What each route does, takes and refuses is said here and nowhere else: `openapi.yaml` is written
/// from these declarations.
public enum RelayRoutes {
  /// The name of every event in the mailbox stream. Its data is a `MailboxEvent`.
  public static let mailboxEventName = "mailbox"

  // MARK: Accounts

  public static let signUp = Route<SignUp, RelayAccount>(
    "signUp", .post, "/relay/v1/accounts", .none, status: 201,
    summary: "Creates an account from its first statement.",
    refusals: [
      .handleTaken, .accountExists, .statementRefused, .kemKeyRefused, .limitExceeded, .forbidden,
    ])
  public static let lookUpHandle = Route<NoBody, HandleLookup>(
    "lookUpHandle", .get, "/relay/v1/handles/{handle}", summary: "Whose a handle is.",
    refusals: [.limitExceeded])
  public static let lookUpAccount = Route<NoBody, RelayAccount>(
    "lookUpAccount", .get, "/relay/v1/accounts/{accountID}",
    summary: "An account's statements and the KEM keys of its devices.",
    parameters: [chainStart])
  public static let publishStatement = Route<PublishStatement, StatementPublished>(
    "publishStatement", .post, "/relay/v1/statements",
    summary: "Appends a statement to the caller's chain.",
    refusals: [.statementRefused, .statementFork, .kemKeyRefused, .limitExceeded])
  /// Protocol 3.7, 11.6.
  public static let publishRecoveryStatement = Route<PublishStatement, StatementPublished>(
    "publishRecoveryStatement", .post, "/relay/v1/accounts/{accountID}/recovery", .none,
    summary: "Appends a recovery statement: its signature is the credential, so no sign-in.",
    refusals: [.statementRefused, .statementFork, .kemKeyRefused, .limitExceeded])
  /// Decision 0009.
  public static let lookUpForRecovery = Route<NoBody, RelayAccount>(
    "lookUpForRecovery", .get, "/relay/v1/handles/{handle}/recovery", .none,
    summary: """
      What a person who has lost every device needs to sign a recovery statement: nobody can sign in \
      for them, so this asks for no sign-in.
      """,
    parameters: [chainStart], refusals: [.limitExceeded])
  public static let publishKEMKey = Route<PublishKEMKey, NoBody>(
    "publishKEMKey", .post, "/relay/v1/kem-keys", status: 204,
    summary: "Publishes the calling device's next key for messages to it.",
    refusals: [.kemKeyRefused])
  public static let ownDevices = Route<NoBody, OwnDevices>(
    "ownDevices", .get, "/relay/v1/devices",
    summary: "The caller's devices: when each last fetched its mail, and what it has not fetched.")

  // MARK: Sign-in

  public static let signInChallenge = Route<SignInChallengeRequest, SignInChallenge>(
    "signInChallenge", .post, "/relay/v1/sign-in/challenge", .none,
    summary: "What a device is asked to sign. Issued for unknown devices too.")
  public static let signIn = Route<SignIn, RelayToken>(
    "signIn", .post, "/relay/v1/sign-in", .none,
    summary: "A token for a device that signed the challenge.",
    refusals: [
      .credentialsInvalid, .challengeInvalid, .challengeExpired, .challengeUsed,
    ])
  public static let signOut = Route<NoBody, NoBody>(
    "signOut", .delete, "/relay/v1/sign-in", status: 204, summary: "Ends the calling token.")

  // MARK: Devices that meet

  public static let leaveRendezvousMessage = Route<RendezvousMessage, NoBody>(
    "leaveRendezvousMessage", .post, "/relay/v1/rendezvous/{rendezvousID}", .none, status: 204,
    summary: "Leaves a message at a meeting place of two devices.", refusals: [.limitExceeded])
  public static let rendezvousMessages = Route<NoBody, RendezvousMessages>(
    "rendezvousMessages", .get, "/relay/v1/rendezvous/{rendezvousID}", .none,
    summary: "What was left at a meeting place.",
    parameters: [
      RouteParameter("from", .integer(0...1_000_000, default: 0), "The first message to return."),
      RouteParameter("wait", .integer(0...25, default: 0), "Seconds to wait for one."),
    ], refusals: [.limitExceeded])

  static let chainStart = RouteParameter("from", .decimal, "The first sequence number to return.")

  /// The table, for the server's register and the OpenAPI document.
  public static let all: [RouteDescription] =
    [
      signUp.description, lookUpHandle.description, lookUpAccount.description,
      publishStatement.description, publishRecoveryStatement.description,
      lookUpForRecovery.description, publishKEMKey.description, ownDevices.description,
      signInChallenge.description, signIn.description, signOut.description,
      leaveRendezvousMessage.description, rendezvousMessages.description,
    ] + aboutConversations
}
