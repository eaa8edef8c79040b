import GroveIdentity
import GroveServing

/// A register of nodes in which nobody asks and nobody answers: what one node hears that nothing is told.
struct SilentRegister: NodeRegister {
  /// Of a server that is a node among others, with a lease that lives as long as the test.
  static func nodes() -> Nodes {
    let gate = NodeGate()
    gate.open(until: .max)
    return Nodes(Self(), gate: gate, aliasKey: SecretBytes([1])) { count in
      (0..<count).map { _ in UInt8.random(in: 0...255) }
    }
  }

  func register(_ node: [UInt8], before: [UInt8]?) async throws -> Bool { true }
  func renew(_ node: [UInt8]) async throws -> (
    isRenewed: Bool, lives: Bool, isAsked: Bool, alive: Int
  ) { (true, true, false, 2) }
  func giveBack(_ node: [UInt8]) async throws {}
  func asked(_ node: [UInt8]) async throws -> [(question: [UInt8], text: String)] { [] }
  func confirm(_ done: [(question: [UInt8], streams: Int)], by node: [UInt8]) async throws {}
  func ask(_ question: [UInt8], _ text: String, except node: [UInt8]) async throws -> Int { 0 }
  func answers(to question: [UInt8]) async throws
    -> [(isConfirmed: Bool, lives: Bool, streams: Int)]
  { [] }
  func forget(_ question: [UInt8]) async throws {}
  func tell(_ words: [String]) async throws {}
  func words() async throws -> [String] {
    try await Task.sleep(for: .seconds(1))
    return []
  }
  func close() async {}
}
