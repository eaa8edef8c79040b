public import CollaborationDomain
public import DriveDomain
import GroveIdentity

/// Sharing, on any store.
extension DriveWorld {
  public func share(
    _ path: String, _ number: Int, isOpen: Bool = false,
    access: SelectedShareOptions.Access = .readWrite, request: Int? = nil, by name: String = "ann"
  ) async throws -> DriveOutcome<DriveShareRules.Changed> {
    let (call, path) = (try person(name), try Self.path(path))
    let fresh = DriveShareRules.Fresh(
      documentID: CollaborationWorld.document(number),
      collaborationID: try CollaborationWorld.collaboration(number),
      epoch: CollaborationWorld.firstEpoch)
    return try await store.changeDrives(for: "") {
      try DriveShareRules.begin(
        path, DriveShareRules.Terms(isOpen: isOpen, access: access),
        requestID: CollaborationWorld.request(request ?? 40_000 + number), fresh: fresh, for: call,
        reading: $0)
    }
  }

  /// Invites somebody by an identity, which they prove.
  public func letIn(_ name: String, to number: Int, as root: Int, by owner: String = "ann")
    async throws
  {
    var people = CollaborationWorld(store)
    people.now = now
    _ = try await people.update(add: [root], request: 50_000 + root, in: number, by: owner).get()
    _ = try await people.grant(root, to: name, nonce: 50_000 + root, in: number).get()
  }

  public func removeRoot(_ root: Int, from number: Int, by owner: String = "ann") async throws {
    var people = CollaborationWorld(store)
    people.now = now
    _ = try await people.update(remove: [root], request: 60_000 + root, in: number, by: owner).get()
  }

  public func leave(_ number: Int, by name: String) async throws {
    let (call, id) = (try person(name), try CollaborationWorld.collaboration(number))
    guard case .caller(let caller) = call.authority else { return }
    let leaving = Call(caller, at: now)
    _ = try await store.change { try IdentityRules.leave(id, for: leaving, reading: $0) }.get()
  }

  public func end(_ number: Int, by name: String = "ann") async throws -> CollaborationRefusal? {
    let (call, id) = (try person(name), try CollaborationWorld.collaboration(number))
    guard case .caller(let caller) = call.authority else { return nil }
    let ending = Call(caller, at: now)
    let outcome = try await store.change {
      try SharingRules.end(id, onlyUnused: false, for: ending, reading: $0)
    }
    if case .failure(let refusal) = outcome { return refusal }
    return nil
  }

  public func find(_ number: Int, by name: String) async throws -> DriveOutcome<
    DriveShareRules.Looked
  > {
    let (call, id) = (try person(name), try CollaborationWorld.collaboration(number))
    return try await store.readDrives(for: "") {
      try DriveShareRules.find(id, for: call, reading: $0)
    }
  }

  public func shared(with name: String) async throws -> [DriveShareRules.Looked] {
    let call = try person(name)
    return try await store.readDrives(for: "") {
      try DriveShareRules.ofOthers(for: call, reading: $0)
    }.get()
  }

  public func sharedByMe(_ name: String = "ann", limit: Int = 100) async throws
    -> [DriveShareRules.Looked]
  {
    let call = try person(name)
    return try await store.readDrives(for: "") {
      try DriveShareRules.own(after: nil, limit: limit, for: call, reading: $0)
    }.get()
  }

  /// Paths that somebody sees in a folder, itself not among them.
  public func paths(in path: String, by name: String) async throws -> [String] {
    try await list(path, by: name).get().entries.dropFirst().map(\.path.text)
  }
}
