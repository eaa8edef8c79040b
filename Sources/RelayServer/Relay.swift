import GroveIdentity
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
      _ = await live.cut(group: address.streamGroup, reason: .signedOut)
    }
    return try outcome.result.get()
  }

  /// Tells the device's streams that its mailbox has grown.
  private func wake(_ address: DeviceAddress) {
    let group = address.streamGroup
    guard live.has(group) else { return }
    if !arrivals.call(address) { live.wake(group: group) }
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
}
