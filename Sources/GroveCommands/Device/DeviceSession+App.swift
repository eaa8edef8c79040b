import GroveClient
import GroveIdentity
import GroveWire

/// The app's side of a device.
extension DeviceSession {
  func signUpToApp(account: String, displayName: String, password: String) async throws {
    let client = CollaborationClient(origin: appOrigin, transport: transport)
    let session = try await client.createAccount(
      CreateAppAccount(
        account: AccountLabel(account), displayName: displayName, password: password))
    try keep(session)
  }

  func signInToApp(account: String, password: String) async throws {
    let client = CollaborationClient(origin: appOrigin, transport: transport)
    let session = try await client.createSession(
      CreateSession(account: AccountLabel(account), password: password))
    try keep(session)
  }

  private func keep(_ session: AppSession) throws {
    try adopt(
      AppSessionFile(
        origin: appOrigin, account: session.account, displayName: session.displayName,
        token: session.token))
  }
}
