import CollaborationDomain
import GroveIdentity
import RelayDomain

extension World {
  /// An answer that the device still waited for.
  func take(_ answer: Answer, _ purpose: Device.Purpose, on device: Int) async throws {
    if purpose == .share { return try shareAnswered(answer, on: device) }
    if purpose == .renewal, case .collaboration(let answer) = answer {
      return try renewalAnswered(answer, on: device)
    }
    switch answer {
    case .relay(.madeAddress(let id, let token)):
      guard case .address(let collaboration) = purpose else { return }
      try keepAddress(id, token: token, in: collaboration, on: device)
    case .relay(.endedAddress), .relay(.refused(.notFound)):
      if case .ending(let id) = purpose { return try forgetAddress(id, on: device) }
      if case .relay(let answer) = answer { try take(answer, purpose, on: device) }
    case .relay(let answer): try take(answer, purpose, on: device)
    case .collaboration(.entered(let entered, let session)):
      self.entered(entered, session, on: device)
    case .collaboration(let answer): take(answer, purpose, on: device)
    }
  }

  private func take(_ answer: RelayAnswer, _ purpose: Device.Purpose, on device: Int)
    throws(Violation)
  {
    switch (purpose, answer) {
    case (.message, .refused(.devicesChanged)):
      send(.relay(.lookUp), from: device, for: .lookUp)
    case (.message, _):
      // Sent, or refused for good: either way it is done with.
      guard !devices[device].durable.outbox.isEmpty else { return }
      devices[device].durable.outbox.removeFirst()
    case (.fetch, .page(let entries)):
      devices[device].volatile.page = entries
      guard weakness == .earlyAcknowledgement, let last = entries.last else { return }
      send(.relay(.acknowledge(upTo: last.sequence)), from: device, for: .acknowledge)
    case (.acknowledge, .acknowledged(let position)):
      devices[device].volatile.acknowledged = position
    case (.lookUp, .lookedUp(let counts, let members)):
      devices[device].durable.known = counts
      devices[device].durable.members = members
    default: return
    }
  }

  private func take(_ answer: CollaborationAnswer, _ purpose: Device.Purpose, on device: Int) {
    switch (purpose, answer) {
    case (.challenge, .challenge(let challenge)):
      devices[device].volatile.challenges.append(challenge)
      if devices[device].volatile.challenges.count > 4 {
        devices[device].volatile.challenges.removeFirst()
      }
    case (.knocks, .knocks(let knocks)):
      guard let knock = chance.one(of: knocks) else { return }
      let request = CollaborationRequest.answerKnock(
        knock.collaborationID, knock.id, accept: !chance.once(in: 3), root: chance.fresh())
      send(.collaboration(request), from: device, for: .other)
    case (.update, _): devices[device].durable.update = nil
    default: return
    }
  }
}
