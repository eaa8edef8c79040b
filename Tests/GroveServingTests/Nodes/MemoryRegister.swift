import Synchronization

@testable import GroveServing

/// A register in memory, for several nodes of one test, with leases that end when the test says so.
final class MemoryRegister: NodeRegister {
  struct Question {
    var text: String
    var node: [UInt8]
    var isConfirmed = false
    var streams = 0
  }

  private struct State {
    var living: Set<[UInt8]> = []
    var questions: [[UInt8]: [Question]] = [:]
    var isAway = false
    var hangs = false
    var registered = 0
  }

  struct Away: Error {}

  private let state = Mutex(State())
  private let told = Mutex<[String]>([])

  var isAway: Bool {
    get { state.withLock(\.isAway) }
    set { state.withLock { $0.isAway = newValue } }
  }
  /// What is asked and answered gets no answer, and no error either.
  var hangs: Bool {
    get { state.withLock { $0.hangs } }
    set { state.withLock { $0.hangs = newValue } }
  }
  var living: Set<[UInt8]> { state.withLock(\.living) }
  var registered: Int { state.withLock(\.registered) }

  /// The database takes the lease for over.
  func expire(_ node: [UInt8]) { state.withLock { _ = $0.living.remove(node) } }

  private func work<Value: Sendable>(_ change: (inout State) -> Value) throws -> Value {
    try state.withLock { state in
      if state.isAway { throw Away() }
      return change(&state)
    }
  }

  func register(_ node: [UInt8], before: [UInt8]?) async throws -> Bool {
    try work { state in
      if let before { state.living.remove(before) }
      state.living.insert(node)
      state.registered += 1
      return true
    }
  }

  func renew(_ node: [UInt8]) async throws -> (
    isRenewed: Bool, lives: Bool, isAsked: Bool, alive: Int
  ) {
    try work { state in
      let lives = state.living.contains(node)
      let isAsked = state.questions.values.joined().contains { $0.node == node && !$0.isConfirmed }
      return (lives, lives, isAsked, state.living.count)
    }
  }

  func giveBack(_ node: [UInt8]) async throws { try work { _ = $0.living.remove(node) } }

  func asked(_ node: [UInt8]) async throws -> [(question: [UInt8], text: String)] {
    try work { state in
      state.questions.flatMap { id, all in
        all.filter { $0.node == node && !$0.isConfirmed }.map { (id, $0.text) }
      }
    }
  }

  func confirm(_ done: [(question: [UInt8], streams: Int)], by node: [UInt8]) async throws {
    try work { state in
      for (id, streams) in done {
        for index in (state.questions[id] ?? []).indices
        where state.questions[id]?[index].node == node {
          state.questions[id]?[index].isConfirmed = true
          state.questions[id]?[index].streams = streams
        }
      }
    }
  }

  func ask(_ question: [UInt8], _ text: String, except node: [UInt8]) async throws -> Int {
    while hangs { try await Task.sleep(for: .milliseconds(20)) }
    return try work { state in
      let others = state.living.filter { $0 != node }
      state.questions[question] = others.map { Question(text: text, node: $0) }
      return others.count
    }
  }

  func answers(to question: [UInt8]) async throws
    -> [(isConfirmed: Bool, lives: Bool, streams: Int)]
  {
    try work { state in
      (state.questions[question] ?? []).map {
        ($0.isConfirmed, state.living.contains($0.node), $0.streams)
      }
    }
  }

  func forget(_ question: [UInt8]) async throws { try work { $0.questions[question] = nil } }
  func tell(_ words: [String]) async throws { told.withLock { $0 += words } }

  func words() async throws -> [String] {
    try await Task.sleep(for: .milliseconds(5))
    return told.withLock { told in
      defer { told = [] }
      return told
    }
  }

  func close() async {}
}
