import GroveIdentity
import GroveSystem

/// In which order an app is given its actions: pure.
///
/// Actions wait until there is somebody to answer. Those about one collaboration go one after the
/// other, since the second may take back what the first does: a removal that came before the adding
/// it belongs to would remove nothing, and leave an identity that nobody knows of. An app that does
/// not answer holds up what follows only until that is `forced`; what it then answers late is asked
/// to be taken back once more.
struct ActionQueue: Sendable {
  typealias Ticket = UInt64

  struct Delivery: Hashable, Sendable {
    let ticket: Ticket
    let call: ActionCall
  }

  private struct Running: Sendable {
    let delivery: Delivery
    /// Later calls on the same subject that did not wait for this one.
    var overtakenBy: [ActionCall] = []
  }

  private var next: Ticket = 0
  private var waiting: [Delivery] = []
  private var running: [Running] = []

  /// - Returns: its ticket; it is delivered by a following `ready`.
  mutating func accept(_ call: ActionCall) -> Ticket {
    next += 1
    waiting.append(Delivery(ticket: next, call: call))
    return next
  }

  /// What the app is to be given now, in this order. Asked only while there is a handler.
  mutating func ready() -> [Delivery] {
    var held: Set<ActionCall.Subject> = []
    for entry in running { held.formUnion(entry.delivery.call.subjects) }
    var ready: [Delivery] = []
    waiting.removeAll { delivery in
      let subjects = delivery.call.subjects
      defer { held.formUnion(subjects) }
      guard held.isDisjoint(with: subjects) else { return false }
      ready.append(delivery)
      return true
    }
    running += ready.map { Running(delivery: $0) }
    return ready
  }

  /// It has waited long enough for earlier ones; nil where it does not wait.
  mutating func force(_ ticket: Ticket) -> Delivery? {
    guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    let delivery = waiting.remove(at: index)
    for index in running.indices
    where !running[index].delivery.call.subjects.isDisjoint(with: delivery.call.subjects) {
      running[index].overtakenBy.append(delivery.call)
    }
    running.append(Running(delivery: delivery))
    return delivery
  }

  /// The handler went away before it was given this.
  mutating func returned(_ ticket: Ticket) {
    guard let index = running.firstIndex(where: { $0.delivery.ticket == ticket }) else { return }
    waiting.append(running.remove(at: index).delivery)
    waiting.sort { $0.ticket < $1.ticket }
  }

  /// Nobody waits for it any more.
  /// - Returns: false where the app has it already, and may still answer.
  mutating func withdraw(_ ticket: Ticket) -> Bool {
    guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return false }
    waiting.remove(at: index)
    return true
  }

  func isWaiting(_ ticket: Ticket) -> Bool { waiting.contains { $0.ticket == ticket } }

  /// The app has answered.
  ///
  /// - Parameter fresh: identifiers for what has to be asked once more.
  mutating func answered(
    _ ticket: Ticket, _ outcome: ActionOutcome, fresh: () -> RequestID
  ) {
    guard let index = running.firstIndex(where: { $0.delivery.ticket == ticket }) else { return }
    let entry = running.remove(at: index)
    switch entry.delivery.call.question {
    case .start(let action): started(action, outcome, entry.overtakenBy, fresh)
    case .update(let action): updated(action, entry.overtakenBy, fresh)
    case .cancellation: break
    }
  }
}

extension ActionQueue {
  /// A cancellation that waited, or came too early, learns what there is to be taken back.
  private mutating func started(
    _ action: StartCollaborationAction, _ outcome: ActionOutcome, _ overtakenBy: [ActionCall],
    _ fresh: () -> RequestID
  ) {
    guard case .fulfilled(let started) = outcome,
      let id = started.flatMap({ try? CollaborationID($0.identifier) })
    else { return }
    func completed(_ call: ActionCall) -> ShareCancellation? {
      guard case .cancellation(let cancellation) = call.question,
        cancellation.startActionID == action.actionID, cancellation.collaborationID == nil
      else { return nil }
      return ShareCancellation(
        startActionID: action.actionID, collaborationID: id, metadata: cancellation.metadata)
    }
    waiting = waiting.map { delivery in
      guard let whole = completed(delivery.call) else { return delivery }
      return Delivery(
        ticket: delivery.ticket, call: ActionCall(whole, id: delivery.call.id))
    }
    if let whole = overtakenBy.lazy.compactMap(completed).first {
      _ = accept(ActionCall(whole, id: fresh()))
    }
  }

  /// What was removed while the app was still adding it is removed once more.
  private mutating func updated(
    _ action: UpdateParticipantsAction, _ overtakenBy: [ActionCall], _ fresh: () -> RequestID
  ) {
    let added = Set(action.addedRoots + action.replacedRoots.map(\.new))
    var gone: Set<RootHash> = []
    for call in overtakenBy {
      guard case .update(let later) = call.question else { continue }
      gone.subtract(later.addedRoots + later.replacedRoots.map(\.new))
      gone.formUnion(later.removedRoots + later.replacedRoots.map(\.old))
    }
    let again = gone.intersection(added).sorted()
    guard !again.isEmpty else { return }
    _ = accept(
      ActionCall(
        UpdateParticipantsAction(
          actionID: fresh(), collaborationID: action.collaborationID, metadata: action.metadata,
          removedRoots: again, removesOnlyThese: true, timeLimit: action.timeLimit)))
  }
}
