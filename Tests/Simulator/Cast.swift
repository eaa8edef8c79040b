import GroveIdentity
import GroveMessage
import GroveTesting

/// The people of every world, with keys, device lists and signatures that are real. Making them takes
/// some milliseconds, so all worlds of a process share them.
struct Cast: Sendable {
  struct Person: Sendable {
    let name: String
    let label: AccountLabel
    let devices: [TestDevice]
    /// The chain after each of its records: one device, two, and then another in the second's place.
    let chains: [StatementChain]
    /// One of each device.
    let kemKeys: [SignedKEMKey]

    var id: AccountID { chains[0].accountID }
    /// The device that each record but the first brings.
    func newcomer(of record: Int) -> Int { record }
  }

  /// When every world begins: a day after the first key is usable.
  static let start = TestAccount.t0 + 86_400_000
  static let shared = Result { try Cast() }

  let persons: [Person]
  let audience: Origin
  let push: PushKeys

  /// Who has a document of their own: the others only take part.
  static let owners = 2
  /// The last of them means no good.
  static let names = ["ann", "bob", "cat", "mal"]

  private init() throws {
    audience = try Origin("https://docs.example")
    push = try PushKeys()
    persons = try Self.names.map { name in
      let devices = try (1...3).map { try TestDevice("\(name) \($0)") }
      var account = try TestAccount([devices[0]])
      var chains = [account.chain]
      for second in [devices[1], devices[2]] {
        try account.change(to: [devices[0], second])
        chains.append(account.chain)
      }
      let keys = try devices.map {
        try SignedKEMKey($0.kemRecord(of: account.id), signedBy: $0.identityKey)
      }
      return Person(
        name: name, label: try AccountLabel("\(name)@docs.example"), devices: devices,
        chains: chains, kemKeys: keys)
    }
  }
}
