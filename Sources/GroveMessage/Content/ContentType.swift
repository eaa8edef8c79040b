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
}
