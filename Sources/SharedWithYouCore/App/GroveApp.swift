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
  /// The program's own.
  public static let shared = GroveApp(settings: nil, system: nil)

  /// What actions come through; `SWCollaborationCoordinator.shared` is that of `shared`.
  public let coordinator: SWCollaborationCoordinator

  private struct State: Sendable {
    var settings: GroveAppSettings?
    var system: (any MessagingSystem)?
    var connection: GroveAppConnection?
  }
  private let state: Mutex<State>

  private init(settings: GroveAppSettings?, system: (any MessagingSystem)?) {
    state = Mutex(State(settings: settings, system: system))
    coordinator = SWCollaborationCoordinator()
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
    shared.state.withLock { $0 = State(settings: settings, system: system) }
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
    throw .noMessenger
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
