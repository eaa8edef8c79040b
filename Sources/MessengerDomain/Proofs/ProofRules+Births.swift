package import GroveIdentity
import GroveMessage
package import GroveSystem

/// Which of this person's accounts an app may find again (protocol 8.9.4): those born of a proof, for which this device
/// has signed in the very collaboration that is entered. The app's server has each of these signatures, so showing it
/// the identity that the account was born of tells it nothing new.
extension ProofRules {
  /// The accounts born of a proof for which this device has signed in a collaboration.
  package struct SignedAccounts: SharingRecord, Hashable {
    package static let kind = "signed-accounts"
    package var collaboration: CollaborationKey
    /// The latest last, at most `maximumSigned`.
    package var accounts: [AccountLabel]
    package var key: [UInt8] { collaboration.bytes }
  }

  /// Accounts that are remembered for a collaboration; as many identities are shown at most.
  package static let maximumSigned = 4

  /// Notes for which account this device signs. Others than those born of a proof are signed in to in another way.
  package static func signed(
    for account: AccountLabel, in key: CollaborationKey, reader: any SharingReader
  ) throws -> [SharingChange] {
    guard account.isKeptForEntries, !account.isEntryCandidate else { return [] }
    let known = try reader.record(SignedAccounts.self, key: key.bytes)?.accounts ?? []
    guard known.last != account else { return [] }
    let accounts = (known.filter { $0 != account } + [account]).suffix(maximumSigned)
    return [try .put(SignedAccounts(collaboration: key, accounts: Array(accounts)))]
  }

  /// Who has no account there is about to enter the one that it was last signed for, where that was born of an identity of
  /// this device; else the one that this very identity makes.
  ///
  /// Shown along are the identities that the accounts signed for were born of, the latest account's first: also those of
  /// what has ended or was taken back.
  static func entering(_ chosen: ReceivedInvitation, reader: any SharingReader) throws -> Entering {
    let key = chosen.collaboration
    let own = AccountLabel.entered(
      by: chosen.root, in: key.collaborationID, of: key.audience)
    let born = try births(signedIn: key, reader: reader)
    return Entering(account: born.first?.account ?? own, births: born.filter { $0.account != own })
  }

  /// By which of several invitations the account that was last signed for is reached: by the one it was born of, or one of
  /// the same conversation, which may have taken its place. Another one of this person, not in use yet, would lead nowhere
  /// (protocol 9.3.1).
  ///
  /// - Returns: nil: none is better than the newest.
  static func entrance(
    among provable: [ReceivedInvitation], of key: CollaborationKey, reader: any SharingReader
  ) throws -> ReceivedInvitation? {
    let birth = try births(signedIn: key, reader: reader).first?.invitation
    guard let birth, birth.collaboration == key else { return nil }
    return provable.first { $0.root == birth.root }
      ?? provable.first { $0.conversationID == birth.conversationID }
  }

  /// What the accounts signed for there were born of, the latest account's first.
  private static func births(signedIn key: CollaborationKey, reader: any SharingReader) throws
    -> [Birth]
  {
    guard let signed = try reader.record(SignedAccounts.self, key: key.bytes) else { return [] }
    let known = try reader.records(ReceivedInvitation.self)
      .filter { $0.collaboration.audience == key.audience && $0.leaf != nil }
      .map { invitation in
        let id = invitation.collaboration.collaborationID
        return Birth(
          invitation: invitation,
          account: .entered(by: invitation.root, in: id, of: key.audience))
      }
    return signed.accounts.reversed().compactMap { account in
      known.first { $0.account == account }
    }
  }

  /// An identity of this device, and the account it made.
  package struct Birth: Hashable, Sendable {
    package var invitation: ReceivedInvitation
    package var account: AccountLabel
  }
}
