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
    let first = said { subscriptions.follow(["a", "b", "gone"], isOpen: open.contains, &$0) }
    #expect(first.count { $0.hasPrefix("SUB grove.x.relay.") } == 2 && first.last == "PING")
    let numbers = first.compactMap { $0.split(separator: " ").last }.compactMap { UInt64($0) }
    #expect(Set(numbers.compactMap(subscriptions.group)) == open)
    open = ["b"]
    #expect(
      said { subscriptions.follow(["a"], isOpen: open.contains, &$0) }.map { $0.prefix(5) } == [
        "UNSUB"
      ])
    #expect(Set(numbers.compactMap(subscriptions.group)) == ["b"])
    #expect(said { subscriptions.follow(["b"], isOpen: open.contains, &$0) }.isEmpty)
  }

  @Test func `what may have been missed before a subscription counted is looked for when it does`()
    throws
  {
    var subscriptions = NATSSubscriptions(prefix: "p")
    _ = said { subscriptions.begin(&$0) }
    _ = said { subscriptions.follow(["a"], isOpen: { _ in true }, &$0) }
    _ = said { subscriptions.ask(&$0) }
    #expect(try subscriptions.answered() == .isReady)
    #expect(try subscriptions.answered() == .listens(["a"]))
    #expect(try subscriptions.answered() == .listens([]))
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
}
