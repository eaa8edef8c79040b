import Crypto
public import GroveIdentity

extension DeviceID {
  /// `H(DS("device") || DIK)[0..16)` (protocol 3.2): a device is named by its identity key, so
  /// nobody can claim another device's name.
  public init(identityKey: PublicKey) {
    var writer = ByteWriter(.device, capacity: 96)
    writer.raw(identityKey.bytes)
    self.init(unchecked: Array(SHA256.hash(data: writer.bytes).prefix(Self.byteCount)))
  }
}
