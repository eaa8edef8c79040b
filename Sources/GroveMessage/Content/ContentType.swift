/// What a message's content is (protocol 18.3). A number that is not here is kept and not shown.
public enum ContentType: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case text = 1
  case invitation = 2
  case membershipUpdate = 3
  case notice = 4
  case gossip = 5
  case acknowledgement = 6
}
