import CollaborationDomain
import GroveIdentity

/// People who have no account with the app, and are let in by their proof alone (protocol 8.9).
extension World {
  func askToEnter(_ device: Int) {
    let invitations = devices[device].durable.invitations
    guard let kept = chance.once(in: 3) ? chance.one(of: invitations) : invitations.last else {
      return
    }
    let request = CollaborationRequest.entryChallenge(
      kept.collaborationID, chance.fresh(), chance.fresh())
    send(.collaboration(request), from: device, for: .challenge)
  }

  /// The page that asked shows its secret; whoever has only seen a proof shows one of their own.
  func enter(with proof: OfferedProof, secret: SessionHash?, on device: Int) {
    let request = CollaborationRequest.enter(
      proof.challenge.collaborationID, proof, secret ?? chance.fresh(), session: chance.fresh())
    send(.collaboration(request), from: device, for: .entry)
  }

  func entered(_ entered: EntryRules.Entered, _ session: SessionHash, on device: Int) {
    let id = links.first { $0.document == documents.firstIndex(of: entered.grant.documentID) }?.id
    guard
      let id = devices[device].durable.invitations.last(where: { $0.root == entered.grant.root })?
        .collaborationID ?? id
    else { return }
    devices[device].durable.sessions.append(
      EnteredSession(collaborationID: id, account: entered.account.account, hash: session))
    if devices[device].durable.sessions.count > 4 { devices[device].durable.sessions.removeFirst() }
  }

  /// What somebody does in the account that they were let into.
  func actInside(_ device: Int) {
    guard let session = chance.one(of: devices[device].durable.sessions) else { return }
    let id = session.collaborationID
    let document = links.first { $0.id == id }?.document ?? 0
    let request: CollaborationRequest =
      switch chance.below(8) {
      case 0: .leave(id)
      case 1, 2: .openLink(id)
      case 3: .takeBackAddress(id)
      default: .append(documents[document], chance.fresh(), mentions: mentions(in: id))
      }
    send(.collaboration(.inside(session, request)), from: device, for: .other)
  }

  /// Mostly nobody, sometimes one of those who are known to take part.
  func mentions(in id: CollaborationID) -> [RootHash] {
    guard chance.once(in: 3), let root = chance.one(of: roots[id] ?? []) else { return [] }
    return [root]
  }
}
