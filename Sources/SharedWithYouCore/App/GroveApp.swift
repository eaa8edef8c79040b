import Foundation
import GroveIdentity
public import GroveSystem
import Synchronization

/// Which app this program is, and its way to the messenger of its person. Not in the platform's
/// framework, which knows both from the installed bundle.
///
/// A program is one app: it calls `configure` at its start, or is told from outside with
/// `GROVE_APP_ORIGIN` (and `GROVE_APP_NAME`), or has a `grove-app.json` beside it or in its working
/// directory: `{"origin":"https://docs.example","name":"Recipes","command":["/usr/bin/recipes"]}`.
/// The messenger is the one behind the person's agent, unless one in this process is given.
///
/// A program that serves several persons makes a `GroveApp` for each, with their messenger.
public final class GroveApp: Sendable {
  /// The app that this program is, as `configure`, the environment or `grove-app.json` says.
  public static let shared = GroveApp(settings: nil, system: nil)

  /// Brings this app's actions; `SWCollaborationCoordinator.shared` is that of `shared`.
  public let coordinator: SWCollaborationCoordinator

  private struct State: Sendable {
    var settings: GroveAppSettings?
    var system: (any MessagingSystem)?
    var connection: GroveAppConnection?
    /// Something of the framework has been used, so the messenger is to know the app.
    var isUsed = false
    var listeners: [Int: AsyncStream<GroveAppConnection>.Continuation] = [:]
    var nextListener = 0
  }
  private let state: Mutex<State>
  private let registration: AppRegistration

  private init(settings: GroveAppSettings?, system: (any MessagingSystem)?) {
    state = Mutex(State(settings: settings, system: system))
    registration = AppRegistration()
    coordinator = SWCollaborationCoordinator()
    coordinator.whenUsed { [weak self] in self?.use() }
  }

  deinit {
    let (connection, listeners) = state.withLock { ($0.connection, Array($0.listeners.values)) }
    if let connection { registration.unregister(connection) }
    for listener in listeners { listener.finish() }
  }

  /// One app of one person, among several in a process.
  ///
  /// - Parameter system: the person's messenger.
  /// - Throws: `originMalformed`.
  public convenience init(
    origin: String, name: String, command: [String] = [], system: any MessagingSystem
  ) throws(GroveAppError) {
    self.init(
      settings: try Self.settings(origin: origin, name: name, command: command), system: system)
  }

  /// Says which app this program is, and where its person's messenger is.
  ///
  /// - Parameters:
  ///   - origin: the origin of every link the app makes, for example `https://docs.example`.
  ///   - command: program and arguments that start the app in the background; may be empty.
  ///   - system: a messenger in this process; nil for the one behind the person's agent.
  /// - Throws: `originMalformed`; nothing has changed then.
  public static func configure(
    origin: String, name: String, command: [String] = [], system: (any MessagingSystem)? = nil
  ) throws(GroveAppError) {
    let settings = try settings(origin: origin, name: name, command: command)
    shared.change(settings, system)
  }

  private func change(_ settings: GroveAppSettings, _ system: (any MessagingSystem)?) {
    let (old, isUsed) = state.withLock { state in
      defer { (state.settings, state.system, state.connection) = (settings, system, nil) }
      return (state.connection, state.isUsed)
    }
    if let old { registration.unregister(old) }
    if isUsed { use() }
  }

  /// From now on the messenger is to know the app; where none can be reached, `problem` says why.
  private func use() {
    state.withLock { $0.isUsed = true }
    _ = try? connected()
  }

  /// From now on actions about what the system itself shares go to this handler and not to the app's; the messenger is to
  /// know the app.
  ///
  /// - Parameter isReplaced: which of those that were added before answer no more.
  package func answer(
    with handler: any SystemActionHandler,
    replacing isReplaced: (any SystemActionHandler) -> Bool = { _ in false }
  ) {
    coordinator.add(handler, replacing: isReplaced)
    use()
  }

  private static func settings(origin: String, name: String, command: [String])
    throws(GroveAppError) -> GroveAppSettings
  {
    guard let origin = try? Origin(origin) else { throw .originMalformed }
    return GroveAppSettings(origin: origin, name: name, command: command)
  }

  /// The way to the messenger, made when it is first needed.
  /// - Throws: why there is none.
  package func connected() throws(GroveAppError) -> GroveAppConnection {
    try state.withLock { state throws(GroveAppError) -> GroveAppConnection in
      if let connection = state.connection { return connection }
      let settings = if let known = state.settings { known } else { try Self.foundSettings() }
      let connection = GroveAppConnection(
        settings, system: state.system, coordinator: coordinator)
      state.connection = connection
      for listener in state.listeners.values { listener.yield(connection) }
      registration.register(connection)
      return connection
    }
  }

  private static func foundSettings() throws(GroveAppError) -> GroveAppSettings {
    // Not what it was called by: a shell finds a program along its PATH.
    let program = Bundle.main.executableURL?.deletingLastPathComponent().path
    let paths = [program, FileManager.default.currentDirectoryPath].compactMap(\.self).map {
      $0 + "/" + GroveAppSettings.fileName
    }
    return try GroveAppSettings.found(
      environment: ProcessInfo.processInfo.environment,
      files: paths.compactMap { path in
        FileManager.default.contents(atPath: path).map { (path, Array($0)) }
      })
  }

  /// Makes the app known to its messenger, and returns when that has been done.
  ///
  /// The coordinator and the highlight centre begin this by themselves when they are first used;
  /// a program that shares at once waits for it here.
  /// - Throws: why the messenger cannot be asked; `notRegistered` where it does not take the app. An
  ///   app that goes on all the same is made known as soon as that can be done.
  public func register() async throws(GroveAppError) {
    use()
    let connection = try connected()
    if let failure = await registration.settled(connection) { throw .notRegistered(failure) }
  }

  /// The way to the messenger, and each that takes its place, until the reader stops.
  package func connections() -> AsyncStream<GroveAppConnection> {
    let (stream, listener) = AsyncStream.makeStream(of: GroveAppConnection.self)
    let number = state.withLock { state in
      state.nextListener += 1
      state.listeners[state.nextListener] = listener
      if let connection = state.connection { listener.yield(connection) }
      return state.nextListener
    }
    listener.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[number] = nil }
    }
    return stream
  }

  /// Why the messenger cannot be reached; nil where it can be asked.
  public var problem: GroveAppError? {
    do {
      _ = try connected()
      return nil
    } catch {
      return error
    }
  }
}
