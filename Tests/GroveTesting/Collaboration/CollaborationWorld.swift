public import CollaborationDomain
public import GroveIdentity

/// One document shared by Ann, on any store: short names for what tests do over and over.
///
/// Callers speak through the app's backend, so that no sessions are needed; small numbers stand for
/// identifiers, roots and nonces.
public struct CollaborationWorld: Sendable {
  public static let start: UInt64 = 1_700_000_000_000
  public static let firstEpoch: UInt32 = 3_000_000_000
  public static let everything = SelectedShareOptions(
    access: .readWrite, allowsComments: true, allowsMentions: true)

  public let store: any CollaborationStore
  public var now = Self.start

  public init(_ store: any CollaborationStore) { self.store = store }

  // MARK: Names

  public static func account(_ name: String) throws -> AccountLabel {
    try AccountLabel("\(name)@docs.example")
  }

  public static func fill<Value: FixedBytes>(_ number: Int) -> Value {
    let tail = [UInt8(number >> 8 & 255), UInt8(number & 255)]
    return Value(unchecked: [UInt8](repeating: 0, count: Value.byteCount - 2) + tail)
  }

  public static func document(_ number: Int) -> DocumentID { fill(number) }
  public static func root(_ number: Int) -> RootHash { fill(number) }
  public static func request(_ number: Int) -> RequestID { fill(number) }
  public static func nonce(_ number: Int) -> ChallengeNonce { fill(number) }
  public static func knock(_ number: Int) -> KnockID { fill(number) }
  public static func collaboration(_ number: Int) throws -> CollaborationID {
    try CollaborationID("collaboration-\(number)")
  }

  public func call(_ name: String, at time: UInt64? = nil) throws -> Call {
    let caller = Caller(
      account: try Self.account(name),
      authority: .backend(session: Self.fill(7), displayName: "The \(name)"))
    return Call(caller, at: time ?? now)
  }

  // MARK: Commands

  public func createDocument(_ number: Int = 1, by name: String = "ann", request: Int? = nil)
    async throws -> Outcome<AccessibleDocument>
  {
    let call = try call(name)
    return try await store.change { reader in
      try DocumentRules.create(
        title: "Document \(number)", id: Self.document(number),
        requestID: Self.request(request ?? 10_000 + number), for: call, reading: reader)
    }
  }

  public func prepare(
    _ number: Int = 1, document: Int = 1, options: SelectedShareOptions = everything,
    request: Int? = nil, by name: String = "ann"
  ) async throws -> Outcome<SharingRules.Prepared> {
    let call = try call(name)
    let fresh = SharingRules.Fresh(id: try Self.collaboration(number), epoch: Self.firstEpoch)
    return try await store.change { reader in
      try SharingRules.prepare(
        Self.document(document), options: options,
        requestID: Self.request(request ?? 20_000 + number), fresh: fresh, for: call,
        reading: reader)
    }
  }

  public func update(
    add: [Int] = [], remove: [Int] = [], replace: [(Int, Int)] = [], persons: [Int: Int] = [:],
    only: Bool = false, request: Int, in number: Int = 1, by name: String = "ann"
  ) async throws -> Outcome<Revocation> {
    let call = try call(name)
    let id = try Self.collaboration(number)
    let pairs = replace.map {
      IdentityRules.Update.Replacement(old: Self.root($0.0), new: Self.root($0.1))
    }
    guard
      let update = IdentityRules.Update(
        add: add.map(Self.root), remove: remove.map(Self.root), replace: pairs,
        persons: Dictionary(
          uniqueKeysWithValues: persons.map { (Self.root($0.key), Self.root($0.value)) }),
        only: only)
    else { return .failure(.conflict) }
    return try await store.change { reader in
      try IdentityRules.update(
        update, of: id, requestID: Self.request(request), for: call, reading: reader)
    }
  }

  /// A document of Ann's, shared, with these identities.
  public func share(_ roots: [Int] = [], options: SelectedShareOptions = everything) async throws {
    _ = try await createDocument().get()
    _ = try await prepare(options: options).get()
    if !roots.isEmpty { _ = try await update(add: roots, request: 30_000).get() }
  }

  /// The epoch a challenge asked for now carries.
  public func epoch(_ number: Int = 1) async throws -> UInt64 {
    let id = try Self.collaboration(number)
    return try await store.read { try $0.collaboration(id)?.epoch ?? 0 }
  }

  /// - Parameters:
  ///   - epoch: the challenge's; the collaboration's own by default.
  ///   - issuedAt: the challenge's; now by default.
  public func grant(
    _ root: Int, to name: String, nonce: Int, epoch: UInt64? = nil, issuedAt: UInt64? = nil,
    in number: Int = 1, takingOver: Bool = false
  ) async throws -> Outcome<GrantRules.Grant> {
    let issued = issuedAt ?? now
    let present = try await self.epoch(number)
    let claim = GrantRules.Claim(
      uncheckedCollaboration: try Self.collaboration(number), root: Self.root(root),
      nonce: Self.nonce(nonce), challengeEpoch: epoch ?? present,
      challengeExpiresAt: issued + 120_000, nonceExpiresAt: issued + 305_000)
    let call = try call(name)
    return try await store.change {
      try GrantRules.grant(claim, takingOver: takingOver, for: call, reading: $0)
    }
  }

  public func append(
    _ update: Int, _ kind: UpdateRules.UpdateKind = .edit, to document: Int = 1,
    mentioning roots: [RootHash] = [], beginning lines: String? = nil, by name: String
  ) async throws -> Outcome<UInt64> {
    let call = try call(name)
    return try await store.change { reader in
      try UpdateRules.append(
        UpdateRules.Update(
          kind, [UInt8(update & 255)], updateID: Self.request(update), mentions: roots,
          firstLines: lines),
        to: Self.document(document), for: call, reading: reader)
    }
  }

  // MARK: Looks

  /// Access as it is used: what a read of the document is answered.
  public func access(of name: String, to document: Int = 1) async throws -> DocumentAccess? {
    let call = try call(name)
    return try await store.read { reader in
      try? DocumentRules.look(at: Self.document(document), for: call, reading: reader).get().access
    }
  }

  public func log(_ document: Int = 1) async throws -> [EventRecord] {
    try await store.read {
      try $0.events(of: Self.document(document), after: 0, limit: 100_000, bytes: .max)
    }
  }
}

extension Result where Failure == CollaborationRefusal {
  /// The refusal, nil where there is an answer.
  public var refusal: CollaborationRefusal? {
    if case .failure(let refusal) = self { refusal } else { nil }
  }
}
