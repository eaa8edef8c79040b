package import GroveWire

extension UpdateParticipantsAction {
  /// What is asked of the server for it: the same where the action is repeated.
  package var request: UpdateIdentities {
    let known = Dictionary((persons ?? []).map { ($0.root, $0.person) }) { first, _ in first }
    return UpdateIdentities(
      requestID: actionID,
      add: addedRoots.map { UpdateIdentities.Added(root: $0, depth: 5, person: known[$0]) },
      remove: removedRoots, only: removesOnlyThese,
      replace: replacedRoots.map { UpdateIdentities.Replacement(old: $0.old, new: $0.new) })
  }

  /// Of what is shared no more nobody has to be removed.
  package var onlyRemoves: Bool { addedRoots.isEmpty && replacedRoots.isEmpty }
}
