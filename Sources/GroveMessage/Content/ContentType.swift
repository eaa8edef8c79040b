/// What a message's content is (protocol 18.3). A number that is not here is kept and not shown.
public enum ContentType: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// What a person wrote: `TextContent`.
  case text = 1
  /// A share, as one participant gets it: `Invitation`.
  case invitation = 2
  /// Who joined and left a collaboration: `MembershipUpdate`.
  case membershipUpdate = 3
  /// What an app tells the others: `Notice`.
  case notice = 4
  /// Which statements the sender was shown: `Gossip`.
  case gossip = 5
  /// That messages arrived or were read: `Acknowledgement`.
  case acknowledgement = 6
  /// Where apps' servers tell this account, for its own devices: `NoticeAddresses`.
  case noticeAddresses = 7

  /// What was shared with this account before a device was added, for that device: `OwnDocuments`.
  case ownDocuments = 9
  /// What its person has put away, for the account's other devices: `NoticesPutAway`.
  case noticesPutAway = 10

  /// What a browser tells the account's other browsers: what its person has read (8, protocol 12.9). Nothing
  /// here counts as unread, so it is passed over and shown to nobody.
  package static let browserCodes: Set<UInt8> = [8]
}
