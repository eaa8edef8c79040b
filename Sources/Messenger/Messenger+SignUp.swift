import GroveClient
public import GroveIdentity
import GroveMessage
public import GroveSystem
import GroveWire

extension Messenger {
  /// Makes an account at a relay with this as its first device.
  ///
  /// - Parameters:
  ///   - folder: where the device lives; made if it is not there, for its owner only.
  ///   - handle: 1...64 characters of `a-z 0-9 . _ -`.
  ///   - name: how contacts see the person.
  ///   - passphrase: protects the key file beyond its mode.
  /// - Returns: the device, and the recovery code: the only way back when every device is lost.
  ///   It is shown once and stored nowhere.
  /// - Throws: `handleTaken`, `deviceExists`, `relayUnreachable`, `relayRefused`, ….
  public static func signUp(
    folder: String, relay: Origin, handle: String, name: String, passphrase: String? = nil,
    environment: MessengerEnvironment = .system()
  ) async throws(MessengerError) -> (messenger: Messenger, recoveryCode: String) {
    let place = DeviceFolder(folder)
    let lock = try claim(place)
    let keyFile = try KeyFile.create(
      place.keyFile, passphrase: passphrase, salt: environment.random(32))
    let handle = handle.lowercased()
    let made: (keys: DeviceKeys, body: SignUp, recovery: RecoveryKey)
    do {
      made = try newAccount(relay: relay, handle: handle, name: name, environment)
    } catch {
      throw translated(error)
    }
    // First the file, then the relay: an account whose keys are lost would hold its handle for ever.
    try keyFile.write(made.keys, nonce: environment.random(12))
    do {
      try await register(made.body, keyFile, relay, environment)
    } catch {
      keyFile.remove()
      throw error
    }
    let messenger = try Messenger(
      Parts(folder: place, lock: lock, keyFile: keyFile, keys: made.keys),
      environment: environment)
    try await messenger.adoptOwnAccount(
      RelayAccount(
        accountID: made.keys.accountID, handle: handle, name: name,
        statements: [made.body.statement], kemKeys: [made.body.kemKey]))
    try await messenger.markPublished()
    return (messenger, made.recovery.exportCode())
  }

  /// Opens a device that is there. Needs no connection.
  /// - Throws: `noDevice`, `inUse`, `keyFileExposed`, `keyFileMalformed`, `passphraseRequired`,
  ///   `passphraseWrong`, `storeUnavailable`.
  public static func open(
    folder: String, passphrase: String? = nil, environment: MessengerEnvironment = .system()
  ) async throws(MessengerError) -> Messenger {
    let place = DeviceFolder(folder)
    guard SecureFile.exists(place.keyFile) else { throw MessengerError(.noDevice) }
    let lock = try claim(place)
    let (keyFile, keys) = try KeyFile.open(place.keyFile, passphrase: passphrase)
    return try Messenger(
      Parts(folder: place, lock: lock, keyFile: keyFile, keys: keys), environment: environment)
  }

  /// The folder, for this process alone.
  static func claim(_ folder: DeviceFolder) throws(MessengerError) -> FolderLock {
    try folder.prepare()
    return try FolderLock(folder.lock)
  }

  private static func newAccount(
    relay: Origin, handle: String, name: String, _ environment: MessengerEnvironment
  ) throws -> (keys: DeviceKeys, body: SignUp, recovery: RecoveryKey) {
    let now = environment.now()
    let recovery = try RecoveryCode.key(
      random: SecretBytes(environment.random(RecoveryCode.byteCount)))
    let identityKey = SigningKey()
    let baseKey = DiversificationBaseKey()
    let statement = try SignedStatement.genesis(
      issuedAt: now, recoveryKey: recovery.signingKey.publicKey, identityKey: identityKey,
      baseKey: baseKey.publicKey)
    let accountID = try statement.unverifiedStatement().accountID
    let kem = try KEMKeyPair.make(
      keyID: 1, accountID: accountID, identityKey: identityKey, at: now)
    let keys = DeviceKeys(
      relay: relay, accountID: accountID, handle: handle, identityKey: identityKey,
      baseKey: baseKey, formerBaseKeys: [], nextBaseKey: nil, kemKeys: [kem], lastKeyID: 1,
      storageKey: SecretBytes(environment.random(32)))
    let body = SignUp(handle: handle, name: name, statement: statement, kemKey: kem.signed)
    return (keys, body, recovery)
  }

  /// A lost answer is asked for again: the second time the relay says that the account exists. So is
  /// one that could not say what became of the first, which a relay that has trouble may need a
  /// while for.
  private static func register(
    _ body: SignUp, _ keyFile: KeyFile, _ relay: Origin, _ environment: MessengerEnvironment
  ) async throws(MessengerError) {
    let client = RelayClient(origin: relay, transport: environment.transport)
    var isUnknown = false
    for attempt in 1... {
      do {
        _ = try await client.signUp(body)
        return
      } catch {
        if error.problemCode == .accountExists, attempt > 1 { return }
        isUnknown = isUnknown || error.leavesOutcomeUnknown
        guard attempt < 3, isUnknown, error.isTemporary else { throw MessengerError(error) }
        guard error.problemCode != nil else { continue }
        try? await environment.clock.sleep(for: .seconds(attempt))
      }
    }
  }
}
