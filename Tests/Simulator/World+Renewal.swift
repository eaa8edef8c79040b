import CollaborationDomain
import GroveIdentity

/// An app puts a new identity in the place of one, and takes that back where it never hears what became
/// of it: then the new one may never come.
extension World {
  func renewIdentity(_ device: Int) throws {
    guard let renewal = devices[device].durable.renewal else { return beginRenewal(device) }
    let isWaiting = devices[device].waits(for: .renewal)
    guard !isWaiting || chance.once(in: 2) else { return }
    hangUp(device, .renewal)
    devices[device].durable.renewal?.isTakenBack = true
    sendRenewal(.init(old: renewal.new, new: renewal.old), renewal.undoID, renewal, device)
  }

  private func beginRenewal(_ device: Int) {
    let own = links.filter { $0.document == devices[device].person }
    guard let link = chance.one(of: own), let old = chance.one(of: roots[link.id] ?? []) else {
      return
    }
    let renewal = Device.Renewal(
      collaborationID: link.id, old: old, new: chance.fresh(), undoID: chance.fresh())
    devices[device].durable.renewal = renewal
    sendRenewal(.init(old: old, new: renewal.new), chance.fresh(), renewal, device)
  }

  private func sendRenewal(
    _ pair: IdentityRules.Update.Replacement, _ requestID: RequestID, _ renewal: Device.Renewal,
    _ device: Int
  ) {
    guard let update = IdentityRules.Update(add: [], remove: [], replace: [pair]) else { return }
    send(
      .collaboration(.identities(renewal.collaborationID, update, requestID)), from: device,
      for: .renewal)
  }

  func renewalAnswered(_ answer: CollaborationAnswer, on device: Int) throws(Violation) {
    guard let renewal = devices[device].durable.renewal else { return }
    devices[device].durable.renewal = nil
    guard case .changed = answer else { return }
    guard renewal.isTakenBack else {
      roots[renewal.collaborationID, default: []].append(renewal.new)
      return
    }
    counts.renewalsTakenBack += 1
    abandoned.roots.insert(renewal.new)
    try checkReplaced(renewal.new, in: renewal.collaborationID)
  }

  /// What was taken back is not there, whatever comes late.
  func checkReplaced(_ new: RootHash, in id: CollaborationID) throws(Violation) {
    try hold(
      7, !abandoned.roots.contains(new) || !access.isActive(new, in: id),
      "a replacement that was taken back came afterwards")
  }
}
