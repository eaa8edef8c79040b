import GroveIdentity
import Testing

@testable import GroveAgent
@testable import GroveAgentServer

/// A dispatcher whose changes can stand inside an expectation.
private final class Desk {
  private var dispatcher = AppDispatcher()
  typealias Effects = [AppDispatcher.Effect]

  var due: UInt64? { dispatcher.due }
  var actions: [Int: AppDispatcher.Action] { dispatcher.actions }
  func waiting(for origin: Origin) -> [Int] { dispatcher.waiting(for: origin) }
  func know(_ origin: Origin, canBeStarted: Bool, startableAt: UInt64) {
    dispatcher.know(origin, canBeStarted: canBeStarted, startableAt: startableAt)
  }
  func forget(_ origin: Origin) -> Effects { dispatcher.forget(origin) }
  func arrived(_ id: Int, for origin: Origin, deadline: UInt64, now: UInt64) -> Effects {
    dispatcher.arrived(id, for: origin, deadline: deadline, now: now)
  }
  func done(_ id: Int, answered: Bool) { dispatcher.done(id, answered: answered) }
  func lost(_ id: Int, now: UInt64) -> Effects { dispatcher.lost(id, now: now) }
  func answering(_ connection: Int, for origin: Origin, now: UInt64) -> Effects {
    dispatcher.answering(connection, for: origin, now: now)
  }
  func silent(_ connection: Int, for origin: Origin, now: UInt64) -> Effects {
    dispatcher.silent(connection, for: origin, now: now)
  }
  func ended(_ origin: Origin, couldStart: Bool = true, now: UInt64) -> Effects {
    dispatcher.ended(origin, couldStart: couldStart, now: now)
  }
  func tick(now: UInt64) -> Effects { dispatcher.tick(now: now) }
}

struct AppDispatcherTests {
  private let origin: Origin
  private let dispatcher = Desk()

  init() throws {
    origin = try Sample.origin("recipes")
    dispatcher.know(origin, canBeStarted: true, startableAt: 1000)
  }

  @Test func `an action for an app that answers is handed over at once, to the newest`() {
    #expect(dispatcher.answering(1, for: origin, now: 0) == [])
    #expect(dispatcher.answering(2, for: origin, now: 0) == [])
    #expect(dispatcher.arrived(7, for: origin, deadline: 9000, now: 0) == [.handOver(7, to: 2)])
    #expect(dispatcher.due == nil)
  }

