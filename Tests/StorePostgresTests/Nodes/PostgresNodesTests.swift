import Testing

@testable import StorePostgres

/// Leases, questions and words in the database (decision 0033), each statement against the one that comes in its way.
@Suite(.needsPostgres, .timeLimit(.minutes(2))) struct PostgresNodesTests {
  private static let first = Array(repeating: UInt8(1), count: 16)
  private static let second = Array(repeating: UInt8(2), count: 16)
  private static let question = Array(repeating: UInt8(9), count: 16)

  /// Two nodes, one of which lives for `lease` milliseconds.
  private struct Pair {
    let scratch: PostgresScratch
    let one: PostgresNodes
    let other: PostgresNodes

    init(lease: Int = 60_000) async throws {
      scratch = try PostgresScratch()
      await (try scratch.open()).close()
      one = Self.nodes(scratch)
      other = Self.nodes(scratch, lease: lease)
      _ = try await one.register(PostgresNodesTests.first, before: nil)
      _ = try await other.register(PostgresNodesTests.second, before: nil)
    }

    static func nodes(
      _ scratch: PostgresScratch, folder: UInt8 = 7, lease: Int = 60_000
    ) -> PostgresNodes {
      PostgresNodes(
        scratch.cluster.address(), scratch.options,
        folder: Array(repeating: folder, count: 32), lease: lease)
    }

    func close() async {
      await one.close()
      await other.close()
    }
  }

  @Test func `a removal is confirmed by the node that was asked, and by no other`() async throws {
    let pair = try await Pair()
    #expect(try await pair.one.ask(Self.question, "{}", except: Self.first) == 1)
    #expect(try await pair.one.asked(Self.first).isEmpty)
    let asked = try await pair.other.asked(Self.second)
    #expect(asked.map(\.question) == [Self.question] && asked.map(\.text) == ["{}"])
    #expect(try await pair.one.answers(to: Self.question).map(\.isConfirmed) == [false])
    try await pair.other.confirm([(Self.question, 4)], by: Self.second)
    let answers = try await pair.one.answers(to: Self.question)
    #expect(answers.map(\.isConfirmed) == [true] && answers.map(\.streams) == [4])
    #expect(try await pair.other.asked(Self.second).isEmpty)
    try await pair.one.forget(Self.question)
    #expect(try await pair.one.answers(to: Self.question).isEmpty)
    await pair.close()
  }

  @Test func `a node that has not confirmed what was asked a while ago renews nothing`()
    async throws
  {
    let pair = try await Pair()
    _ = try await pair.one.ask(Self.question, "{}", except: Self.first)
    let soon = try await pair.other.renew(Self.second)
    #expect(soon.isRenewed && soon.isAsked && soon.lives && soon.alive == 2)
    try await Task.sleep(for: .milliseconds(1100))
    let later = try await pair.other.renew(Self.second)
    #expect(!later.isRenewed && later.isAsked && later.lives)
    try await pair.other.confirm([(Self.question, 0)], by: Self.second)
    let confirmed = try await pair.other.renew(Self.second)
    #expect(confirmed.isRenewed && !confirmed.isAsked)
    await pair.close()
  }

  @Test func `a lease that has run out is not renewed, and not waited for`() async throws {
    let pair = try await Pair(lease: 400)
    _ = try await pair.one.ask(Self.question, "{}", except: Self.first)
    #expect(try await pair.one.answers(to: Self.question).map(\.lives) == [true])
    try await Task.sleep(for: .milliseconds(500))
    #expect(try await pair.one.answers(to: Self.question).map(\.lives) == [false])
    let late = try await pair.other.renew(Self.second)
    #expect(!late.isRenewed && !late.lives && late.alive == 1)
    let next = Array(repeating: UInt8(8), count: 16)
    #expect(try await pair.one.ask(next, "{}", except: Self.first) == 0)
    await pair.close()
  }

  @Test func `who registers anew gives back what it had`() async throws {
    let pair = try await Pair()
    let anew = Array(repeating: UInt8(3), count: 16)
    #expect(try await pair.other.register(anew, before: Self.second))
    #expect(try await pair.one.renew(Self.first).alive == 2)
    #expect(try await !pair.other.renew(Self.second).lives)
    try await pair.other.giveBack(anew)
    #expect(try await pair.one.alive() == 1)
    await pair.close()
  }

  @Test func `a node with other keys and files is refused while others live`() async throws {
    let pair = try await Pair()
    let stranger = Pair.nodes(pair.scratch, folder: 8)
    #expect(try await !stranger.agrees())
    #expect(try await !stranger.register(Self.question, before: nil))
    try await pair.one.giveBack(Self.first)
    try await pair.other.giveBack(Self.second)
    #expect(try await stranger.register(Self.question, before: nil))
    await stranger.close()
    await pair.close()
  }

  @Test
  func `words reach every node that listens, and whoever begins is told to look at everything`()
    async throws
  {
    let pair = try await Pair()
    #expect(try await pair.other.words() == ["*"])
    try await pair.one.tell(["+aa\none", "+aa\ntwo"])
    var words: [String] = []
    while words.count < 2 { words += try await pair.other.words() }
    #expect(words == ["+aa\none", "+aa\ntwo"])
    try pair.scratch.terminate(where: "query LIKE 'LISTEN%'")
    await #expect(throws: PostgresFailure.self) {
      while try await pair.other.words().isEmpty {}
    }
    #expect(try await pair.other.words() == ["*"])
    await pair.close()
  }

  @Test func `nodes are several, and a server that has to be alone is alone`() async throws {
    let pair = try await Pair(lease: 400)
    let alone = #expect(throws: PostgresFailure.self) {
      try pair.scratch.open { $0.isAlone = true }
    }
    #expect(alone?.code == .unavailable)
    try await pair.one.giveBack(Self.first)
    await pair.close()
    try await Task.sleep(for: .milliseconds(500))
    let server = try pair.scratch.open { $0.isAlone = true }
    #expect(throws: PostgresFailure.self) { try pair.scratch.open { $0.isNode = true } }
    await server.close()
    let nodes = try [0, 1].map { _ in try pair.scratch.open { $0.isNode = true } }
    for node in nodes { await node.close() }
  }
}
