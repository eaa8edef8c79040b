import GroveIdentity

/// A session token of the right shape with a MAC that is not ours (decision 0007).
enum SessionForgery {
  static func token(account: String) -> String {
    var writer = ByteWriter()
    writer.u8(1)
    writer.raw([UInt8](repeating: 9, count: 16))
    writer.u64(.max >> 1)
    writer.u16(UInt16(account.utf8.count))
    writer.raw(account.utf8)
    writer.raw([UInt8](repeating: 7, count: 32))
    return Base64URL.encode(writer.bytes)
  }
}
