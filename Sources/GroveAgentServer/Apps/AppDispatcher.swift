import GroveIdentity

/// Which action goes to which process of which app, when an app's command is started, and when an
/// action is given up. A value: time comes in, what to do comes out.
///
/// An action that was handed over is never failed by the dispatcher, whatever happens to the process: a
/// failure in time means to the messenger that nothing was made (decision 0006), and only the app
/// can know that. It waits to be handed over again, under its old identifier, or for the messenger
/// to give it up.
struct AppDispatcher: Sendable {
  typealias ActionID = Int
  typealias ConnectionID = Int

  enum Effect: Hashable, Sendable {
    case handOver(ActionID, to: ConnectionID)
    case start(Origin)
    case fail(ActionID, Reason)
  }

  enum Reason: Hashable, Sendable {
    /// It has no command, and is not here.
    case notRunning
    /// It was started, and did not come.
    case didNotCome
    /// It ended each time before it came.
    case keepsEnding
    /// Its command is none that can be started.
    case cannotStart
    /// `grove agent apps --forget`.
    case forgotten
  }

  struct Action: Sendable {
    var origin: Origin
    /// Milliseconds; until then it may be handed over for the first time.
    var deadline: UInt64
    /// Nil while it waits.
    var holder: ConnectionID?
    var wasHandedOver = false
  }

  struct App: Sendable {
    var canBeStarted: Bool
    /// The processes that answer, the newest last: that one is asked.
    var answering: [ConnectionID] = []
    var isRunning = false
    /// How often in a row its process ended without having answered anything.
    var failures = 0
    /// Milliseconds; not started before.
    var startableAt: UInt64
    /// Ended on its own at least once since the oldest waiting action came.
    var hasEnded = false
    /// The last try to start it did not even begin.
    var couldNotStart = false
  }

  private(set) var actions: [ActionID: Action] = [:]
  private(set) var apps: [Origin: App] = [:]

  /// - Parameter startableAt: apps that run already are given until then to find a new agent.
  mutating func know(_ origin: Origin, canBeStarted: Bool, startableAt: UInt64) {
    if apps[origin] == nil {
      apps[origin] = App(canBeStarted: canBeStarted, startableAt: startableAt)
    }
    apps[origin]?.canBeStarted = canBeStarted
  }

  mutating func forget(_ origin: Origin) -> [Effect] {
    apps[origin] = nil
    return waiting(for: origin).filter { actions[$0]?.wasHandedOver == false }
      .map { fail($0, .forgotten) }
  }

  mutating func arrived(_ id: ActionID, for origin: Origin, deadline: UInt64, now: UInt64)
    -> [Effect]
  {
    actions[id] = Action(origin: origin, deadline: deadline)
    return settle(origin, now: now)
  }

  /// Answered, or nobody waits for it any more.
  mutating func done(_ id: ActionID, answered: Bool) {
    guard let action = actions.removeValue(forKey: id), answered else { return }
    apps[action.origin]?.failures = 0
  }

  /// The process that had it is gone.
  mutating func lost(_ id: ActionID, now: UInt64) -> [Effect] {
    guard let action = actions[id] else { return [] }
    actions[id]?.holder = nil
    return settle(action.origin, now: now)
  }

  mutating func answering(_ connection: ConnectionID, for origin: Origin, now: UInt64)
    -> [Effect]
  {
    apps[origin]?.answering.removeAll { $0 == connection }
    apps[origin]?.answering.append(connection)
    apps[origin]?.hasEnded = false
    return settle(origin, now: now)
  }

  /// It does not answer any more, or is gone; what it had comes back by `lost`.
  mutating func silent(_ connection: ConnectionID, for origin: Origin, now: UInt64) -> [Effect] {
    apps[origin]?.answering.removeAll { $0 == connection }
    return settle(origin, now: now)
  }

  /// - Parameter couldStart: false where there was no process to end.
  mutating func ended(_ origin: Origin, couldStart: Bool = true, now: UInt64) -> [Effect] {
    guard var app = apps[origin] else { return [] }
    app.isRunning = false
    app.couldNotStart = !couldStart
    app.hasEnded = true
    app.failures += 1
    app.startableAt = now + Self.pause(after: app.failures)
    apps[origin] = app
    return settle(origin, now: now)
  }

  /// Something came due.
  mutating func tick(now: UInt64) -> [Effect] {
    var effects: [Effect] = []
    for origin in Set(actions.values.map(\.origin)) { effects += settle(origin, now: now) }
    return effects
  }

  /// When something comes due by itself; nil while nothing waits.
  var due: UInt64? {
    actions.values.filter { $0.holder == nil }.compactMap { action -> UInt64? in
      let deadline = action.wasHandedOver ? nil : action.deadline
      guard let app = apps[action.origin], app.canBeStarted, !app.isRunning else { return deadline }
      return min(deadline ?? app.startableAt, app.startableAt)
    }.min()
  }

  func waiting(for origin: Origin) -> [ActionID] {
    actions.filter { $0.value.origin == origin && $0.value.holder == nil }.map(\.key).sorted()
  }

  private mutating func settle(_ origin: Origin, now: UInt64) -> [Effect] {
    var effects: [Effect] = []
    let holder = apps[origin]?.answering.last
    for id in waiting(for: origin) {
      if let holder {
        actions[id]?.holder = holder
        actions[id]?.wasHandedOver = true
        effects.append(.handOver(id, to: holder))
      } else if let action = actions[id], !action.wasHandedOver, action.deadline <= now {
        effects.append(fail(id, reason(of: apps[origin])))
      }
    }
    if !waiting(for: origin).isEmpty, var app = apps[origin], app.canBeStarted, !app.isRunning,
      app.startableAt <= now
    {
      app.isRunning = true
      apps[origin] = app
      effects.append(.start(origin))
    }
    return effects
  }

  private mutating func fail(_ id: ActionID, _ reason: Reason) -> Effect {
    actions[id] = nil
    return .fail(id, reason)
  }

  private func reason(of app: App?) -> Reason {
    guard let app, app.canBeStarted else { return .notRunning }
    if app.couldNotStart { return .cannotStart }
    return app.hasEnded ? .keepsEnding : .didNotCome
  }

  /// Half a second at first, a minute at most.
  private static func pause(after failures: Int) -> UInt64 {
    min(60_000, 500 << UInt64(min(max(failures, 1) - 1, 7)))
  }
}
