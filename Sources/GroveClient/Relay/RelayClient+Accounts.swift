public import GroveIdentity
public import GroveMessage
public import GroveWire

extension RelayClient {
  /// Makes an account of this relay, without credentials. Refused with `handle_taken`,
  /// `account_exists`, `statement_refused`, `kem_key_refused`.
  public func signUp(_ body: SignUp) async throws(ClientError) -> RelayAccount {
    try await caller.call(RelayRoutes.signUp, .json(body))
  }

  /// Which account holds a handle: the relay's word (protocol 11.3). Refused with `not_found`.
  public func lookUp(handle: String) async throws(ClientError) -> HandleLookup {
    try await caller.call(RelayRoutes.lookUpHandle, path: [handle])
  }

  /// An account's chain from a sequence number on, page by page, and its usable KEM keys. Nothing of it
  /// has been verified.
  public func lookUp(account: AccountID, from seq: UInt64 = 0) async throws(ClientError)
    -> RelayAccount
  {
    try await whole(RelayRoutes.lookUpAccount, account.base64url, from: seq)
  }

  /// The last page's account with the statements of all.
  private func whole(
    _ route: Route<NoBody, RelayAccount>, _ name: String, from seq: UInt64
  ) async throws(ClientError) -> RelayAccount {
    var (from, statements): (UInt64, [SignedStatement]) = (seq, [])
    while true {
      var page = try await caller.call(route, path: [name], query: [("from", String(from))])
      statements += page.statements
      // A relay that sends its reader back would never come to an end.
      guard let next = page.next?.value, next > from else {
        page.statements = statements
        page.next = nil
        return page
      }
      from = next
    }
  }

  /// Appends a statement to the calling account's chain. Refused with `statement_refused`,
  /// `statement_fork`.
  public func publish(_ body: PublishStatement) async throws(ClientError) -> StatementPublished {
    try await caller.call(RelayRoutes.publishStatement, .json(body))
  }

  /// A statement signed by the recovery key, which is its own credential.
  public func publishRecovery(_ body: PublishStatement, for account: AccountID)
    async throws(ClientError) -> StatementPublished
  {
    try await caller.call(
      RelayRoutes.publishRecoveryStatement, .json(body), path: [account.base64url])
  }

  /// The chain of a handle's account, for who has nothing but the recovery code. Nothing of it has
  /// been verified.
  public func lookUpForRecovery(handle: String) async throws(ClientError) -> RelayAccount {
    try await whole(RelayRoutes.lookUpForRecovery, handle, from: 0)
  }

  /// Adds a KEM key of the calling device. Refused with `kem_key_refused`.
  public func publish(_ kemKey: SignedKEMKey) async throws(ClientError) {
    _ = try await caller.call(RelayRoutes.publishKEMKey, .json(PublishKEMKey(kemKey: kemKey)))
  }

  /// The first of two steps to a token: what the device is to sign with its identity key. Answered
  /// whether it exists or not.
  public func signInChallenge(account: AccountID, device: DeviceID) async throws(ClientError)
    -> SignInChallenge
  {
    try await caller.call(
      RelayRoutes.signInChallenge,
      .json(SignInChallengeRequest(accountID: account, deviceID: device)))
  }

  /// The second of two steps to a token: the signed challenge. Refused with `credentials_invalid`,
  /// `challenge_invalid`, `challenge_expired`, `challenge_used`.
  public func signIn(_ body: SignIn) async throws(ClientError) -> RelayToken {
    try await caller.call(RelayRoutes.signIn, .json(body))
  }

  /// Ends the calling device's token at the relay.
  public func signOut() async throws(ClientError) {
    _ = try await caller.call(RelayRoutes.signOut)
  }
}
