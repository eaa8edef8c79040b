public import CollaborationDomain
import GroveIdentity
public import RecordDomain

/// One container on any store: short names for what tests do over and over. Callers speak through the app's backend;
/// small numbers stand for identifiers.
public struct RecordWorld: Sendable {
  public private(set) var store: any RecordStore & CollaborationStore
  public let container: ContainerID
  public var now = CollaborationWorld.start

  /// Ann and Ben have entered, and Ann has a zone “Notes”.
  public init(_ store: any RecordStore & CollaborationStore) async throws {
    self.store = store
    container = try ContainerID("iCloud.example.notes")
    for (number, name) in ["ann", "ben", "cy"].enumerated() { try await enter(name, number + 1) }
    _ = try await make("Notes", by: "ann", id: 10).get()
  }

  /// The same people and clock with another store.
  public func on(_ store: any RecordStore & CollaborationStore) -> RecordWorld {
    var world = self
    world.store = store
    return world
  }

  public func call(_ name: String) throws -> Call {
    let caller = Caller(
      account: try CollaborationWorld.account(name),
      authority: .backend(session: CollaborationWorld.fill(7), displayName: "The \(name)"))
    return Call(caller, at: now)
  }

  public func user(_ number: Int) throws -> RecordUserName {
    try RecordUserName("_" + String(repeating: "0", count: 31) + "\(number)")
  }

  private func enter(_ name: String, _ number: Int) async throws {
    let call = try call(name)
    let fresh = ZoneRules.Fresh(
      user: try user(number), privateZone: CollaborationWorld.fill(100 + number),
      publicZone: CollaborationWorld.fill(200))
    let container = container
    _ = try await store.changeRecords(for: "") {
      try ZoneRules.enter(container, fresh: fresh, for: call, reading: $0)
    }.get()
  }

  public func make(_ zone: String, by name: String, id: Int) async throws -> RecordOutcome<
    ZoneRecord
  > {
    let (call, container, name) = (try call(name), container, try ZoneName(zone))
    return try await store.changeRecords(for: "") {
      try ZoneRules.make(
        name, in: container, id: CollaborationWorld.fill(id), for: call, reading: $0)
    }
  }

  public func delete(_ zone: String, by name: String = "ann") async throws -> RecordOutcome<
    [Revocation]
  > {
    let (call, container, zone) = (try call(name), container, try ZoneName(zone))
    return try await store.changeRecords(for: "") {
      try ZoneRules.delete(zone, in: container, for: call, reading: $0)
    }
  }

  /// Forgets what is older than 90 days.
  public func sweep() async throws {
    let now = now
    _ = try await store.changeRecords(for: "") { try RecordExpiry.sweep(at: now, reading: $0) }
  }

  // MARK: Addresses

  public func notes() throws -> ZoneAddress { try zone("Notes") }

  public func zone(_ name: String, _ scope: ZoneAddress.Scope = .private, of owner: Int? = nil)
    throws
    -> ZoneAddress
  {
    ZoneAddress(
      container: container, scope: scope, owner: try owner.map(user), name: try ZoneName(name))
  }

  /// The people of the shares, by the number a share was made with.
  public var people: CollaborationWorld {
    var world = CollaborationWorld(store)
    world.now = now
    return world
  }

  // MARK: Commands

  public func modify(
    _ saves: [RecordSave] = [], delete: [String] = [], in zone: ZoneAddress? = nil,
    checksTags: Bool = true, isAtomic: Bool = true, share: Int = 1,
    quota: UInt64 = RecordLimits.quota, by name: String = "ann"
  ) async throws -> RecordOutcome<RecordBatch.Answer> {
    let call = try call(name)
    let fresh = [
      ShareRules.Fresh(
        documentID: CollaborationWorld.document(share),
        collaborationID: try CollaborationWorld.collaboration(share),
        epoch: CollaborationWorld.firstEpoch)
    ]
    let batch = RecordBatch(
      zone: try zone ?? notes(), saves: saves, deletes: try delete.map { try RecordName($0) },
      checksTags: checksTags, isAtomic: isAtomic)
    return try await store.changeRecords(for: "") {
      try RecordRules.modify(batch, fresh: fresh, quota: quota, for: call, reading: $0)
    }
  }

  public func fetch(_ names: [String], in zone: ZoneAddress? = nil, by name: String = "ann")
    async throws -> RecordOutcome<[Result<StoredRecord, RecordFailure>]>
  {
    let (call, zone) = (try call(name), try zone ?? notes())
    let names = try names.map { try RecordName($0) }
    return try await store.readRecords(for: "") {
      try RecordRules.fetch(names, in: zone, for: call, reading: $0)
    }
  }

  public func changes(
    since token: ZoneToken? = nil, limit: Int = 400, in zone: ZoneAddress? = nil,
    by name: String = "ann"
  ) async throws -> RecordOutcome<FeedRules.ZonePage> {
    let (call, zone) = (try call(name), try zone ?? notes())
    return try await store.readRecords(for: "") {
      try FeedRules.changes(in: zone, since: token, limit: limit, for: call, reading: $0)
    }
  }

  /// A share to be saved.
  public static func share(
    _ name: String, of root: String?, tag: String? = nil,
    access: SelectedShareOptions.Access = .readWrite
  ) throws -> RecordSave {
    let terms = ShareTerms(root: try root.map { try RecordName($0) }, access: access)
    return RecordSave(name: try RecordName(name), type: .share, changeTag: tag, terms: terms)
  }

  /// A note to be saved.
  public static func note(
    _ name: String, _ text: String? = nil, tag: String? = nil, parent: String? = nil,
    refers: [String: (String, Bool)] = [:]
  ) throws -> RecordSave {
    var fields: [FieldName: RecordField?] = [:]
    if let text { fields[try FieldName("text")] = RecordField(.text(text)) }
    for (field, target) in refers {
      fields[try FieldName(field)] = RecordField(
        .reference(try RecordName(target.0), deletesSelf: target.1))
    }
    return RecordSave(
      name: try RecordName(name), type: try RecordType("Note"), changeTag: tag,
      parent: try parent.map { .some(try RecordName($0)) } ?? .none, fields: fields)
  }
}
