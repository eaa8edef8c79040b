import Foundation
public import GroveClient
import GroveIdentity
import GroveWire
public import SharedWithYouCore
import Synchronization

/// Which Grove server a program's containers are at, and who is signed in there. Not in the platform's framework,
/// which knows both from the device.
///
/// A program has one, `shared`: it calls `configure` at its start, or is told from outside with
/// `GROVE_CLOUD_CONTAINER`, `GROVE_CLOUD_SERVER` and `GROVE_CLOUD_SESSION_FILE`, or has a `grove-cloud.json` beside it or
/// in its working directory: `{"container":"iCloud.example.notes","server":"https://docs.example"}`.
///
/// A program that serves several persons makes a `GroveCloud` for each, with their credentials.
public final class GroveCloud: Sendable {
  /// The one behind `CKContainer.default()` and `CKContainer(identifier:)`.
  public static let shared = GroveCloud(settings: nil)

  struct State: Sendable {
    var settings: GroveCloudSettings?
    var session: CloudSession?
    /// Whether the session's file was looked into.
    var isLoaded = false
    var containers: [String: CKContainer] = [:]
    /// One for each container, however many objects stand for it.
    var contexts: [String: ContainerContext] = [:]
  }
  let state: Mutex<State>
  private let given: (server: Origin, credentials: any CredentialSource)?
  let transport: any ClientTransport
  let app: WeakApp
  /// What is offered in share sheets, and who hears of it.
  let shares = RecordShareDesk()
  let isAnswering = Mutex(false)

  private init(settings: GroveCloudSettings?) {
    state = Mutex(State(settings: settings))
    given = nil
    transport = HTTPClientTransport()
    app = WeakApp(value: .shared)
  }

  /// One person's containers, among several in a process.
  ///
  /// - Parameters:
  ///   - server: such as `https://docs.example`.
  ///   - credentials: the person's: a bearer token, or an app's own backend acting for them.
  ///   - app: in whose name their shares are sent into conversations, and whose links lead here; not kept alive. Nil:
  ///     nothing can be sent, and links that came are proved by nobody.
  /// - Throws: `serverMalformed`.
  public init(
    server: String, credentials: any CredentialSource,
    transport: any ClientTransport = HTTPClientTransport(), app: GroveApp? = nil
  ) throws(GroveCloudError) {
    self.app = WeakApp(value: app)
    guard let origin = try? Origin(server) else { throw .serverMalformed }
    given = (origin, credentials)
    self.transport = transport
    state = Mutex(State())
  }

  /// Says which container `CKContainer.default()` is, and where; before it is first used.
  ///
  /// - Parameters:
  ///   - container: one that the server's operator has named.
  ///   - server: such as `https://docs.example`.
  ///   - session: the path of the file that keeps the session; nil for one in the person's home.
  /// - Throws: `serverMalformed`; nothing has changed then.
  public static func configure(container: String, server: String, session: String? = nil)
    throws(GroveCloudError)
  {
    guard let origin = try? Origin(server) else { throw .serverMalformed }
    let settings = GroveCloudSettings(container: container, server: origin, session: session)
    shared.state.withLock { $0 = State(settings: settings) }
  }

  /// One of the server's containers; always the same object.
  public func container(_ identifier: String) -> CKContainer {
    let context = context(of: identifier)
    return state.withLock { state in
      if let known = state.containers[identifier] { return known }
      let made = CKContainer(context)
      state.containers[identifier] = made
      return made
    }
  }

  func context(of identifier: String) -> ContainerContext {
    state.withLock { state in
      if let known = state.contexts[identifier] { return known }
      let made = ContainerContext(identifier: identifier, cloud: self)
      state.contexts[identifier] = made
      return made
    }
  }

  // MARK: For calls

  /// - Throws: where nothing says where containers are.
  func settings() throws(GroveCloudError) -> GroveCloudSettings {
    try state.withLock { state throws(GroveCloudError) -> GroveCloudSettings in
      if let known = state.settings { return known }
      let found = try GroveCloudSettings.found()
      state.settings = found
      return found
    }
  }

  /// - Throws: `missingEntitlement` where nothing says which server it is.
  func client() throws(CKError) -> CollaborationClient {
    if let given {
      return CollaborationClient(
        origin: given.server, credentials: given.credentials, transport: transport)
    }
    do {
      return CollaborationClient(
        origin: try settings().server, credentials: CloudCredentials(cloud: self),
        transport: transport)
    } catch {
      throw CKError(.missingEntitlement, error.sentence)
    }
  }

  /// Where a container's subscriptions are kept; nil where they last as long as this object.
  func subscriptionsPath(of container: String) -> String? {
    guard keepsSession, var settings = try? settings() else { return nil }
    let session = settings.sessionPath
    (settings.container, settings.session) = (container, nil)
    let name = (settings.sessionPath as NSString).lastPathComponent
    return (session as NSString).deletingLastPathComponent + "/subscriptions-" + name
  }

  /// Whether sessions are this object's to keep: not where credentials were given.
  var keepsSession: Bool { given == nil }
}
