import NIOCore
import Testing

@testable import GroveServing

struct NATSSubscriptionsTests {
  private func said(_ change: (inout NATSCommands) throws -> Void) rethrows -> [String] {
    var commands = NATSCommands()
    try change(&commands)
    return String(buffer: commands.buffer).split(separator: "\r\n").map(String.init)
  }

  @Test func `a node listens to what it streams, and to nothing else`() throws {
    var subscriptions = NATSSubscriptions(prefix: "grove.x.relay")
    var open: Set<String> = ["a", "b"]
    let first = said {
      subscriptions.follow(["a", "b", "gone"], at: 0, isOpen: open.contains, &$0)
    }
    #expect(first.count { $0.hasPrefix("SUB grove.x.relay.") } == 2 && first.last == "PING")
    let numbers = first.compactMap { $0.split(separator: " ").last }.compactMap { UInt64($0) }
    #expect(Set(numbers.compactMap(subscriptions.group)) == open)
    open = ["b"]
    #expect(
      said { subscriptions.follow(["a"], at: 2, isOpen: open.contains, &$0) }.map { $0.prefix(5) }
        == [
          "UNSUB"
        ])
    #expect(Set(numbers.compactMap(subscriptions.group)) == ["b"])
    #expect(said { subscriptions.follow(["b"], at: 2, isOpen: open.contains, &$0) }.isEmpty)
  }

  @Test func `what may have been missed before a subscription counted is looked for when it does`()
    throws
  {
    var subscriptions = NATSSubscriptions(prefix: "p")
    _ = said { subscriptions.begin(at: 1, &$0) }
    _ = said { subscriptions.follow(["a"], at: 2, isOpen: { _ in true }, &$0) }
    _ = said { subscriptions.ask(at: 3, &$0) }
    #expect(subscriptions.waitsSince == 1)
    #expect(try subscriptions.answered() == .isReady)
    #expect(subscriptions.waitsSince == 2)
    #expect(try subscriptions.answered() == .listens(["a"]))
    #expect(try subscriptions.answered() == .listens([]))
    #expect(subscriptions.waitsSince == nil)
    #expect(throws: NATSProtocolError.self) { try subscriptions.answered() }
  }

  @Test func `a subject says nothing of the document or device, and is told apart by installation`()
  {
    let subject = NATSSubscriptions.subject(of: "document", prefix: "grove.aa.collaboration")
    #expect(!subject.contains("document") && subject.hasPrefix("grove.aa.collaboration."))
    #expect(subject != NATSSubscriptions.subject(of: "document", prefix: "grove.bb.collaboration"))
    #expect(subject != NATSSubscriptions.subject(of: "other", prefix: "grove.aa.collaboration"))
  }

  @Test func `a name or password may hold any character`() {
    let said = said { $0.connect(.user("a\"b\\", password: "c\nd"), name: "n") }
    #expect(said.count == 1 && said[0].contains(#""user":"a\"b\\","pass":"c\u000ad""#))
  }

  @Test
  func `servers are tried in turn, and one that drops a node at once is not tried without a pause`()
  {
    var attempts = NATSAttempts(hosts: 2)
    let seen = (0..<12).map { _ in (attempts.host, attempts.failed(after: 50)) }
    #expect(seen.map(\.0) == [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1])
    #expect(seen.map(\.1) == [100, 200, 200, 400, 400, 800, 800, 1600, 1600, 2000, 2000, 2000])
    #expect(attempts.failed(after: 60_000) == 100)
  }
}
