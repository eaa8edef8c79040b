/// Which hosts an origin may have, in the only spelling each of them has (protocol 2.7).
enum HostName {
  static func isCanonical(_ host: [UInt8]) -> Bool {
    if host.first == UInt8(ascii: "[") {
      return host.last == UInt8(ascii: "]") && IPv6Text.isCanonical(host.dropFirst().dropLast())
    }
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard host.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else {
      return false
    }
    // A browser reads any host whose last label is a number as an IPv4 address.
    return isNumber(last) ? isIPv4(labels) : true
  }

  /// Letters, digits and inner hyphens; 1...63 of them. Lower-case A-labels are of this form.
  private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
    (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
      && label.allSatisfy { (0x61...0x7A).contains($0) || isDigit($0) || $0 == 0x2D }
  }

  private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
    label.allSatisfy(isDigit) || (label.starts(with: [0x30, 0x78]) && isHex(label.dropFirst(2)))
  }

  /// Four decimal numbers up to 255, without leading zeros.
  private static func isIPv4(_ labels: [ArraySlice<UInt8>]) -> Bool {
    labels.count == 4
      && labels.allSatisfy { label in
        label.allSatisfy(isDigit) && (label.count == 1 || label.first != 0x30)
          && UInt8(String(decoding: label, as: UTF8.self)) != nil
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isHex(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { isDigit($0) || (0x61...0x66).contains($0) }
  }
}
