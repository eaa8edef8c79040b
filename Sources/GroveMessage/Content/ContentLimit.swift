import GroveIdentity

/// How large the members of contents may be, in bytes of UTF-8 or in elements.
enum ContentLimit {
  static let title = 1024
  static let link = 2048
  static let participants = 256
  static let name = 255
  static let guestName = 128
  static let appName = 64
  static let icon = 4096
  static let iconSide = 256
  static let firstLines = 1024

  static func check(_ text: String?, _ maximum: Int, _ member: String) throws(IdentityError) {
    guard (text?.utf8.count ?? 0) <= maximum else {
      throw IdentityError(.limitExceeded, "\(member) is at most \(maximum) bytes")
    }
  }

  static func check(count: Int, _ maximum: Int, _ member: String) throws(IdentityError) {
    guard count <= maximum else {
      throw IdentityError(.limitExceeded, "\(member) has at most \(maximum) entries")
    }
  }
}
