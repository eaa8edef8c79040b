public import Foundation
import GroveClient
import GroveIdentity
import GroveWire
import Synchronization

/// Signing in to an app account of the server, and staying signed in.
extension GroveCloud {
  /// Makes a local account at the server and signs it in. The session is kept in a file that only its owner can read.
  /// - Throws: `CKError`: `serverRejectedRequest` where the name is taken, `permissionFailure` where the server takes no
  ///   new accounts; `GroveCloudError`.
  public func createAccount(_ account: String, password: String, displayName: String) async throws {
    let label = try label(account)
    try await enter { client throws(ClientError) in
      try await client.createAccount(
        CreateAppAccount(account: label, displayName: displayName, password: password))
    }
  }

  /// Signs in to a local account. `CKAccountChanged` is posted.
  /// - Throws: `CKError.notAuthenticated` where name or password are wrong; `GroveCloudError`.
  public func signIn(account: String, password: String) async throws {
    let label = try label(account)
    let device = try? session()?.device
    try await enter { client throws(ClientError) in
      try await client.createSession(
        CreateSession(account: label, password: password, device: device))
    }
  }

  /// Ends the session, here also where the server cannot be told. `CKAccountChanged` is posted.
  public func signOut() async throws {
    let (settings, client) = (try settings(), try client())
    try? await client.endSession()
    CloudSessionFile(path: settings.sessionPath).remove()
    state.withLock { ($0.session, $0.isLoaded) = (nil, true) }
    accountChanged()
  }

  private func label(_ account: String) throws(CKError) -> AccountLabel {
    guard keepsSession else {
      throw CKError(.invalidArguments, "Credentials were given: nobody signs in here.")
    }
    guard let label = try? AccountLabel(account) else {
      throw CKError(.invalidArguments, "An account's name looks like ann@docs.example.")
    }
    return label
  }

  private func enter(
    _ call: (CollaborationClient) async throws(ClientError) -> AppSession
  ) async throws {
    let settings = try settings()
    let made: AppSession
    do {
      made = try await call(CollaborationClient(origin: settings.server, transport: transport))
    } catch {
      throw CKError(error)
    }
    let session = CloudSession(origin: settings.server, made)
    try CloudSessionFile(path: settings.sessionPath).save(session)
    state.withLock { ($0.session, $0.isLoaded) = (session, true) }
    accountChanged()
  }

  /// The session, from memory or its file; nil where nobody is signed in. One of another server is none.
  func session() throws(GroveCloudError) -> CloudSession? {
    let settings = try settings()
    return try state.withLock { state throws(GroveCloudError) -> CloudSession? in
      if state.isLoaded { return state.session }
      let found = try CloudSessionFile(path: settings.sessionPath).load()
      state.session = found?.origin == settings.server ? found : nil
      state.isLoaded = true
      return state.session
    }
  }

  /// The server does not take the session any more: another program may have signed in since.
  /// - Returns: whether there is another one.
  func sessionEnded(_ token: String) throws(GroveCloudError) -> Bool {
    let settings = try settings()
    let found = try CloudSessionFile(path: settings.sessionPath).load()
    let isAnother = found.map { $0.token != token && $0.origin == settings.server } ?? false
    let isNews = state.withLock { state in
      let had = state.session
      state.session = isAnother ? found : nil
      state.isLoaded = true
      return had != state.session
    }
    if isNews { accountChanged() }
    return isAnother
  }

  private func accountChanged() {
    for context in state.withLock({ Array($0.contexts.values) }) {
      context.forgetUser()
      context.live.accountChanged()
    }
    NotificationCenter.default.post(name: .CKAccountChanged, object: nil)
  }
}

extension NSNotification.Name {
  /// Posted when somebody signs in or out, or the server has ended the session: ask for the status again.
  public static let CKAccountChanged = NSNotification.Name("CKAccountChangedNotification")
}

/// The credentials of whoever is signed in.
struct CloudCredentials: CredentialSource {
  let cloud: GroveCloud

  func headers() async throws(ClientError) -> [ClientHeader] {
    guard let session = try? cloud.session() else { throw .problem(Problem(.unauthenticated)) }
    return [ClientHeader("Authorization", "Bearer \(session.token)")]
  }

  func renew(_ refused: [ClientHeader]) async throws(ClientError) -> Bool {
    guard let token = refused.first?.value.dropFirst("Bearer ".count) else { return false }
    return (try? cloud.sessionEnded(String(token))) ?? false
  }
}
