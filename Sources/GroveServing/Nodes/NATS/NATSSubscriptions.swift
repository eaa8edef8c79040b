import Crypto
import GroveIdentity

/// Which groups of streams a node is told of over one connection: those that are open at it, each by a subject of its own, so
/// that no node hears of what it does not stream. Pure: what to say to the server, and what its answers mean.
struct NATSSubscriptions {
  /// What it means that the server has taken everything that was said before a ping.
  enum Answer: Equatable {
    /// The connection may be used; something may have been missed before.
    case isReady
    /// Groups of which something may have been missed while they were not subscribed to.
    case listens([String])
  }

  private let prefix: String
  private var numbers: [String: UInt64] = [:]
  private var groups: [UInt64: String] = [:]
  private var next: UInt64 = 0
  /// Of each ping whose answer has not come, and when it was said.
  private var unanswered: [(answer: Answer, at: UInt64)] = []

  /// - Parameter prefix: subjects of one installation begin with it.
  init(prefix: String) { self.prefix = prefix }

  /// Says nothing of the group to whoever reads along: its document's or device's identifier is hashed.
  static func subject(of group: String, prefix: String) -> String {
    prefix + "." + Hex.encode(Array(SHA256.hash(data: Array(group.utf8)).prefix(16)))
  }

  /// Asks a new connection whether it may be used.
  mutating func begin(at now: UInt64, _ commands: inout NATSCommands) {
    ping(.isReady, at: now, &commands)
  }

  /// Follows what was opened and closed since.
  mutating func follow(
    _ changed: Set<String>, at now: UInt64, isOpen: (String) -> Bool,
    _ commands: inout NATSCommands
  ) {
    var added: [String] = []
    for group in changed {
      switch (isOpen(group), numbers[group]) {
      case (true, nil):
        subscribe(group, &commands)
        added.append(group)
      case (false, let number?):
        commands.unsubscribe(number)
        numbers[group] = nil
        groups[number] = nil
      default: break
      }
    }
    guard !added.isEmpty else { return }
    ping(.listens(added), at: now, &commands)
  }

  /// Asks whether the server is still there.
  mutating func ask(at now: UInt64, _ commands: inout NATSCommands) {
    ping(.listens([]), at: now, &commands)
  }

  /// When the oldest ping was said that has no answer: only an answer shows that the server does what it is told.
  var waitsSince: UInt64? { unanswered.first?.at }

  private mutating func ping(_ answer: Answer, at now: UInt64, _ commands: inout NATSCommands) {
    unanswered.append((answer, now))
    commands.ping()
  }

  /// A ping was answered.
  /// - Throws: `NATSProtocolError` for an answer to nothing.
  mutating func answered() throws -> Answer {
    guard !unanswered.isEmpty else { throw NATSProtocolError(text: "an answer to nothing") }
    return unanswered.removeFirst().answer
  }

  func group(of subscription: UInt64) -> String? { groups[subscription] }

  private mutating func subscribe(_ group: String, _ commands: inout NATSCommands) {
    next += 1
    numbers[group] = next
    groups[next] = group
    commands.subscribe(Self.subject(of: group, prefix: prefix), next)
  }
}
