import GroveIdentity
import GroveWire

extension Nodes {
  /// A removal is answered within this, in milliseconds, whatever the database and the other nodes do: a lease and the
  /// second in which a node has to confirm are over before.
  static let bound = NodeLease.length + NodeLease.answersWithin + 1000

  /// Has every other node cut what it has, and returns when each of them has confirmed or its lease has run out. Call it
  /// after the commit. They are asked although whoever called may have gone meanwhile.
  ///
  /// - Throws: `outcome_unknown` after five seconds, where the database does not answer: then the removal is committed, and
  ///   whether every stream has ended is not known. Nobody is told “removed” because a time limit passed.
  package func cut(_ cut: StreamCut) async throws -> NodeReceipt {
    let text = String(decoding: try StrictJSON.encode(cut), as: UTF8.self)
    let question = freshID()
    let (receipts, continuation) = AsyncStream.makeStream(of: NodeReceipt.self)
    update { state in
      state.waiting[question] = State.Waiting(text: text, continuation: continuation)
      state.unasked[question] = text
    }
    defer { update { $0.waiting[question] = nil } }
    askWhatIsUnasked()
    // It waits for nothing but the time: what asks the database is the service, which may be held up there.
    let receipt = await withTaskGroup(of: NodeReceipt?.self) { group in
      group.addTask { await receipts.first { _ in true } }
      group.addTask {
        try? await Task.sleep(for: .milliseconds(Self.bound))
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    try Task.checkCancellation()
    guard let receipt else { throw Problem(.outcomeUnknown, retryAfter: 1) }
    update { $0.sum += receipt }
    return receipt
  }

  /// Looks what became of questions that may have been answered.
  /// - Throws: where the database does not answer.
  func lookAtAnswers() async throws {
    for question in update({ $0.takeDue() }) {
      guard let waiting = update({ $0.waiting[question] }), let count = waiting.asked else {
        continue
      }
      guard count > 0 else {
        waiting.continuation.yield(NodeReceipt())
        continue
      }
      let answers = try await register.answers(to: question)
      guard !answers.isEmpty else {
        // What was asked is not made durable: a crash of the database has lost it.
        update { state in
          state.waiting[question]?.asked = nil
          state.unasked[question] = waiting.text
        }
        askWhatIsUnasked()
        continue
      }
      guard let receipt = NodeReceipt(answers) else { continue }
      waiting.continuation.yield(receipt)
      try await register.forget(question)
    }
  }

  /// Asks what is to be asked.
  /// - Throws: where the database does not answer; the rest stays to be asked.
  func ask() async throws {
    for (question, text) in update(\.unasked) {
      let count = try await register.ask(question, text, except: own ?? [])
      update { state in
        state.unasked[question] = nil
        // Nobody waits any more where the caller has gone.
        state.waiting[question]?.asked = count
      }
      lookForAnswers(to: question)
    }
  }
}
