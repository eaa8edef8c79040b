import Crypto
import GroveIdentity
package import GroveMessage

/// When a conversation is told which device lists this device has been shown (protocol 11.2).
package enum GossipRules {
  /// - Parameter accounts: the members known here.
  /// - Returns: what to tell and its digest; nil where the conversation has been told just that.
  package static func due(
    _ accounts: [KnownAccount], told: [UInt8]?
  ) -> (gossip: Gossip, digest: [UInt8])? {
    let sorted = accounts.sorted { $0.accountID < $1.accountID }
    var writer = ByteWriter()
    for account in sorted {
      writer.raw(account.accountID.bytes)
      writer.u64(account.chain.newest.seq)
      writer.raw(account.chain.newestHash.bytes)
    }
    let digest = Array(SHA256.hash(data: writer.bytes))
    guard digest != told, !sorted.isEmpty else { return nil }
    let entries = sorted.map {
      Gossip.Entry(account: $0.accountID, statement: $0.chain.newest.reference)
    }
    return (Gossip(seen: Array(entries.prefix(256))), digest)
  }
}
