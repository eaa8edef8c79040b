import GroveIdentity
package import RelayDomain

/// A signed-in device.
package struct RelayCaller: Sendable, Redacted {
  package let address: DeviceAddress
  /// Names the token without being it.
  package let tokenHash: [UInt8]

  /// What its open streams are known by.
  var session: String { Base64URL.encode(tokenHash) }
}
