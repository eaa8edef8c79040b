import Foundation
import GroveIdentity
import Synchronization

extension SWCollaborationCoordinator {
  /// Asks the app, and waits for its answer for as long as the call's time and the caller's task
  /// allow.
  func perform(_ call: ActionCall) async -> ActionOutcome {
    let answer = ActionAnswer()
    let ticket = state.withLock { state in
      let ticket = state.queue.accept(call)
      state.answers[ticket] = answer
      return ticket
    }
    let (limit, patience) = (call.timeLimit, patience)
    patience.after(patience.untilForced(limit)) { [weak self] in self?.force(ticket) }
    patience.after(patience.untilNobodyCame(limit)) { [weak self] in
      self?.giveUp(ticket, ifOnlyWaiting: true)
    }
    patience.after(Double(limit) + patience.grace(limit)) { [weak self] in self?.giveUp(ticket) }
    deliverWhatIsReady()
    return await withTaskCancellationHandler {
      await answer.value()
    } onCancel: {
      if call.takesBack { force(ticket) }
      patience.after(patience.grace(limit)) { [weak self] in self?.giveUp(ticket) }
    }
  }

  func deliverWhatIsReady() {
    let ready = state.withLock { $0.handler.value == nil ? [] : $0.queue.ready() }
    for delivery in ready { deliver(delivery) }
  }

  private func force(_ ticket: ActionQueue.Ticket) {
    let delivery = state.withLock { state in
      state.handler.value == nil ? nil : state.queue.force(ticket)
    }
    if let delivery { deliver(delivery) }
  }

  private func deliver(_ delivery: ActionQueue.Delivery) {
    DispatchQueue.main.async { [self] in
      guard let handler = actionHandler else {
        state.withLock { $0.queue.returned(delivery.ticket) }
        // Another may have been set between looking for one and giving this back.
        return deliverWhatIsReady()
      }
      let reply = ActionReply { [self] in answered(delivery.ticket, $0) }
      let isWanted = state.withLock { state in
        state.replies[delivery.ticket] = WeakReply(reply: reply)
        return state.abandoned.remove(delivery.ticket) == nil
      }
      guard isWanted else { return reply.answer(.failed(reason: "")) }
      delivery.call.give(to: handler, of: self, reply: reply)
    }
  }

  private func answered(_ ticket: ActionQueue.Ticket, _ outcome: ActionOutcome) {
    let answer = state.withLock { state in
      state.queue.answered(ticket, outcome) { RequestID.random() }
      state.replies[ticket] = nil
      return state.answers.removeValue(forKey: ticket)
    }
    answer?.set(outcome)
    deliverWhatIsReady()
  }

  /// Nobody waits for the answer any more.
  private func giveUp(_ ticket: ActionQueue.Ticket, ifOnlyWaiting: Bool = false) {
    let (answer, reply, reason) = state.withLock {
      state -> (ActionAnswer?, ActionReply?, String) in
      if ifOnlyWaiting, !state.queue.isWaiting(ticket) { return (nil, nil, "") }
      let answer = state.answers.removeValue(forKey: ticket)
      if state.queue.withdraw(ticket) {
        return (answer, nil, "nothing in it was there to answer")
      }
      guard answer != nil else { return (nil, nil, "") }
      if state.replies[ticket] == nil { state.abandoned.insert(ticket) }
      return (answer, state.replies[ticket]?.reply, "it did not answer in time")
    }
    reply?.expire()
    answer?.set(.failed(reason: reason))
  }
}
