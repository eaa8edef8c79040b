import GroveAgent
import GroveIdentity

/// The apps that have ever registered here: who an origin belongs to on this device.
///
/// The first to come is believed, and remembered with its command; who comes later for the same
/// origin has to be the same (`docs/decisions/0016-agent.md`).
struct AppRegistry: Codable, Hashable, Sendable {
  struct Entry: Codable, Hashable, Sendable {
    var app: AgentApp
    /// Milliseconds.
    var registeredAt: UInt64
  }

  /// Why an app is not taken. The sentences are for its developer.
  enum Refusal: Hashable, Sendable {
    case nameUnusable
    case commandUnusable
    case anotherCommand
    case tooMany

    var detail: String {
      switch self {
      case .nameUnusable: "an app's name is 1 to 128 bytes without control characters"
      case .commandUnusable:
        "a command is an absolute path and at most 63 arguments, 8 KiB in all"
      case .anotherCommand: "another command is registered; see grove agent apps --forget"
      case .tooMany: "too many apps are registered; see grove agent apps --forget"
      }
    }
  }

  private(set) var entries: [Entry] = []

  func entry(_ origin: Origin) -> Entry? { entries.first { $0.app.origin == origin } }

  /// - Returns: whether the registry has changed.
  mutating func admit(_ app: AgentApp, now: UInt64, limit: Int) -> Result<
    Bool, AppRegistrationRefusal
  > {
    if let refusal = Self.check(app) { return .failure(AppRegistrationRefusal(reason: refusal)) }
    guard let index = entries.firstIndex(where: { $0.app.origin == app.origin }) else {
      guard entries.count < limit else { return .failure(AppRegistrationRefusal(reason: .tooMany)) }
      entries.append(Entry(app: app, registeredAt: now))
      return .success(true)
    }
    guard entries[index].app.command == app.command else {
      return .failure(AppRegistrationRefusal(reason: .anotherCommand))
    }
    let isNew = entries[index].app.name != app.name
    entries[index].app.name = app.name
    return .success(isNew)
  }

  /// - Returns: whether there was one.
  mutating func forget(_ origin: Origin) -> Bool {
    let before = entries.count
    entries.removeAll { $0.app.origin == origin }
    return entries.count < before
  }

  private static func check(_ app: AgentApp) -> Refusal? {
    let isPlain = app.name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard (1...128).contains(app.name.utf8.count), isPlain else { return .nameUnusable }
    let command = app.command
    guard command.isEmpty || command[0].hasPrefix("/"), command.count <= 64,
      command.reduce(0, { $0 + $1.utf8.count }) <= 8192,
      !command.contains(where: { $0.utf8.contains(0) })
    else { return .commandUnusable }
    return nil
  }
}

/// A registration that was refused.
struct AppRegistrationRefusal: Error, Hashable, Sendable {
  var reason: AppRegistry.Refusal
}
