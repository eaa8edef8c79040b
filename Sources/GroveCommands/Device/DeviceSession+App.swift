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
    let label = try AccountLabel(account)
    let known = try? AppSessionFile.load(from: folder)
    let device = known?.account == label && known?.origin == appOrigin ? known?.device : nil
    let session = try await client.createSession(
      CreateSession(account: label, password: password, device: device))
    try keep(session)
  }

  /// - Returns: how many other sessions ended.
  func changeAppPassword(from old: String, to new: String) async throws -> Int {
    let changed = try await app().client.changePassword(
      ChangePassword(oldPassword: old, newPassword: new))
    if var file = try AppSessionFile.load(from: folder) {
      file.device = changed.device
      try adopt(file)
    }
    return changed.endedSessions
  }

  private func keep(_ session: AppSession) throws {
    try adopt(
      AppSessionFile(
        origin: appOrigin, account: session.account, displayName: session.displayName,
        token: session.token, device: session.device))
  }
}
