public import GroveIdentity

/// An app's records, all of them, as the app names them: `iCloud.` or another prefix in front of a reversed
/// domain name.
public struct ContainerID: CheckedText {
  public let bytes: [UInt8]

  /// - Throws: `malformed` unless it is 1 to 255 letters, digits, dots, hyphens and underscores.
  public init(_ text: String) throws(IdentityError) {
    bytes = try checked(text, "a container identifier") { byte in
      byte.isLetterOrDigit || byte == 0x2E || byte == 0x2D || byte == 0x5F
    }
  }
}

/// A zone, as its owner's app names it.
public struct ZoneName: CheckedText {
  public let bytes: [UInt8]

  /// The zone that every private and public database has.
  public static let standard = ZoneName(unchecked: "_defaultZone")

  /// - Throws: `malformed` unless it has 1 to 255 characters without control characters.
  public init(_ text: String) throws(IdentityError) {
    bytes = try checkedName(text, "a zone's name")
  }

  private init(unchecked text: StaticString) { bytes = Array(text.description.utf8) }
}

/// A record, as its app names it within a zone.
public struct RecordName: CheckedText {
  public let bytes: [UInt8]

  /// The share of a whole zone: one in each.
  public static let zoneShare = RecordName(unchecked: "cloudkit.zoneshare")

  /// - Throws: `malformed` unless it has 1 to 255 characters without control characters.
  public init(_ text: String) throws(IdentityError) {
    bytes = try checkedName(text, "a record's name")
  }

  private init(unchecked text: StaticString) { bytes = Array(text.description.utf8) }
}

/// What kind of thing a record is. `cloudkit.share` is a share.
public struct RecordType: CheckedText {
  public let bytes: [UInt8]

  /// The type of a share.
  public static let share = RecordType(unchecked: "cloudkit.share")

  /// - Throws: `malformed` unless it begins with a letter and has at most 255 letters, digits and underscores.
  public init(_ text: String) throws(IdentityError) {
    if text == "cloudkit.share" {
      self = .share
    } else {
      bytes = try checkedWord(text, "a record's type")
    }
  }

  private init(unchecked text: StaticString) { bytes = Array(text.description.utf8) }
}

/// A field of a record.
public struct FieldName: CheckedText {
  public let bytes: [UInt8]

  /// Those of a share that the system names: `cloudkit.title` and its like.
  private static let ofShares: Set = [
    "cloudkit.title", "cloudkit.thumbnailImageData", "cloudkit.type",
  ]

  /// - Throws: `malformed` unless it begins with a letter and has at most 255 letters, digits and underscores.
  public init(_ text: String) throws(IdentityError) {
    if Self.ofShares.contains(text) {
      bytes = Array(text.utf8)
    } else {
      bytes = try checkedWord(text, "a field's name")
    }
  }
}

/// A person in one container, as others there see them: `_` and 32 lowercase hexadecimal digits. Two containers
/// name one person differently, and neither name says which account it is.
public struct RecordUserName: CheckedText {
  public let bytes: [UInt8]

  /// - Throws: `malformed` for another form.
  public init(_ text: String) throws(IdentityError) {
    let bytes = Array(text.utf8)
    guard bytes.count == 33, bytes[0] == 0x5F, bytes.dropFirst().allSatisfy(\.isLowercaseHex) else {
      throw IdentityError(.malformed, "a user's name is _ and 32 hexadecimal digits")
    }
    self.bytes = bytes
  }
}

private func checked(_ text: String, _ what: String, _ isAllowed: (UInt8) -> Bool)
  throws(IdentityError) -> [UInt8]
{
  let bytes = Array(text.utf8)
  guard (1...255).contains(bytes.count), bytes.allSatisfy(isAllowed) else {
    throw IdentityError(
      .malformed, "\(what) is 1 to 255 letters, digits, dots, hyphens and underscores")
  }
  return bytes
}

/// Characters count, as apps count them; four bytes each at most.
private func checkedName(_ text: String, _ what: String) throws(IdentityError) -> [UInt8] {
  let bytes = Array(text.utf8)
  guard (1...1020).contains(bytes.count), text.unicodeScalars.count <= 255,
    text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
  else {
    throw IdentityError(.malformed, "\(what) has 1 to 255 characters without control characters")
  }
  return bytes
}

private func checkedWord(_ text: String, _ what: String) throws(IdentityError) -> [UInt8] {
  let bytes = Array(text.utf8)
  guard let first = bytes.first, first.isLetter, bytes.count <= 255,
    bytes.allSatisfy({ $0.isLetterOrDigit || $0 == 0x5F })
  else {
    throw IdentityError(
      .malformed, "\(what) begins with a letter and has at most 255 letters, digits and underscores"
    )
  }
  return bytes
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
  fileprivate var isLetterOrDigit: Bool { isLetter || (0x30...0x39).contains(self) }
  fileprivate var isLowercaseHex: Bool {
    (0x30...0x39).contains(self) || (0x61...0x66).contains(self)
  }
}
