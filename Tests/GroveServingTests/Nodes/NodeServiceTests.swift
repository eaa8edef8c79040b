import GroveIdentity
import GroveWire
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import GroveServing

/// Two nodes of one process that meet in a register.
@Suite(.timeLimit(.minutes(1)))
struct NodeServiceTests {
  /// A node and what it was asked and told.
  private final class Node: Sendable {
    let nodes: Nodes
    let live: LiveStreams
    let cuts = Mutex<[StreamCut]>([])
    let moved = Mutex<[String]>([])
    let told = Mutex<[String]>([])
    let forgotten = Mutex(0)

    init(_ register: MemoryRegister) {
      nodes = Nodes(register, aliasKey: SecretBytes([1])) { count in
        (0..<count).map { _ in UInt8.random(in: 0...255) }
      }
      live = LiveStreams(gate: nodes.gate)
    }

    func service(cutTakes: Duration = .zero) -> NodeService {
      NodeService(
        nodes, live,
        NodeHandler(
          cut: { cut in
            try? await Task.sleep(for: cutTakes)
            self.cuts.withLock { $0.append(cut) }
            return StreamsCut(streams: 3, elapsed: .zero)
          },
          moved: { group in self.moved.withLock { $0.append(group) } }, movedAll: {},
          told: { line in self.told.withLock { $0.append(line) } },
          forget: { self.forgotten.withLock { $0 += 1 } }),
        logger: TestServer.quiet)
    }
  }

  private func with(
    _ register: MemoryRegister, cutTakes: Duration = .zero,
    _ body: @escaping @Sendable (Node, Node) async throws -> Void
  ) async throws {
    let (first, second) = (Node(register), Node(register))
    let group = ServiceGroup(
      services: [first.service(), second.service(cutTakes: cutTakes)], logger: TestServer.quiet)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      try await eventually { first.nodes.gate.isOpen && second.nodes.gate.isOpen }
      try await body(first, second)
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
    #expect(register.living.isEmpty || register.isAway, "who ends in order gives its lease back")
  }

  private static let cut = StreamCut(group: "g", accounts: ["a"], reason: .removed)

  @Test func `a removal is answered when the other node has cut and confirmed`() async throws {
    try await with(MemoryRegister(), cutTakes: .milliseconds(300)) { first, second in
      let begin = ContinuousClock.now
      let receipt = try await first.nodes.cut(Self.cut)
      #expect(ContinuousClock.now - begin >= .milliseconds(300))
      #expect(second.cuts.withLock(\.self) == [Self.cut])
      #expect(first.cuts.withLock(\.self).isEmpty)
      #expect(receipt.asked == 1 && receipt.confirmed == 1 && receipt.streams == 3)
    }
  }

  @Test func `what one node gives of a rate that runs out the other gives no more`() async throws {
    try await with(MemoryRegister()) { first, second in
      let limit = RateLimit(burst: 8, perSecond: 0)
      let here = RateLimiter(limit, named: "looks", among: first.nodes.rates)
      let there = RateLimiter(limit, named: "looks", among: second.nodes.rates)
      try await eventually { first.nodes.alive == 2 }
      // The register of this test gives a word to whichever node asks first.
      let people = Mutex<[String]>([])
      try await eventually {
        let all = people.withLock { people in
          people.append("person \(people.count)")
          return people
        }
        for _ in 1...8 { try? here.take(all[all.count - 1]) }
        return all.contains(where: there.hasHeard)
      }
      let person = try #require(people.withLock(\.self).first(where: there.hasHeard))
      // Of eight the half was told.
      for _ in 1...4 { try there.take(person) }
      #expect(throws: Problem(.rateLimited, retryAfter: 3600)) { try there.take(person) }
      #expect(second.told.withLock(\.self).isEmpty)
    }
  }

  @Test func `a question of which a node was told nothing is heard when it renews its lease`()
    async throws
  {
    // This register tells nobody that something is asked.
    try await with(MemoryRegister()) { first, second in
      let receipt = try await first.nodes.cut(Self.cut)
      #expect(second.cuts.withLock(\.self) == [Self.cut])
      #expect(receipt.asked == 1 && receipt.confirmed == 1 && receipt.expired == 0)
    }
  }

