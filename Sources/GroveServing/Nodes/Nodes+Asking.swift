import GroveIdentity
import GroveWire

extension Nodes {
  /// For so long the database may be away while a removal is answered, in milliseconds.
  private static let patience: UInt64 = 5000

  /// Has every other node cut what it has, and returns when each of them has confirmed or its lease has run out. Call it
  /// after the commit. They are asked although whoever called may have gone meanwhile.
  ///
  /// - Throws: `outcome_unknown` where the database does not answer: then the removal is committed, and whether every
  ///   stream has ended is not known. Nobody is told “removed” because a time limit passed.
  package func cut(_ cut: StreamCut) async throws -> NodeReceipt {
    let text = String(decoding: try StrictJSON.encode(cut), as: UTF8.self)
    let question = freshID()
    let (calls, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    update { state in
      state.waiting[question] = continuation
      state.unasked[question] = text
    }
    defer {
      update { state in
        state.waiting[question] = nil
        state.asked[question] = nil
      }
    }
    askWhatIsUnasked()
    var lastAnswer = MonotonicClock.milliseconds()
    for await _ in calls {
      let now = MonotonicClock.milliseconds()
      if let receipt = await receipt(for: question, text, heardAt: &lastAnswer) {
        update { $0.sum += receipt }
        return receipt
      }
      guard now < lastAnswer + Self.patience else { throw Problem(.outcomeUnknown, retryAfter: 1) }
    }
    throw CancellationError()
  }

  /// - Returns: nil while somebody is waited for.
  private func receipt(
    for question: [UInt8], _ text: String, heardAt: inout UInt64
  ) async -> NodeReceipt? {
    guard let count = update({ $0.asked[question] }) else { return nil }
    guard count > 0 else { return NodeReceipt() }
    guard let answers = try? await register.answers(to: question) else { return nil }
    heardAt = MonotonicClock.milliseconds()
    guard !answers.isEmpty else {
      // What was asked is not made durable: a crash of the database has lost it.
      update { state in
        state.asked[question] = nil
        state.unasked[question] = text
      }
      askWhatIsUnasked()
      return nil
    }
    guard let receipt = NodeReceipt(answers) else { return nil }
    try? await register.forget(question)
    return receipt
  }

  /// Asks what is to be asked.
  /// - Throws: where the database does not answer; the rest stays to be asked.
  func ask() async throws {
    for (question, text) in update(\.unasked) {
      let count = try await register.ask(question, text, except: own ?? [])
      update { state in
        state.unasked[question] = nil
        // Nobody waits any more where the caller has gone.
        if state.waiting[question] != nil { state.asked[question] = count }
      }
      wakeWaiting(question)
    }
  }
}
