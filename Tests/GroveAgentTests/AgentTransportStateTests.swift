import GroveSystem
import Testing

@testable import GroveAgent

/// A state whose changes can stand inside an expectation.
private final class Transport {
  typealias Effect = AgentTransportState.Effect
  private var state = AgentTransportState()

  var phase: AgentTransportState.Phase { state.phase }
  func ask() -> [Effect] { state.ask()?.effects ?? [] }
  func cancel(_ id: Int) -> [Effect] { state.cancel(id) }
  func stay() -> [Effect] { state.stay() }
  func close() -> [Effect] { state.close() }
  func beginConnecting() -> Int? { state.beginConnecting() }
  func connected(_ socket: Int) -> [Effect]? { state.connected(socket) }
  func welcomed() -> [Effect] { state.welcomed() }
  func answered(_ id: Int) -> Bool { state.answered(id) }
  func failed(_ error: MessengerError, now: UInt64) -> [Effect] { state.failed(error, now: now) }
  func broken(_ error: MessengerError? = nil, now: UInt64) -> [Effect] {
    state.broken(error, now: now)
  }

  /// Until the agent has taken the connection.
  func connect() throws -> [Effect] {
    #expect(connected(try #require(beginConnecting())) == [.greet])
    return welcomed()
  }
}

struct AgentTransportStateTests {
  private let transport = Transport()
  private let absent = MessengerError(.agentUnreachable)

  @Test func `questions wait for the connection in their order, and the owner's come first`() throws
  {
    #expect(transport.ask() == [.connect(after: 0)])
    #expect(transport.ask() == [])
    #expect(try transport.connect() == [.opened, .ask(1), .ask(2)])
    #expect(transport.ask() == [.ask(3)])
    #expect(transport.answered(1))
    #expect(!transport.answered(1))
  }

  @Test func `a question that nobody waits for is told to the agent only where it was asked`()
    throws
  {
    _ = transport.ask()
    #expect(transport.cancel(1) == [.fail([1], MessengerError(.cancelled))])
    _ = transport.ask()
    #expect(try transport.connect() == [.opened, .ask(2)])
    #expect(transport.cancel(2) == [.cancel(2), .fail([2], MessengerError(.cancelled))])
    #expect(transport.cancel(2) == [])
  }

  @Test func `without an agent questions end at once, and nothing is tried that nobody wants`() {
    _ = transport.ask()
    _ = transport.beginConnecting()
    #expect(transport.failed(absent, now: 0) == [.fail([1], absent)])
    #expect(transport.phase == .idle)
    #expect(transport.beginConnecting() == nil)
  }

  @Test func `an agent that goes away ends what it was asked, and is waited for four seconds`()
    throws
  {
    _ = transport.ask()
    _ = try transport.connect()
    #expect(transport.broken(now: 1000) == [.closeSocket, .fail([1], absent)])
    #expect(transport.ask() == [.connect(after: 0)])
    _ = transport.beginConnecting()
    #expect(transport.failed(absent, now: 4999) == [.connect(after: 200)])
    #expect(transport.failed(absent, now: 5000) == [.fail([2], absent)])
  }

  @Test func `who stays comes back by itself, ever more slowly, and after a refusal seldom`() throws
  {
    #expect(transport.stay() == [.connect(after: 0)])
    #expect(transport.stay() == [])
    let delays = (0..<7).map { _ in transport.failed(absent, now: 9) }
    let waits: [UInt64] = [100, 200, 400, 800, 1600, 2000, 2000]
    #expect(delays == waits.map { [.connect(after: $0)] })
    _ = try transport.connect()
    let refusal = MessengerError(.originRefused)
    #expect(transport.broken(refusal, now: 9) == [.closeSocket, .connect(after: 5000)])
  }

  @Test func `a socket that comes late or twice is not taken`() throws {
    _ = transport.ask()
    let first = try #require(transport.beginConnecting())
    let second = try #require(transport.beginConnecting())
    #expect(transport.connected(first) == nil)
    #expect(transport.connected(second) == [.greet])
    #expect(transport.connected(second) == nil)
    #expect(transport.welcomed() == [.opened, .ask(1)])
    #expect(transport.welcomed() == [])
  }

  @Test func `once closed nothing is asked or connected any more, and whatever waits has failed`() {
    _ = transport.ask()
    #expect(transport.close() == [.closeSocket, .fail([1], absent)])
    #expect(transport.ask() == [])
    #expect(transport.stay() == [])
    #expect(transport.beginConnecting() == nil)
    #expect(transport.failed(absent, now: 0) == [])
    #expect(transport.phase == .closed)
  }
}
