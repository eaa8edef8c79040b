import GroveClient
public import GroveIdentity
import GroveMessage
public import GroveSystem
import GroveWire

extension Messenger {
  /// Makes this folder a device of an account whose devices are lost, with the recovery code
  /// (protocol 3.7, 11.6).
  ///
  /// - Parameters:
  ///   - code: as written down; case, spaces and hyphens do not matter.
  ///   - keepingDevices: false drops every device the account had, which is what a person wants whose
  ///     devices are in somebody else's hands. Contacts are shown the change either way.
  /// - Throws: `contactUnknown` for a handle nobody has, `recoveryCodeInvalid`, `deviceListInvalid`,
  ///   `deviceExists`, `relayUnreachable`, ….
  public static func recover(
    folder: String, relay: Origin, handle: String, code: String, passphrase: String? = nil,
    keepingDevices: Bool = false, environment: MessengerEnvironment = .system()
  ) async throws(MessengerError) -> Messenger {
    let recovery: RecoveryKey
    do {
      recovery = try RecoveryKey(code: code)
    } catch {
      throw MessengerError(.recoveryCodeInvalid)
    }
    let place = DeviceFolder(folder)
    let lock = try claim(place)
    let keyFile = try KeyFile.create(
      place.keyFile, passphrase: passphrase, salt: environment.random(32))
    let client = RelayClient(origin: relay, transport: environment.transport)
    let chain = try await chainForRecovery(handle, recovery, client)
    let made: (keys: DeviceKeys, body: PublishStatement)
    do {
      made = try recovered(
        chain, recovery, relay: relay, handle: handle, keepingDevices, environment)
    } catch {
      throw translated(error)
    }
    try keyFile.write(made.keys, nonce: environment.random(12))
    try await publishRecovery(made.body, chain.accountID, client, keyFile)
    let messenger = try Messenger(
      Parts(folder: place, lock: lock, keyFile: keyFile, keys: made.keys),
      environment: environment)
    _ = try await messenger.ownAccount()
    try await messenger.markPublished()
    return messenger
  }

  /// The account's chain, if this code's key may continue it.
  private static func chainForRecovery(
    _ handle: String, _ recovery: RecoveryKey, _ client: RelayClient
  ) async throws(MessengerError) -> StatementChain {
    let answer: RelayAccount
    do {
      answer = try await client.lookUpForRecovery(handle: handle.lowercased())
    } catch  where error.problemCode == .notFound {
      throw MessengerError(.contactUnknown)
    } catch {
      throw MessengerError(error)
    }
    guard let chain = try? StatementChain(records: answer.statements) else {
      throw MessengerError(.deviceListInvalid)
    }
    guard chain.newest.recoveryKey == recovery.signingKey.publicKey else {
      throw MessengerError(.recoveryCodeInvalid)
    }
    return chain
  }

  private static func recovered(
    _ chain: StatementChain, _ recovery: RecoveryKey, relay: Origin, handle: String,
    _ keepingDevices: Bool, _ environment: MessengerEnvironment
  ) throws -> (keys: DeviceKeys, body: PublishStatement) {
    let identityKey = SigningKey()
    let baseKey = DiversificationBaseKey()
    let kem = try KEMKeyPair.make(
      keyID: 1, accountID: chain.accountID, identityKey: identityKey, at: environment.now())
    let entry = DeviceEntry(
      flags: [.mayChangeDeviceList, .takesPartInCollaborations],
      identityKey: identityKey.publicKey, baseKey: baseKey.publicKey)
    let statement = try SignedStatement.next(
      after: chain.newest, issuedAt: environment.now(), recoveryKey: chain.newest.recoveryKey,
      devices: (keepingDevices ? chain.newest.devices : []) + [entry],
      signedBy: .recovery(recovery.signingKey),
      possession: [
        SignedStatement.Possession(
          entry: entry, accountID: chain.accountID, prevHash: chain.newestHash,
          signedBy: identityKey)
      ])
    let keys = DeviceKeys(
      relay: relay, accountID: chain.accountID, handle: handle.lowercased(),
      identityKey: identityKey, baseKey: baseKey, kemKeys: [kem], lastKeyID: 1,
      storageKey: SecretBytes(environment.random(32)))
    return (keys, PublishStatement(statement: statement, kemKey: kem.signed))
  }

  /// A lost answer is asked for again: the same statement twice is no change.
  private static func publishRecovery(
    _ body: PublishStatement, _ account: AccountID, _ client: RelayClient, _ keyFile: KeyFile
  ) async throws(MessengerError) {
    for attempt in 1... {
      do {
        _ = try await client.publishRecovery(body, for: account)
        return
      } catch {
        if attempt < 3, error.leavesOutcomeUnknown { continue }
        if error.problemCode != nil, !error.leavesOutcomeUnknown { keyFile.remove() }
        throw MessengerError(error)
      }
    }
  }
}
