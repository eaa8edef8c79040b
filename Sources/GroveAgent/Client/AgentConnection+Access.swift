public import GroveIdentity
public import GroveSystem

extension AgentConnection: AccessSystem {
  /// Whose devices changed since this person shared something with them.
  public func accessRenewals() async throws(MessengerError) -> [AccessRenewal] {
    guard case .renewals(let list) = try await ask(.accessRenewals, over: personTransport) else {
      throw Self.unexpected
    }
    return list
  }

  /// Goes on when this process ends, as `send` does; the agent starts the app where it has to. Not asked again
  /// by itself when the agent goes away before it answers: `accessRenewals()` says whether it was done.
  public func renewAccess(of person: AccountID, in collaboration: CollaborationKey)
    async throws(MessengerError) -> ShareOutcome?
  {
    let answer = try await ask(.renewAccess(person, collaboration), over: personTransport)
    guard case .renewed(let outcome) = answer else { throw Self.unexpected }
    return outcome
  }

  public func letsDevicesIn() async throws(MessengerError) -> Bool {
    guard case .truth(let letsIn) = try await ask(.letsDevicesIn, over: personTransport) else {
      throw Self.unexpected
    }
    return letsIn
  }

  public func setLetsDevicesIn(_ isWanted: Bool) async throws(MessengerError) {
    _ = try await ask(.setLetsDevicesIn(isWanted), over: personTransport)
  }
}
