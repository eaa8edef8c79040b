extension NetworkAddress {
  /// Whether it is an ordinary address of the Internet: not of this machine, a private or local network,
  /// a translation or tunnel that may end in one, a group or a document (the registries of RFC 6890). Of
  /// IPv6 only what is given out as global unicast.
  package var isPublic: Bool {
    if bytes.count == 4 { return !Self.special.contains { $0.contains(self) } }
    return Self.globalUnicast.contains { $0.contains(self) }
      && !Self.special.contains { $0.contains(self) }
  }

  private static let globalUnicast = blocks("2000::/3")

  private static let special = blocks(
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
    "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "2001::/23",
    "2001:db8::/32", "2002::/16", "3fff::/20")

  private static func blocks(_ texts: String...) -> [AddressBlock] {
    texts.compactMap { AddressBlock($0) }
  }
}
