import Crypto

extension Diversification {
  /// Fills a tree with leaves that belong to no device, so that nobody sees how many devices there
  /// are (protocol 5.2): whoever knows the seed derives the same.
  /// - Parameter leaves: of devices, at most 32.
  /// - Returns: exactly 32.
  func padded(_ leaves: [[UInt8]]) -> [[UInt8]] {
    leaves + (0..<UInt16(IdentityTree.leafCount - leaves.count)).map(pad)
  }

  /// Padding leaf `index`: `HKDF-Expand(prk, DS("pad") || u16(index), 32)`, a hash that nobody
  /// knows a key for.
  func pad(_ index: UInt16) -> [UInt8] {
    var info = ByteWriter(.pad)
    info.u16(index)
    return expand(info.bytes, byteCount: 32).withUnsafeBytes { Array($0) }
  }
}