  @Test func `a removal is answered when the other node's lease has run out`() async throws {
    let register = MemoryRegister()
    try await with(register, cutTakes: .seconds(1)) { first, second in
      let before = second.nodes.own
      async let receipt = first.nodes.cut(Self.cut)
      try await Task.sleep(for: .milliseconds(200))
      if let before { register.expire(before) }
      let answer = try await receipt
      #expect(answer.confirmed == 0 && answer.expired == 1)
      #expect(answer.asked == 1)
    }
  }

  @Test func `a node that lost its lease registers anew, under another identifier`() async throws {
    let register = MemoryRegister()
    try await with(register) { first, _ in
      let before = first.nodes.own
      if let before { register.expire(before) }
      try await eventually { first.nodes.leasesLost == 1 && first.nodes.gate.isOpen }
      #expect(first.nodes.own != before)
      #expect(register.living.count == 2)
    }
  }

  @Test func `a node that cannot reach the register closes by itself, and comes back`() async throws
  {
    let register = MemoryRegister()
    try await with(register) { first, _ in
      register.isAway = true
      try await eventually { !first.nodes.gate.isOpen }
      register.isAway = false
      try await eventually { first.nodes.gate.isOpen }
      #expect(first.nodes.leasesLost == 1)
    }
  }

  @Test func `nobody is told “removed” where the register does not answer`() async throws {
    let register = MemoryRegister()
    try await with(register) { first, _ in
      register.isAway = true
      let problem = await #expect(throws: Problem.self) { try await first.nodes.cut(Self.cut) }
      #expect(problem?.code == .outcomeUnknown)
    }
  }

  @Test func `a removal is answered within five seconds while the register hangs`() async throws {
    let register = MemoryRegister()
    try await with(register) { first, _ in
      register.hangs = true
      let begin = MonotonicClock.milliseconds()
      let problem = await #expect(throws: Problem.self) { try await first.nodes.cut(Self.cut) }
      // It is what the register would not have answered; on a busy machine the sleep itself may be late.
      #expect(MonotonicClock.milliseconds() - begin < Nodes.bound + 3000)
      #expect(problem?.code == .outcomeUnknown)
      register.hangs = false
    }
  }

  @Test func `what moved at one node is told to the other, and not to itself`() async throws {
    try await with(MemoryRegister()) { first, second in
      // The register of this test gives a word to whichever node asks first.
      try await eventually {
        first.nodes.moved("a document")
        return second.moved.withLock { Set($0) } == ["a document"]
      }
      #expect(first.moved.withLock(\.self).isEmpty)
    }
  }

  @Test func `what one node tells the other hears, a line of JSON for each, and not itself`()
    async throws
  {
    try await with(MemoryRegister()) { first, second in
      // The register of this test gives a word to whichever node asks first.
      try await eventually {
        first.nodes.tell(["ann is here"])
        first.nodes.tell(["ben\nhas left"])
        return second.told.withLock { Set($0) } == [#"["ann is here"]"#, #"["ben\nhas left"]"#]
      }
      #expect(first.told.withLock(\.self).isEmpty)
    }
  }

  @Test func `a name is the same at every node with one data folder, and another for another kind`()
  {
    func nodes(_ key: UInt8) -> Nodes {
      Nodes(MemoryRegister(), aliasKey: SecretBytes([key])) { [UInt8](repeating: 0, count: $0) }
    }
    let name = nodes(1).alias("address", [1, 2])
    #expect(name == nodes(1).alias("address", [1, 2]))
    #expect(name != nodes(2).alias("address", [1, 2]))
    #expect(name != nodes(1).alias("account", [1, 2]))
  }

  @Test func `a node whose lease begins forgets what it knew of others`() async throws {
    let register = MemoryRegister()
    try await with(register) { first, _ in
      #expect(first.forgotten.withLock(\.self) == 1)
      if let own = first.nodes.own { register.expire(own) }
      try await eventually { first.nodes.leasesLost == 1 && first.nodes.gate.isOpen }
      #expect(first.forgotten.withLock(\.self) == 2)
    }
  }
}
