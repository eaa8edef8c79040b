import Foundation
package import NIOCore

/// An IPv4 or IPv6 address as bytes, without a port. IPv4 inside IPv6 (`::ffff:192.0.2.1`, RFC 4291
/// section 2.5.5.2) is the IPv4 address: one client must not have two names.
package struct NetworkAddress: Hashable, Sendable {
  /// Four or sixteen.
  let bytes: [UInt8]

  /// Nil for anything but one whole address: no port, brackets, zone or name.
  package init?(_ text: some StringProtocol) {
    guard let address = try? SocketAddress(ipAddress: String(text), port: 0) else { return nil }
    self.init(address)
  }

  /// Nil for what has no network address, such as a socket in a file system.
  package init?(_ address: SocketAddress) {
    switch address {
    case .v4(let address):
      bytes = withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
    case .v6(let address):
      let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
      self.bytes = Self.isIPv4(bytes) ? Array(bytes.suffix(4)) : bytes
    case .unixDomainSocket: return nil
    }
  }

  private static func isIPv4(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
  }

  /// What limits count this address under. A household has a whole /64 of IPv6 (RFC 6177), so every
  /// address of it is one client; else each would have its own allowance 2^64 times.
  package var limitKey: String {
    if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
    let groups = stride(from: 0, to: 8, by: 2).map { index in
      String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
    }
    return groups.joined(separator: ":") + "::/64"
  }
}
