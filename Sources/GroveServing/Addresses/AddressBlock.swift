/// Addresses that share their first bits: `10.0.0.0/8`, `fd00::/8`, or one address alone.
package struct AddressBlock: Hashable, Sendable {
  private let first: NetworkAddress
  private let bits: Int

  /// Nil unless it is an address, then perhaps a slash and 1 to 32 or 128 bits. Bits set behind the
  /// prefix are refused: `10.1.2.3/8` says two things. So is `/0`, which would trust everybody.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let first = NetworkAddress(parts[0]) else { return nil }
    let width = first.bytes.count * 8
    var bits = width
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(parts[1]),
        (1...width).contains(number)
      else { return nil }
      bits = number
    }
    guard first.bytes == Self.masked(first.bytes, bits) else { return nil }
    self.first = first
    self.bits = bits
  }

  package func contains(_ address: NetworkAddress) -> Bool {
    address.bytes.count == first.bytes.count && Self.masked(address.bytes, bits) == first.bytes
  }

  private static func masked(_ bytes: [UInt8], _ bits: Int) -> [UInt8] {
    bytes.enumerated().map { index, byte in
      let kept = min(8, max(0, bits - index * 8))
      return byte & ~(UInt8.max >> UInt8(kept))
    }
  }
}
