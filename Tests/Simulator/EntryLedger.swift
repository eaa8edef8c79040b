import CollaborationDomain
import GroveIdentity

/// Which accounts entries have made, and who has been let into them, kept from the answers.
struct EntryLedger {
  private struct Birth {
    var collaborationID: CollaborationID
    var root: RootHash
    /// Whose devices have entered it.
    var person: AccountID
  }

  private var births: [AccountLabel: Birth] = [:]

  /// Those born of an identity of this collaboration.
  func accounts(of id: CollaborationID) -> [AccountLabel] {
    births.filter { $0.value.collaborationID == id }.map(\.key)
  }

  /// Somebody was let into an account.
  /// - Parameters:
  ///   - person: whose device it is.
  ///   - owner: whose devices the identity follows from; nil: nobody's.
  mutating func entered(
    _ entered: EntryRules.Entered, by root: RootHash, of id: CollaborationID, person: AccountID,
    owner: AccountID?
  ) throws(Violation) {
    let label = entered.account.account
    try hold(14, owner == person, "somebody entered by an identity that is not theirs")
    guard let birth = births[label] else {
      try hold(13, entered.isNew, "a proof opened an account that no entry had made")
      births[label] = Birth(collaborationID: id, root: root, person: person)
      return
    }
    try hold(
      13, birth.root == root && birth.collaborationID == id,
      "an identity opened an account that was born of another")
    try hold(13, !entered.isNew, "an account was made a second time")
    try hold(14, birth.person == person, "two people were let into one account")
  }
}
