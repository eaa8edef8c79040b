public import GroveIdentity

/// An account statement as it travels: the encoded body and the signatures over it (protocol 3.5).
///
/// Nothing in here has been checked. `StatementChain` is what makes it mean something.
public struct SignedStatement: Hashable, Sendable, Codable {
  /// Who signed: a device of the previous statement, or its recovery key.
  public enum Signer: Hashable, Sendable, Codable {
    /// A device with flag bit 0 in the previous statement; in the genesis statement, one of its
    /// own.
    case device(DeviceID)
    /// The previous statement's recovery key.
    case recovery

    /// Reads `"recovery"` or a device identifier as base64url.
    public init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      self = text == "recovery" ? .recovery : .device(try DeviceID(Base64URL.decode(text)))
    }

    /// Writes `"recovery"` or the device identifier as base64url.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .device(let id): try container.encode(id.base64url)
      case .recovery: try container.encode("recovery")
      }
    }
  }

  /// A new device's word that it holds the keys of its entry (protocol 3.5).
  public struct Possession: Hashable, Sendable, Codable {
    /// The entry it is for.
    public var deviceID: DeviceID
    /// 64 bytes, by the device's identity key.
    public var signature: Base64URLBytes

    /// For one that was received; a device makes its own by signing its entry.
    public init(deviceID: DeviceID, signature: Base64URLBytes) {
      self.deviceID = deviceID
      self.signature = signature
    }
  }

  /// The encoded statement body (protocol 3.4).
  public var body: Base64URLBytes
  /// Whose key `signature` is checked with.
  public var signer: Signer
  /// 64 bytes over `DS("account-statement") || body`.
  public var signature: Base64URLBytes
  /// One for each entry that is new or has another key, and no others (protocol 3.5.1).
  public var possession: [Possession]

  /// For a record that was received or stored; new ones come from `genesis` and `next`.
  public init(
    body: Base64URLBytes, signer: Signer, signature: Base64URLBytes, possession: [Possession]
  ) {
    self.body = body
    self.signer = signer
    self.signature = signature
    self.possession = possession
  }
}
