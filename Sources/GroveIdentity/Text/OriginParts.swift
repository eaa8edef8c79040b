/// Scheme, host and port of an origin, each checked (protocol 2.7).
struct OriginParts {
  private let scheme: [UInt8]
  private let host: [UInt8]
  /// Nil where it is the scheme's own.
  private let port: UInt16?

  private static let secure = Array("https".utf8)
  private static let plain = Array("http".utf8)
  /// The only hosts that plain HTTP may be spoken with, in tests and on one machine.
  private static let local = ["localhost", "127.0.0.1", "[::1]"].map { Array($0.utf8) }

  init(_ text: ArraySlice<UInt8>) throws(IdentityError) {
    let separator = Array("://".utf8)
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")),
      text[colon...].starts(with: separator)
    else { throw IdentityError(.malformed, "an origin begins with a scheme") }
    scheme = Array(text[..<colon])
    guard scheme == Self.secure || scheme == Self.plain else {
      throw IdentityError(.malformed, "the scheme of an origin is https or http")
    }
    let authority = text[(colon + 3)...]
    let hostEnd = Self.hostEnd(in: authority)
    host = Array(authority[..<hostEnd])
    port = try Self.port(authority[hostEnd...], standard: scheme == Self.secure ? 443 : 80)
    guard HostName.isCanonical(host) else {
      throw IdentityError(.malformed, "the host of an origin is a name or an address")
    }
    guard scheme == Self.secure || Self.local.contains(host) else {
      throw IdentityError(.malformed, "http is for this machine only")
    }
  }

  var serialized: [UInt8] {
    scheme + Array("://".utf8) + host + (port.map { Array(":\($0)".utf8) } ?? [])
  }

  /// A bracketed address has colons of its own.
  private static func hostEnd(in authority: ArraySlice<UInt8>) -> Int {
    let bracket = authority.first == UInt8(ascii: "[") ? authority.firstIndex(of: 0x5D) : nil
    let start = bracket ?? authority.startIndex
    return authority[start...].firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
  }

  /// `":" digits`, canonical, 1...65535.
  private static func port(_ text: ArraySlice<UInt8>, standard: UInt16)
    throws(IdentityError) -> UInt16?
  {
    guard !text.isEmpty else { return nil }
    let digits = String(decoding: text.dropFirst(), as: UTF8.self)
    let value = try DecimalUInt64(text: digits).value
    guard let port = UInt16(exactly: value), port != 0 else {
      throw IdentityError(.malformed, "a port is 1 to 65535")
    }
    return port == standard ? nil : port
  }
}
