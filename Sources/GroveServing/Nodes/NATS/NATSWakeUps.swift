import GroveIdentity
import NIOCore
import Synchronization

/// Tells other nodes through NATS which streams have something new, and hears of it (decision 0033, 7). It only hastens: where
/// NATS is away nodes tell each other through the database as before, and a wake-up that is lost costs the time until a
/// stream looks by itself. What is asked and confirmed never goes this way.
///
/// Each group of streams is a subject of its own, to which those nodes listen that stream it: a node hears of nothing else,
/// however many there are.
package final class NATSWakeUps: Sendable {
  struct State {
    var subscriptions: NATSSubscriptions?
    /// Groups that were opened or ended, and those that have something new.
    var changed: Set<String> = []
    var moved: Set<String> = []
    /// Written with what is written next.
    var commands = NATSCommands()
    var isConnected = false
    var connections = 0
    /// The server has asked and has no answer yet; once is enough, however often it asks.
    var owesPong = false
    /// When this connection began, and when a line was last logged of each kind.
    var begunAt: UInt64 = 0
    var loggedAt: [String: UInt64] = [:]
    /// Whoever writes to this connection.
    var writer: AsyncStream<Void>.Continuation?
  }

  let address: NATSAddress
  let prefix: String
  let state = Mutex(State())

  /// - Parameters:
  ///   - installation: the same for all nodes of one server, and for nobody else's.
  ///   - server: which of an installation's servers: `relay` or `collaboration`.
  package init(_ address: NATSAddress, installation: [UInt8], server: String) {
    self.address = address
    prefix = "grove.\(Hex.encode(Array(installation.prefix(8)))).\(server)"
  }

  /// Whether wake-ups go this way now.
  package var isConnected: Bool { state.withLock(\.isConnected) }
  /// How many connections have been made.
  package var connections: Int { state.withLock(\.connections) }

  /// A group of streams was opened here, or its last stream has ended.
  func changed(_ group: String) {
    state.withLock { state in
      guard state.subscriptions != nil else { return }
      state.changed.insert(group)
      state.writer?.yield()
    }
  }

  /// The streams of a group have something new. Returns at once.
  /// - Returns: false where NATS is away.
  func moved(_ group: String) -> Bool {
    state.withLock { state in
      guard state.isConnected else { return false }
      state.moved.insert(group)
      state.writer?.yield()
      return true
    }
  }

  /// Something is to be written.
  func call() { state.withLock { _ = $0.writer?.yield() } }

  /// Calls for what one connection is to write. A stream serves one task alone: each connection has its own.
  func beginCalls() -> AsyncStream<Void> {
    let (calls, writer) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.writer = writer }
    return calls
  }

  /// Everything that is to be said now; nil before the server has said who it is.
  func takeCommands(isOpen: (String) -> Bool) -> ByteBuffer? {
    state.withLock { state in
      guard state.subscriptions != nil else { return nil }
      var commands = state.commands
      state.commands = NATSCommands()
      if state.owesPong { commands.pong() }
      state.owesPong = false
      let now = MonotonicClock.milliseconds()
      state.subscriptions?.follow(state.changed, at: now, isOpen: isOpen, &commands)
      for group in state.moved {
        commands.publish(NATSSubscriptions.subject(of: group, prefix: prefix), "")
      }
      state.changed = []
      state.moved = []
      return commands.isEmpty ? nil : commands.buffer
    }
  }

  /// The server has said who it is.
  func begin(_ live: LiveStreams) {
    state.withLock { state in
      var subscriptions = NATSSubscriptions(prefix: prefix)
      state.commands = NATSCommands()
      state.commands.connect(address.credentials, name: prefix)
      subscriptions.begin(at: MonotonicClock.milliseconds(), &state.commands)
      state.subscriptions = subscriptions
    }
    // After that: what is opened meanwhile is in the list, or says so itself.
    let open = live.groups
    state.withLock { $0.changed.formUnion(open) }
    call()
  }

  func end() {
    state.withLock { state in
      state.subscriptions = nil
      state.changed = []
      state.moved = []
      state.isConnected = false
      state.owesPong = false
      state.writer = nil
    }
  }
}
