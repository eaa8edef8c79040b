import Testing

@testable import GroveServing

/// What nodes tell each other, and what a removal is answered by.
struct NodeWordTests {
  @Test func `what comes while one message is on its way is in the next one, once`() {
    let outbox = NodeOutbox()
    outbox.add("one")
    outbox.add("one")
    outbox.add("two")
    #expect(Set(outbox.take(from: "ab")[0].split(separator: "\n")) == ["+ab", "one", "two"])
    #expect(outbox.take(from: "ab").isEmpty)
  }

  @Test func `no word is longer than PostgreSQL takes, and none is lost between two`() {
    let groups = Set(
      (0..<500).map { "a mailbox with a name of about sixty-six characters, such as it \($0)" })
    let words = NodeOutbox.words(groups, from: "ab")
    #expect(words.count > 1)
    #expect(words.allSatisfy { $0.utf8.count < 8000 })
    #expect(Set(words.flatMap { $0.split(separator: "\n").dropFirst().map(String.init) }) == groups)
  }

  @Test func `more than fits is a look at everything`() {
    #expect(NodeOutbox.words(Set((0..<4097).map(String.init)), from: "ab") == [NodeWord.everything])
    let long = Set((0..<100).map { "\($0) " + String(repeating: "x", count: 1000) })
    #expect(NodeOutbox.words(long, from: "ab") == [NodeWord.everything])
    let outbox = NodeOutbox()
    for number in 0..<10_000 { outbox.add("\(number)") }
    #expect(outbox.take(from: "ab") == [NodeWord.everything])
  }

  @Test func `what is told itself comes in words of several lines, and what is too much is lost`() {
    let outbox = NodeOutbox()
    for line in ["ann is here", String(repeating: "x", count: 7900), "ben has left"] {
      outbox.addLine(line)
    }
    outbox.addEverything()
    #expect(outbox.take(from: "ab") == [NodeWord.everything, "=ab\nann is here\nben has left"])
    for number in 0..<10_000 { outbox.addLine("line \(number)") }
    let words = outbox.take(from: "ab")
    #expect(words.allSatisfy { $0.utf8.count < 8000 })
    let lines = words.flatMap { $0.split(separator: "\n").dropFirst() }
    #expect(lines.count == NodeOutbox.maximumLines && lines.first == "line 0")
    #expect(outbox.take(from: "ab").isEmpty)
  }

  @Test func `a removal waits for each node that lives and has not confirmed`() {
    #expect(NodeReceipt([(true, true, 2), (false, true, 0)]) == nil)
    let receipt = NodeReceipt([(true, true, 2), (true, false, 1), (false, false, 0)])
    #expect(receipt?.asked == 3)
    #expect(receipt?.confirmed == 2)
    #expect(receipt?.expired == 1)
    #expect(receipt?.streams == 3)
  }
}
