import GroveClient
public import GroveIdentity
public import GroveMessage
public import GroveSystem
import GroveWire

/// A device that is about to join an account (protocol 3.8): shows a code, waits for the device that
/// scans it, and joins when its person has compared the digits.
public struct LinkingDevice: Sendable, Redacted {
  /// What to show, as text or as a QR code.
  public let text: String
  let request: DeviceLinkRequest
  let folder: DeviceFolder
  let lock: FolderLock
  let keyFile: KeyFile
  let relay: Origin
  let identityKey: SigningKey
  let baseKey: DiversificationBaseKey
  let environment: MessengerEnvironment

  /// Waits for the other device and joins its account.
  ///
  /// - Parameters:
  ///   - timeLimit: seconds; a rendezvous lasts ten minutes.
  ///   - confirm: asked once, with the digits of the account on offer. The other device shows the
  ///     same ones; nothing is signed before the person says so, because the relay carries the offer
  ///     and could exchange it.
  /// - Throws: `linkTimedOut`, `linkRefused`, `cancelled` where the person says no,
  ///   `relayUnreachable`, ….
  public func complete(
    timeLimit: Int = 600, confirm: @Sendable (AccountDigits) async -> Bool
  ) async throws(MessengerError) -> Messenger {
    let client = RelayClient(origin: relay, transport: environment.transport)
    var meeting = Rendezvous(
      client, request.rendezvous, until: environment.now() + UInt64(max(0, timeLimit)) * 1000,
      environment)
    let (offer, entry) = try await meeting.next { message -> (DeviceLinkOffer, DeviceEntry)? in
      guard case .offer(let offer) = message, case .success(let entry) = offer.check(request)
      else { return nil }
      return (offer, entry)
    }
    guard await confirm(offer.digits) else { throw MessengerError(.cancelled) }
    let keys = try newKeys(offer.accountID)
    // On the disk before the account lists it: a device in the list without keys could do nothing.
    try keyFile.write(keys, nonce: environment.random(12))
    do {
      let possession = try DeviceLinkPossession(offer, entry: entry, signedBy: identityKey)
      try await meeting.leave(.possession(possession))
      let completion = try await meeting.next { message -> DeviceLinkComplete? in
        if case .complete(let completion) = message { completion } else { nil }
      }
      return try await join(offer, entry, completion, keys)
    } catch {
      let error = Messenger.translated(error)
      // Where nobody answered it is unknown whether the list has this device; `open` finds out.
      if error.code == .linkRefused { keyFile.remove() }
      throw error
    }
  }

  private func newKeys(_ accountID: AccountID) throws(MessengerError) -> DeviceKeys {
    do {
      let kem = try KEMKeyPair.make(
        keyID: 1, accountID: accountID, identityKey: identityKey, at: environment.now())
      return DeviceKeys(
        relay: relay, accountID: accountID, handle: "", identityKey: identityKey,
        baseKey: baseKey, formerBaseKeys: [], nextBaseKey: nil, kemKeys: [kem], lastKeyID: 1,
        storageKey: SecretBytes(environment.random(32)))
    } catch {
      throw Messenger.translated(error)
    }
  }

  /// Believes the published chain and nothing else.
  private func join(
    _ offer: DeviceLinkOffer, _ entry: DeviceEntry, _ completion: DeviceLinkComplete,
    _ keys: DeviceKeys
  ) async throws(MessengerError) -> Messenger {
    let signIn = DeviceSignIn(
      relay: RelayClient(origin: relay, transport: environment.transport),
      accountID: offer.accountID, identityKey: identityKey, now: environment.now)
    let client = RelayClient(
      origin: relay, credentials: signIn, transport: environment.transport)
    let answer: RelayAccount
    do {
      answer = try await client.lookUp(account: offer.accountID)
    } catch {
      throw MessengerError(error)
    }
    guard let chain = try? StatementChain(records: answer.statements),
      case .success = completion.check(offer, entry: entry, chain: chain)
    else { throw MessengerError(.linkRefused) }
    let named = keys.with(handle: answer.handle)
    try keyFile.write(named, nonce: environment.random(12))
    let messenger = try Messenger(
      Messenger.Parts(folder: folder, lock: lock, keyFile: keyFile, keys: named),
      environment: environment)
    try await messenger.adoptOwnAccount(answer)
    try await messenger.rotateKEMKeys()
    return messenger
  }
}
