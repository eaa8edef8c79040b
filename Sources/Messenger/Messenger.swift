import GroveClient
public import GroveIdentity
import GroveMessage
import GroveSystem
import MessengerDomain

/// One device of one person, as a library: keys, conversations, messages, contacts.
///
/// Everything a person does is stored before this class answers; what the relay has still to hear is
/// queued, visibly, and sent in order when the relay is there. `run()` keeps a device connected;
/// `sync()` does one round for a program that comes and goes. Both survive being killed: a mailbox
/// entry is acknowledged only after everything that follows from it is stored.
public actor Messenger {
  public nonisolated let relayOrigin: Origin
  public nonisolated let accountID: AccountID
  public nonisolated let deviceID: DeviceID
  /// As chosen at sign-up, or told by the relay when the device was linked.
  public nonisolated let handle: String
  nonisolated let environment: MessengerEnvironment
  nonisolated let store: any MessengerStore
  nonisolated let relay: RelayClient
  nonisolated let hub = EventHub()
  /// The apps that are here, and the shares under way.
  nonisolated let sharing = SharingState()
  nonisolated let folder: DeviceFolder
  /// Rounds of receiving, and of sending, one after another.
  nonisolated let receiving = AsyncLock()
  nonisolated let sending = AsyncLock()
  /// Seals secrets that the database keeps.
  nonisolated let localSeal: LocalSeal

  var keys: DeviceKeys
  let keyFile: KeyFile
  /// Wakes `run()`'s sending loop.
  var wake: AsyncStream<Void>.Continuation?
  /// The newest mailbox entry the relay was told to forget.
  var acknowledged: UInt64 = 0
  /// The activity up to which a conversation needs no gossip: every line, a change of somebody's
  /// list included, is one.
  var gossipChecked: [ConversationID: UInt64] = [:]
  private let lock: FolderLock

  init(_ parts: Parts, environment: MessengerEnvironment) throws(MessengerError) {
    keys = parts.keys
    keyFile = parts.keyFile
    lock = parts.lock
    folder = parts.folder
    let opened = try parts.folder.openStore()
    store = environment.storeAround?(opened) ?? opened
    self.environment = environment
    relayOrigin = parts.keys.relay
    accountID = parts.keys.accountID
    deviceID = parts.keys.deviceID
    handle = parts.keys.handle
    localSeal = LocalSeal(parts.keys.storageKey)
    let stranger = RelayClient(origin: parts.keys.relay, transport: environment.transport)
    relay = RelayClient(
      origin: parts.keys.relay,
      credentials: DeviceSignIn(
        relay: stranger, accountID: parts.keys.accountID, identityKey: parts.keys.identityKey,
        now: environment.now),
      transport: environment.transport)
  }

  /// What a device is put together from.
  struct Parts: Sendable {
    var folder: DeviceFolder
    var lock: FolderLock
    var keyFile: KeyFile
    var keys: DeviceKeys
  }

  /// Made for the keys as they are: a replaced base key is a key of this device from then on.
  var hooks: SharingHooks { collaborationInbox.hooks }

  /// What happens here, from now on, until the reader stops. The buffer holds 1024 events.
  public nonisolated func events() -> AsyncStream<MessengerEvent> { hub.listen() }

  nonisolated var now: UInt64 { environment.now() }

  nonisolated func fresh<Value: FixedBytes>(_ type: Value.Type) -> Value {
    Value(unchecked: environment.random(Value.byteCount))
  }
}
