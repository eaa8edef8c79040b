public import GroveIdentity
public import GroveMessage
public import RelayDomain

/// A store with people in it, driven through the relay's rules: what tests of rules and of stores
/// both begin with.
public struct RelayWorld: Sendable {
  public let store: any RelayStore
  public var limits = RelayLimits()
  /// Milliseconds; a test moves it.
  public var now: UInt64 = 1_000_000

  public init(_ store: any RelayStore) { self.store = store }

  public func signUp(_ person: RelayPerson) async throws -> Result<AccountView, RelayRefusal> {
    let command: VerifiedSignUp
    do {
      command = try VerifiedSignUp(
        handle: person.handle, name: person.handle, statement: person.chain.records[0],
        kemKey: person.kemKey(from: now), now: now, limits: limits)
    } catch let refusal as RelayRefusal {
      return .failure(refusal)
    }
    return try await store.change { try RelayRules.signUp(command, in: $0) }.result
  }

  /// Signed-up people, all in one conversation.
  ///
  /// - Parameter policy: everybody may put them into a conversation, unless a test is about that.
  public func people(
    _ handles: String..., together: Bool = true, policy: RequestPolicy = .anybody
  ) async throws -> [RelayPerson] {
    var people: [RelayPerson] = []
    for handle in handles {
      let person = try RelayPerson(handle)
      _ = try await signUp(person).get()
      _ = try await admit(policy: policy, by: person.address()).get()
      people.append(person)
    }
    if together, let first = people.first {
      _ = try await create(Self.conversation(1), people.map(\.accountID), by: first.address()).get()
    }
    return people
  }

  public static func conversation(_ number: UInt8) -> ConversationID {
    ConversationID(unchecked: [UInt8](repeating: number, count: 16))
  }

  public static func message(_ number: UInt8) -> MessageID {
    MessageID(unchecked: [UInt8](repeating: number, count: 16))
  }

  public func create(
    _ id: ConversationID, _ members: [AccountID], name: String? = nil, by caller: DeviceAddress
  ) async throws -> Result<ConversationRecord, RelayRefusal> {
    let (now, limits) = (now, limits)
    return try await store.change {
      try RelayRules.create(
        conversation: id, members: members, name: name, by: caller, now: now, limits: limits,
        in: $0)
    }.result
  }

  public func change(
    _ id: ConversationID, name: String? = nil, add: [AccountID] = [], remove: [AccountID] = [],
    by caller: DeviceAddress
  ) async throws -> Result<ConversationRecord, RelayRefusal> {
    let (now, limits) = (now, limits)
    return try await store.change {
      try RelayRules.change(
        conversation: id, name: name, add: add, remove: remove, by: caller, now: now,
        limits: limits, in: $0)
    }.result
  }

  public func accept(_ id: ConversationID, by caller: DeviceAddress) async throws
    -> Result<ConversationRecord, RelayRefusal>
  {
    let now = now
    return try await store.change {
      try RelayRules.accept(conversation: id, by: caller, now: now, in: $0)
    }.result
  }

  public func admit(
    policy: RequestPolicy? = nil, admit: [AccountID] = [], block: [AccountID] = [],
    unblock: [AccountID] = [], by caller: DeviceAddress
  ) async throws -> Result<Admission, RelayRefusal> {
    let (now, limits) = (now, limits)
    return try await store.change {
      try RelayRules.changeAdmission(
        policy: policy, admit: admit, block: block, unblock: unblock, by: caller, now: now,
        limits: limits, in: $0)
    }.result
  }

  public func expire() async throws {
    let (now, limits) = (now, limits)
    _ = try await store.change { try RelayRules.expire(now: now, limits: limits, in: $0) }
  }

  public func publish(
    _ statement: SignedStatement, kemKey: SignedKEMKey? = nil, by caller: DeviceAddress
  ) async throws -> RelayOutcome<StatementReference> {
    let (now, limits) = (now, limits)
    return try await store.change {
      try RelayRules.publish(
        statement, kemKey: kemKey, by: caller, now: now, limits: limits, in: $0)
    }
  }

