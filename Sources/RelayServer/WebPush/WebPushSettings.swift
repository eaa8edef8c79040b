package import GroveIdentity
package import RelayDomain

/// How a relay wakes devices through their browsers' push services (protocol 12.10).
package struct WebPushSettings: Sendable {
  /// Where a push service finds the operator: `mailto:` or `https:` (RFC 8292, 2.1).
  package var contact: String
  /// Signs what the relay posts; browsers bind subscriptions to it.
  package var key: SigningKey
  /// Push services that may be anywhere, and without TLS on this machine.
  package var services: Set<Origin> = []
  package var limits = WebPushLimits()

  package init(contact: String, key: SigningKey) {
    self.contact = contact
    self.key = key
  }

  /// Whether a push service would know whom to write to.
  package static func isContact(_ text: String) -> Bool {
    guard text.utf8.count <= 256, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return false
    }
    if text.hasPrefix("https://") { return (try? Origin(ofLink: text)) != nil }
    guard text.hasPrefix("mailto:") else { return false }
    let parts = text.dropFirst(7).split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
  }
}
