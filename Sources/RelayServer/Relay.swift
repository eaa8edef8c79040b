import GroveIdentity
import GroveMessage
import GroveServing
import GroveWire
import RelayDomain

/// What the routes share: the store, the clock, the open streams.
struct Relay: Sendable {
  let store: any RelayStore
  let live: LiveStreams
  /// Mailboxes that have new entries for their streams.
  let arrivals = ChangeSignal<DeviceAddress>()
  let meetings: RendezvousWaiters
  let openings: RendezvousPlaces
  let attachments: KeptFiles<AttachmentID>
  let challenges: SignInChallenges
  /// The other nodes on the same store; nil: there are none.
  let nodes: Nodes?
  let origin: Origin
  let limits: RelayLimits
  /// Nil: this relay wakes nobody.
  let webPush: WebPushDesk?
  /// Milliseconds since 1970.
  let now: @Sendable () -> UInt64
  /// So many random bytes nobody can guess.
  let random: @Sendable (Int) -> [UInt8]

  /// Runs a command, then does what follows from it: streams with new entries are woken, streams of
  /// removed devices end for good, and only then the caller is answered.
  /// - Parameters:
  ///   - caller: whose command it is: those that wait take turns by account.
  ///   - lane: takes turns instead of an account, where nobody is signed in.
  /// - Throws: the refusal, or why the store could not answer.
  func change<Value: Sendable>(
    by caller: RelayCaller? = nil, in lane: String = "",
    _ rule: @escaping @Sendable (any RelayReader, UInt64) throws -> RelayAnswer<Value>
  ) async throws -> Value {
    let now = now()
    let group = caller?.address.account.base64url ?? lane
    let outcome = try await store.change(for: group) { try rule($0, now) }
    for address in outcome.delivered { wake(address) }
    webPush?.ring(outcome.rung, at: now) { live.count(of: $0.streamGroup) > 0 }
    for address in outcome.removed {
      // One that is only being opened is answered as its token is: it no longer exists.
      try await cut(StreamCut(group: address.streamGroup, reason: .signedOut))
    }
    return try outcome.result.get()
  }

  /// Tells the device's streams that its mailbox has grown.
  private func wake(_ address: DeviceAddress) {
    nodes?.moved(address.streamGroup)
    wakeHere(address)
  }

  private func wakeHere(_ address: DeviceAddress) {
    let group = address.streamGroup
    guard live.has(group) else { return }
    if !arrivals.call(address) { live.wake(group: group) }
  }

  /// Somebody has left a message at a rendezvous.
  func wake(_ rendezvous: RendezvousID) {
    nodes?.movedUnstreamed(rendezvous.streamGroup)
    meetings.wake(rendezvous)
  }

  /// Ends streams on every node; returns when none of them will write again.
  /// - Throws: `outcome_unknown` where that is not known of every node.
  func cut(_ cut: StreamCut) async throws {
    guard let nodes else {
      _ = await live.cut(cut)
      return
    }
    async let others = nodes.cut(cut)
    _ = await live.cut(cut)
    _ = try await others
  }

  /// What this node does when others ask or tell it something.
  var nodeHandler: NodeHandler {
    NodeHandler(
      cut: { await live.cut($0) }, moved: { heard(of: $0) },
      movedAll: {
        for group in live.groups { heard(of: group) }
        meetings.wakeAll()
      },
      told: { openings.heard($0, until: now() + limits.rendezvousLifetime) })
  }

  /// A mailbox or a rendezvous may have something new.
  func heard(of group: String) {
    if let rendezvous = RendezvousID(streamGroup: group) {
      meetings.wake(rendezvous)
    } else if let address = DeviceAddress(streamGroup: group) {
      wakeHere(address)
    }
  }

  /// A look at what is committed.
  func look<Value: Sendable>(
    _ rule: @escaping @Sendable (any RelayReader, UInt64) throws -> Result<Value, RelayRefusal>
  ) async throws -> Value {
    let now = now()
    return try await store.read { try rule($0, now) }.get()
  }
}

extension DeviceAddress {
  /// The name of the device's mailbox among the open streams.
  var streamGroup: String { account.base64url + "." + device.base64url }

  fileprivate init?(streamGroup: String) {
    let parts = streamGroup.split(separator: ".").map { try? Base64URL.decode(String($0)) }
    guard parts.count == 2, let first = parts[0], let second = parts[1],
      let account = try? AccountID(first), let device = try? DeviceID(second)
    else { return nil }
    self.init(account: account, device: device)
  }
}

extension RendezvousID {
  /// What nodes tell each other: nothing is streamed there.
  fileprivate var streamGroup: String { "rendezvous " + base64url }

  fileprivate init?(streamGroup: String) {
    let parts = streamGroup.split(separator: " ")
    guard parts.count == 2, parts[0] == "rendezvous",
      let bytes = try? Base64URL.decode(String(parts[1])), let id = try? Self(bytes)
    else { return nil }
    self = id
  }
}