  @Test func `an app is started for an action, and not again while it runs`() {
    #expect(dispatcher.arrived(7, for: origin, deadline: 90_000, now: 2000) == [.start(origin)])
    #expect(dispatcher.arrived(8, for: origin, deadline: 90_000, now: 2000) == [])
    #expect(dispatcher.tick(now: 60_000) == [])
    #expect(
      dispatcher.answering(1, for: origin, now: 3000) == [.handOver(7, to: 1), .handOver(8, to: 1)])
  }

  @Test func `apps that run already are given a moment to find a new agent`() {
    #expect(dispatcher.arrived(7, for: origin, deadline: 9000, now: 0) == [])
    #expect(dispatcher.due == 1000)
    #expect(dispatcher.answering(1, for: origin, now: 500) == [.handOver(7, to: 1)])
    #expect(dispatcher.tick(now: 1000) == [])
  }

  @Test func `an action that nobody was handed fails when its time is over`() {
    #expect(dispatcher.arrived(7, for: origin, deadline: 9000, now: 2000) == [.start(origin)])
    #expect(dispatcher.due == 9000)
    #expect(dispatcher.tick(now: 8999) == [])
    #expect(dispatcher.tick(now: 9000) == [.fail(7, .didNotCome)])
    #expect(dispatcher.actions.isEmpty)
  }

  @Test func `an action that was handed over is not failed, and goes to the next`() {
    _ = dispatcher.answering(1, for: origin, now: 0)
    _ = dispatcher.arrived(7, for: origin, deadline: 9000, now: 0)
    #expect(dispatcher.silent(1, for: origin, now: 1000) == [])
    #expect(dispatcher.lost(7, now: 1000) == [.start(origin)])
    #expect(dispatcher.tick(now: 90_000) == [])
    #expect(dispatcher.forget(origin) == [])
    dispatcher.know(origin, canBeStarted: true, startableAt: 0)
    #expect(dispatcher.answering(2, for: origin, now: 91_000) == [.handOver(7, to: 2)])
  }

  @Test func `an app that keeps ending is started more and more slowly, within a minute`() {
    var starts: [UInt64] = []
    var now: UInt64 = 2000
    #expect(dispatcher.arrived(7, for: origin, deadline: .max, now: now) == [.start(origin)])
    for _ in 0..<12 {
      #expect(dispatcher.ended(origin, now: now) == [])
      let due = dispatcher.due ?? 0
      #expect(dispatcher.tick(now: due - 1) == [])
      #expect(dispatcher.tick(now: due) == [.start(origin)])
      starts.append(due - now)
      now = due
    }
    #expect(starts.prefix(4) == [500, 1000, 2000, 4000])
    #expect(starts == starts.sorted())
    #expect(starts.last == 60_000)
  }

  @Test func `an answer ends the slowness`() {
    _ = dispatcher.arrived(7, for: origin, deadline: .max, now: 2000)
    for now in [2000, 3000, 5000] as [UInt64] {
      _ = dispatcher.ended(origin, now: now)
      _ = dispatcher.tick(now: dispatcher.due ?? 0)
    }
    _ = dispatcher.answering(1, for: origin, now: 20_000)
    dispatcher.done(7, answered: true)
    _ = dispatcher.silent(1, for: origin, now: 20_000)
    _ = dispatcher.ended(origin, now: 20_000)
    _ = dispatcher.arrived(8, for: origin, deadline: .max, now: 20_000)
    #expect(dispatcher.due == 20_500)
  }

  @Test func `an app without a command is waited for, and then said to be away`() throws {
    let other = try Sample.origin("sheets")
    dispatcher.know(other, canBeStarted: false, startableAt: 0)
    #expect(dispatcher.arrived(7, for: other, deadline: 9000, now: 2000) == [])
    #expect(dispatcher.tick(now: 9000) == [.fail(7, .notRunning)])
  }

  @Test func `an app whose command cannot be started is said to`() {
    _ = dispatcher.arrived(7, for: origin, deadline: 2600, now: 2000)
    _ = dispatcher.ended(origin, couldStart: false, now: 2001)
    #expect(dispatcher.tick(now: 2700) == [.fail(7, .cannotStart)])
  }

  @Test func `an app that ended before it came is said to`() {
    _ = dispatcher.arrived(7, for: origin, deadline: 2600, now: 2000)
    _ = dispatcher.ended(origin, now: 2100)
    #expect(dispatcher.tick(now: 2700) == [.fail(7, .keepsEnding)])
  }

  @Test func `what nobody waits for any more is handed to nobody`() {
    _ = dispatcher.arrived(7, for: origin, deadline: 9000, now: 2000)
    dispatcher.done(7, answered: false)
    #expect(dispatcher.answering(1, for: origin, now: 3000) == [])
    #expect(dispatcher.lost(7, now: 3000) == [])
  }

  @Test func `forgetting an app fails what waits for it, and only that`() throws {
    let other = try Sample.origin("sheets")
    dispatcher.know(other, canBeStarted: true, startableAt: 0)
    _ = dispatcher.arrived(7, for: origin, deadline: 9000, now: 0)
    _ = dispatcher.arrived(8, for: other, deadline: 9000, now: 0)
    #expect(dispatcher.forget(origin) == [.fail(7, .forgotten)])
    #expect(dispatcher.waiting(for: other) == [8])
  }
}