  /// Publishes a second device with a KEM key of its own.
  public func addDevice(to person: inout RelayPerson) async throws {
    let device = RelayPerson.Device()
    let statement = try person.adding(device)
    let caller = person.address()
    try person.take(statement, with: device)
    let key = try person.kemKey(person.devices.count - 1, from: now)
    _ = try await publish(statement, kemKey: key, by: caller).result.get()
  }

  /// An envelope nobody can open; the relay would not know.
  public static func envelope(
    _ message: MessageID, to recipient: DeviceAddress, bytes: Int = 64, keyID: UInt32 = 1
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.raw(
      EnvelopeHeader(
        messageID: message, recipientAccountID: recipient.account,
        recipientDeviceID: recipient.device, recipientKeyID: keyID
      ).encoded)
    writer.raw([4] + [UInt8](repeating: 7, count: 64))
    writer.u32(UInt32(bytes))
    writer.raw([UInt8](repeating: message.bytes[0], count: bytes))
    return writer.bytes
  }

  public func upload(
    _ envelopes: [[UInt8]], by sender: DeviceAddress, isFinal: Bool = false
  ) async throws -> Result<EnvelopesQueued, RelayRefusal> {
    let batch: EnvelopeBatch
    do {
      batch = try EnvelopeBatch(envelopes, limits: limits)
    } catch {
      return .failure(error)
    }
    let (now, limits) = (now, limits)
    return try await store.change {
      try RelayRules.upload(
        batch, by: sender, isFinal: isFinal, now: now, limits: limits, in: $0)
    }.result
  }

  /// One message to these devices.
  public func send(
    _ number: UInt8, to recipients: [DeviceAddress], bytes: Int = 64, by sender: DeviceAddress
  ) async throws -> Result<EnvelopesQueued, RelayRefusal> {
    try await upload(
      recipients.map { Self.envelope(Self.message(number), to: $0, bytes: bytes) }, by: sender)
  }

  public func entries(of address: DeviceAddress, after position: UInt64 = 0) async throws
    -> [MailboxEntry]
  {
    try await store.read { try $0.entries(of: address, after: position, limit: 1000, bytes: .max) }
  }

  /// Only envelopes, without what conversations and statements leave there.
  public func envelopes(of address: DeviceAddress) async throws -> [[UInt8]] {
    try await entries(of: address).compactMap { entry in
      if case .envelope(_, let bytes) = entry.payload { bytes } else { nil }
    }
  }

  public func acknowledge(upTo sequence: UInt64, by caller: DeviceAddress) async throws
    -> Result<Void, RelayRefusal>
  {
    try await store.change { try RelayRules.acknowledge(upTo: sequence, by: caller, in: $0) }
      .result
  }

  public func signIn(_ address: DeviceAddress, token: UInt8, nonce: UInt8) async throws
    -> Result<Void, RelayRefusal>
  {
    let session = Session(
      tokenHash: [UInt8](repeating: token, count: 32), owner: address,
      expiresAt: now + limits.tokenLifetime)
    let (now, expiry, limits) = (now, now + limits.challengeLifetime, limits)
    return try await store.change {
      try RelayRules.signIn(
        session, nonce: [nonce], challengeExpiresAt: expiry, now: now, limits: limits, in: $0)
    }.result
  }

  public func caller(token: UInt8) async throws -> Session? {
    let now = now
    return try await store.read {
      try RelayRules.caller(
        tokenHash: [UInt8](repeating: token, count: 32), now: now, in: $0)
    }
  }
}

extension Result where Failure == RelayRefusal {
  /// The code of the refusal; nil where it was done.
  public var refusal: RelayRefusal.Code? {
    if case .failure(let refusal) = self { refusal.code } else { nil }
  }
}
