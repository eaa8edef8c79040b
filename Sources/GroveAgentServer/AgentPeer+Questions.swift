import GroveAgent
import GroveSystem
import NIOCore
import Synchronization

/// What the agent asks a client.
extension AgentPeer {
  /// - Returns: nil where the client is gone, or has not answered a while after it was told that
  ///   nobody waits any more.
  func ask(_ question: ClientQuestion) async -> ClientAnswer? {
    let id = state.withLock { state in
      defer { state.nextQuestion += 1 }
      return state.nextQuestion
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let writer = state.withLock { state -> LineWriter? in
          guard let writer = state.writer else { return nil }
          state.questions[id] = PeerState.Question(question: question, continuation: continuation)
          return writer
        }
        guard let writer else { return continuation.resume(returning: nil) }
        writer.send(AgentFrame.ask(id: id, question))
        if Task.isCancelled { giveUp(id) }
      }
    } onCancel: {
      giveUp(id)
    }
  }

  private func giveUp(_ id: Int) {
    guard let writer = state.withLock(\.writer) else { return }
    writer.send(AgentFrame.cancel(id: id))
    // Only of an action it matters what was done all the same.
    guard state.withLock({ $0.questions[id]?.question.isAction }) == true else {
      state.withLock { $0.questions.removeValue(forKey: id) }?.continuation.resume(returning: nil)
      return
    }
    writer.channel.eventLoop.scheduleTask(in: core.limits.lateAnswerTime) { [weak self] in
      self?.state.withLock { $0.questions.removeValue(forKey: id) }?
        .continuation.resume(returning: nil)
    }
  }

  func answered(_ id: Int, _ answer: ClientAnswer) {
    guard let question = state.withLock({ $0.questions.removeValue(forKey: id) }) else { return }
    guard question.question.takes(answer) else {
      question.continuation.resume(returning: nil)
      return refuse(MessengerError(.malformed, "an answer to another question"))
    }
    question.continuation.resume(returning: answer)
  }
}

extension ClientQuestion {
  fileprivate var isAction: Bool {
    switch self {
    case .start, .updateParticipants, .shareCancelled: true
    case .confirm, .prompt: false
    }
  }

  fileprivate func takes(_ answer: ClientAnswer) -> Bool {
    switch (self, answer) {
    case (.start, .start), (.updateParticipants, .action), (.shareCancelled, .action),
      (.confirm, .confirmed), (.prompt, .text):
      true
    default: false
    }
  }
}
