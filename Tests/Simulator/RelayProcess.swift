import GroveIdentity
import GroveMessage
import GroveTesting
import RelayDomain

/// The relay: the domain's rules over a store in memory, which is what is durable.
struct RelayProcess {
  private let store: any RelayStore = MemoryRelayStore()
  private let weakness: Weakness?
  private let limits = RelayLimits()
  /// Milliseconds, by its own clock.
  var now: UInt64

  init(_ weakness: Weakness?, now: UInt64) {
    self.weakness = weakness
    self.now = now
  }

  /// Everybody signs up, knows everybody, and is in one conversation.
  func begin(_ cast: Cast, _ conversation: ConversationID) async throws {
    for person in cast.persons {
      let command = try VerifiedSignUp(
        handle: person.name, name: person.name, statement: person.chains[0].records[0],
        kemKey: person.kemKeys[0], now: now, limits: limits)
      _ = try await change { try RelayRules.signUp(command, in: $0) }.get()
    }
    let members = cast.persons.map(\.id)
    let caller = DeviceAddress(account: members[0], device: cast.persons[0].devices[0].id)
    let (now, limits) = (now, limits)
    for person in cast.persons {
      let device = DeviceAddress(account: person.id, device: person.devices[0].id)
      _ = try await change {
        try RelayRules.changeAdmission(
          policy: .anybody, admit: [], block: [], unblock: [], by: device, now: now,
          limits: limits, in: $0)
      }.get()
    }
    _ = try await change {
      try RelayRules.create(
        conversation: conversation, members: members, name: nil, by: caller, now: now,
        limits: limits, in: $0)
    }.get()
  }

  /// The next record of a person's chain.
  func publish(_ record: Int, of person: Cast.Person) async throws {
    let (now, limits) = (now, limits)
    let caller = DeviceAddress(account: person.id, device: person.devices[0].id)
    _ = try await change {
      try RelayRules.publish(
        person.chains[record].newestRecord, kemKey: person.kemKeys[person.newcomer(of: record)],
        by: caller, now: now, limits: limits, in: $0)
    }.get()
  }

  func step(_ request: RelayRequest, by caller: DeviceAddress, in conversation: ConversationID)
    async throws -> RelayAnswer
  {
    let (now, limits) = (now, limits)
    switch request {
    case .upload(let envelopes, let isFinal):
      guard let batch = try? EnvelopeBatch(envelopes, limits: limits) else {
        return .refused(.malformed)
      }
      return answer(
        try await change(mayRemember: isFinal ? 1 : 0) {
          try RelayRules.upload(
            batch, by: caller, isFinal: isFinal, now: now, limits: limits, in: $0)
        }
      ) { .uploaded(except: Set($0.undelivered.map(\.recipient))) }
    case .mailbox(let position):
      let contents = try await store.read {
        try RelayRules.mailbox(
          of: caller, after: position, limit: 20, now: now, limits: limits, in: $0)
      }
      return answer(contents) { .page($0.entries) }
    case .acknowledge(let position):
      return answer(
        try await change { try RelayRules.acknowledge(upTo: position, by: caller, in: $0) }
      ) { .acknowledged(position) }
    case .changeMembers(let add, let remove):
      return answer(
        try await change {
          try RelayRules.change(
            conversation: conversation, name: nil, add: add, remove: remove, by: caller, now: now,
            limits: limits, in: $0)
        }
      ) { _ in .changed }
    case .lookUp: return try await lookUp(by: caller, in: conversation)
    case .endAddress(let id):
      return answer(
        try await change { try RelayRules.endNoticeAddress(id, by: caller, in: $0) }
      ) { .endedAddress }
    case .makeAddress: return .refused(.malformed)
    }
  }

  /// A notice address, under what the relay draws for each request.
  func makeAddress(
    _ id: NoticeAddressID, token: [UInt8], for key: PublicKey, by caller: DeviceAddress
  ) async throws -> RelayAnswer {
    let (now, limits) = (now, limits)
    // The token stands for its hash: nobody here looks into the relay's rows.
    return answer(
      try await change {
        try RelayRules.makeNoticeAddress(
          id, tokenHash: token, serverKey: key, by: caller, now: now, limits: limits, in: $0)
      }
    ) { .madeAddress($0.addressID, token: token) }
  }

  /// What an app's server, or somebody who says to be one, pushes.
  func push(_ request: PushRequest, to origin: Origin) async throws -> RelayRefusal.Code? {
    let (now, limits) = (now, limits)
    let result = try await change {
      try RelayRules.push(request, to: origin, now: now, limits: limits, in: $0)
    }
    guard case .failure(let refusal) = result else { return nil }
    return refusal.code
  }

  private func lookUp(by caller: DeviceAddress, in conversation: ConversationID) async throws
    -> RelayAnswer
  {
    let now = now
    return try await store.read { reader in
      guard
        case .success(let known) = try RelayRules.conversation(
          conversation, for: caller, in: reader)
      else { return .refused(.notFound) }
      let counts = try (try Cast.shared.get()).persons.map { person in
        try RelayRules.lookUp(
          account: person.id, from: 0, by: caller, now: now, limits: RelayLimits(), in: reader
        ).get()
          .statements.count
      }
      return .lookedUp(counts, members: known.members)
    }
  }

  /// What runs by itself.
  func maintain() async throws {
    let (now, limits) = (now, limits)
    _ = try await store.change { try RelayRules.expire(now: now, limits: limits, in: $0) }
  }

  func lists(_ address: DeviceAddress) async throws -> Bool {
    try await store.read { try $0.isListed(address) }
  }

  private func answer<Value>(
    _ result: Result<Value, RelayRefusal>, _ make: (Value) -> RelayAnswer
  ) -> RelayAnswer {
    switch result {
    case .success(let value): make(value)
    case .failure(let refusal): .refused(refusal.code)
    }
  }

  private func change<Value: Sendable>(
    mayRemember marks: Int = 0,
    _ rule: @escaping @Sendable (any RelayReader) throws -> RelayAnswerOf<Value>
  ) async throws -> Result<Value, RelayRefusal> {
    let weakness = weakness
    let (outcome, changes) = try await store.change { reader in
      let decision = try rule(reader)
      let written = decision.changes.filter { change in
        if case .rememberEnvelope = change, weakness == .forgottenEnvelopes { return false }
        return true
      }
      return RelayDecision(written, answer: (decision.answer, decision.changes.count))
    }
    if case .failure(let refusal) = outcome.result {
      // Of what is taken now or never, that it was given up is remembered.
      try hold(11, changes <= marks, "the refusal \(refusal.code.rawValue) changed something")
    }
    return outcome.result
  }

  private typealias RelayAnswerOf<Value: Sendable> = RelayDecision<RelayOutcome<Value>>
}
