package import HTTPTypes

/// The proxies whose word about a client's address is believed.
///
/// The address comes from `Forwarded` (RFC 7239) or `X-Forwarded-For`, read from the right, because
/// each proxy adds to the right what it has seen itself; everything further left may be invented. It
/// is read only as far as trusted proxies reach: the first address that is none of theirs is the
/// client. What anybody else sends is not looked at.
package struct TrustedProxies: Hashable, Sendable {
  private let blocks: [AddressBlock]

  /// Nobody: every client is who it connects as.
  package static let none = TrustedProxies([])

  package init(_ blocks: [AddressBlock]) { self.blocks = blocks }

  package func contains(_ address: NetworkAddress) -> Bool {
    blocks.contains { $0.contains(address) }
  }

  /// Who asks.
  ///
  /// Where the headers name nobody (an obfuscated or `unknown` identifier, garbage, nothing at all),
  /// it is the last proxy that is known. So it is too where `Forwarded` and `X-Forwarded-For` disagree:
  /// a proxy that writes the one may pass on what a stranger wrote into the other.
  ///
  /// - Parameter peer: who holds the other end of the connection.
  package func client(of peer: NetworkAddress, _ headers: HTTPFields) -> NetworkAddress {
    guard !blocks.isEmpty, contains(peer) else { return peer }
    let sent = ForwardingHeaders(headers)
    let standard = client(of: peer, ForwardedChain.standard(sent.standard))
    let listed = client(of: peer, ForwardedChain.listed(sent.listed))
    if sent.standard.isEmpty { return listed }
    return sent.listed.isEmpty || listed == standard ? standard : peer
  }

  /// - Parameter chain: the nearest first; nil where no address is given.
  private func client(of peer: NetworkAddress, _ chain: [NetworkAddress?]) -> NetworkAddress {
    var known = peer
    for address in chain {
      guard let address else { return known }
      known = address
      guard contains(address) else { return known }
    }
    return known
  }
}
