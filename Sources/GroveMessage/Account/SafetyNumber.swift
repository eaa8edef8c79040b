import Crypto
public import GroveIdentity

/// Sixty digits that two people compare to know that the relay gave each the other's real account
/// (protocol 11.3). The same on both sides.
public struct SafetyNumber: Hashable, Sendable, CustomStringConvertible {
  /// 12 groups of five digits.
  public let groups: [String]

  /// `HKDF-Expand(H(DS("safety-number") || min(a,b) || max(a,b)), DS("digits"), 60)`.
  public init(_ one: AccountID, _ other: AccountID) {
    var writer = ByteWriter(.safetyNumber)
    writer.raw(min(one, other).bytes)
    writer.raw(max(one, other).bytes)
    groups = DigitGroups.expand(Digest.sha256(writer.bytes), count: 12)
  }

  /// The twelve groups with blanks between them, as they are read out.
  public var description: String { groups.joined(separator: " ") }
}

/// Thirty digits of one account, which both devices show while one is linked to it (protocol 3.8).
public struct AccountDigits: Hashable, Sendable, CustomStringConvertible {
  /// 6 groups of five digits.
  public let groups: [String]

  /// `HKDF-Expand(accountID, DS("digits"), 30)`, read as a safety number is.
  public init(_ accountID: AccountID) {
    groups = DigitGroups.expand(accountID.bytes, count: 6)
  }

  /// The six groups with blanks between them, as both devices show them.
  public var description: String { groups.joined(separator: " ") }
}

/// Bytes as groups of five digits: each `OS2IP(5 bytes) mod 100000`.
private enum DigitGroups {
  static func expand(_ key: [UInt8], count: Int) -> [String] {
    let expanded = HKDF<SHA256>.expand(
      pseudoRandomKey: key, info: DomainLabel.digits.prefix, outputByteCount: count * 5)
    let bytes = expanded.withUnsafeBytes { Array($0) }
    return stride(from: 0, to: bytes.count, by: 5).map { start in
      let value = bytes[start..<start + 5].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let digits = String(value % 100_000)
      return String(repeating: "0", count: 5 - digits.count) + digits
    }
  }
}
