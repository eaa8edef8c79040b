public import CollaborationDomain
public import DriveDomain
import GroveIdentity

/// Drives on any store: short names for what tests do over and over. Small numbers stand for random values.
public struct DriveWorld: Sendable {
  public let store: any DriveStore & CollaborationStore
  public var now = CollaborationWorld.start
  public var quota: UInt64 = 1 << 20

  /// Ann and Ben have a drive each, and a password for one program.
  public init(_ store: any DriveStore & CollaborationStore) async throws {
    self.store = store
    for (number, name) in ["ann", "ben"].enumerated() {
      _ = try await makePassword(number + 1, by: name).get()
    }
  }

  // MARK: Who asks

  public func person(_ name: String) throws -> DriveCall {
    let caller = Caller(
      account: try CollaborationWorld.account(name),
      authority: .backend(session: CollaborationWorld.fill(7), displayName: "The \(name)"))
    return DriveCall(Call(caller, at: now))
  }

  public func program(_ name: String, password: Int? = nil) throws -> DriveCall {
    let number = password ?? (name == "ann" ? 1 : 2)
    return DriveCall(
      account: try CollaborationWorld.account(name), password: CollaborationWorld.fill(number),
      at: now)
  }

  public func makePassword(_ number: Int, by name: String) async throws -> DriveOutcome<AppPassword>
  {
    let call = try person(name)
    return try await store.changeDrives(for: "") {
      try AppPasswordRules.make(
        CollaborationWorld.fill(number), named: "p\(number)",
        root: CollaborationWorld.fill(200 + number), for: call, reading: $0)
    }
  }

  public func revoke(_ number: Int, by name: String = "ann") async throws -> DriveOutcome<
    AppPasswordHash
  > {
    let (call, hash) = (try person(name), CollaborationWorld.fill(number) as AppPasswordHash)
    let id = AppPassword(hash: hash, account: call.account, name: "", createdAt: 0).id
    return try await store.changeDrives(for: "") {
      try AppPasswordRules.revoke(id, for: call, reading: $0)
    }
  }

  // MARK: What is asked

  public static func path(_ text: String) throws -> DrivePath {
    try DrivePath(text.split(separator: "/").map { try DriveName(String($0)) })
  }

  public static func fresh(_ number: Int) -> DriveFresh {
    DriveFresh(seed: (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * (7 - $0))) })
  }

  public static func content(_ number: Int, size: UInt64 = 10) -> DriveContent {
    let bytes: DriveTag = CollaborationWorld.fill(number)
    return DriveContent(
      tag: bytes, file: size > 0 ? DriveFileID(unchecked: bytes.bytes) : nil, size: size,
      type: "text/plain")
  }

  public static func token(_ number: Int) -> DriveLockToken {
    DriveLockToken(random: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 16))
  }

  /// Names locks, as a client does in its `If`.
  public static func naming(_ tokens: Int..., at path: String? = nil) throws -> DriveConditions {
    var conditions = DriveConditions()
    conditions.lists = try tokens.map { number in
      DriveConditions.List(
        try path.map { .path(try Self.path($0)) } ?? .target, [.init(.token(token(number)))])
    }
    return conditions
  }

  public func put(
    _ path: String, _ number: Int, size: UInt64 = 10,
    _ conditions: DriveConditions = DriveConditions(), by name: String = "ann"
  ) async throws -> DriveOutcome<FileRules.Written> {
    switch try await prepare(path, conditions, by: name) {
    case .failure(let refusal): .failure(refusal)
    case .success(let prepared):
      try await write(path, number, size: size, conditions, as: prepared, by: name)
    }
  }

  public func prepare(
    _ path: String, _ conditions: DriveConditions = DriveConditions(), by name: String = "ann"
  ) async throws -> DriveOutcome<FileRules.Prepared> {
    let (call, path, quota) = (try program(name), try Self.path(path), quota)
    return try await store.readDrives(for: "") {
      try FileRules.prepare(
        path, length: nil, conditions, quota: quota, for: call, reading: $0)
    }
  }

  public func write(
    _ path: String, _ number: Int, size: UInt64 = 10,
    _ conditions: DriveConditions = DriveConditions(), as prepared: FileRules.Prepared,
    by name: String = "ann"
  ) async throws -> DriveOutcome<FileRules.Written> {
    let (call, path, quota) = (try program(name), try Self.path(path), quota)
    return try await store.changeDrives(for: "") {
      try FileRules.write(
        Self.content(number, size: size), to: path, conditions, quota: quota, as: prepared,
        fresh: Self.fresh(number), for: call, reading: $0)
    }
  }

  public func makeFolder(
    _ path: String, _ number: Int, _ conditions: DriveConditions = DriveConditions(),
    by name: String = "ann"
  ) async throws -> DriveOutcome<DriveNode> {
    let (call, path) = (try program(name), try Self.path(path))
    return try await store.changeDrives(for: "") {
      try FileRules.makeFolder(
        path, conditions, fresh: Self.fresh(number), for: call, reading: $0)
    }
  }

  public func delete(
    _ path: String, _ conditions: DriveConditions = DriveConditions(), by name: String = "ann"
  ) async throws -> DriveOutcome<DriveNodeID> {
    let (call, path) = (try program(name), try Self.path(path))
    return try await store.changeDrives(for: "") {
      try BinRules.delete(path, conditions, for: call, reading: $0)
    }
  }

  /// - Returns: whether there was nothing before.
  public func transfer(
    _ from: String, _ to: String, isMove: Bool, _ number: Int, overwrites: Bool = true,
    isShallow: Bool = false, _ conditions: DriveConditions = DriveConditions(),
    by name: String = "ann"
  ) async throws -> DriveOutcome<Bool> {
    let (call, quota) = (try program(name), quota)
    let transfer = TransferRules.Transfer(
      from: try Self.path(from), to: try Self.path(to), isMove: isMove, overwrites: overwrites,
      isShallow: isShallow)
    return try await store.changeDrives(for: "") {
      try TransferRules.run(
        transfer, conditions, quota: quota, fresh: Self.fresh(number), for: call, reading: $0)
    }
  }

  public func lock(
    _ path: String, _ number: Int, isExclusive: Bool = true, isDeep: Bool = true,
    lifetime: UInt64? = nil, _ conditions: DriveConditions = DriveConditions(),
    by name: String = "ann"
  ) async throws -> DriveOutcome<LockRules.Taken> {
    let call = try program(name)
    let request = LockRules.Request(
      path: try Self.path(path), isExclusive: isExclusive, isDeep: isDeep, owner: "<owner/>",
      lifetime: lifetime)
    let fresh = LockRules.Fresh(
      token: Self.token(number), tag: CollaborationWorld.fill(number), nodes: Self.fresh(number))
    return try await store.changeDrives(for: "") {
      try LockRules.take(request, conditions, fresh: fresh, for: call, reading: $0)
    }
  }

  /// - Returns: nil, or why not.
  public func unlock(_ path: String, _ number: Int, by name: String = "ann") async throws
    -> DriveRefusal?
  {
    let (call, path) = (try program(name), try Self.path(path))
    let outcome = try await store.changeDrives(for: "") {
      try LockRules.release(path, Self.token(number), DriveConditions(), for: call, reading: $0)
    }
    return outcome.refusal
  }

  /// - Returns: nil, or why not.
  public func set(
    _ name: String, _ xml: String?, of path: String, by person: String = "ann"
  ) async throws -> DriveRefusal? {
    let (call, path, quota) = (try program(person), try Self.path(path), quota)
    let key = DrivePropertyName(namespace: "urn:test", name: name)
    let change: PropertyRules.Change =
      xml.map { .set(DriveProperty(name: key, xml: $0)) } ?? .remove(key)
    let outcome = try await store.changeDrives(for: "") {
      try PropertyRules.change(
        [change], of: path, isRefused: false, DriveConditions(), quota: quota, for: call,
        reading: $0)
    }
    return outcome.refusal
  }

  public func list(
    _ path: String, withChildren: Bool = true, from next: String? = nil, by name: String = "ann"
  ) async throws -> DriveOutcome<PropertyRules.Listing> {
    let (call, path) = (try program(name), try Self.path(path))
    return try await store.readDrives(for: "") {
      try PropertyRules.list(
        path, withChildren: withChildren, from: next, withProperties: true, DriveConditions(),
        for: call, reading: $0)
    }
  }

  public func versions(_ path: String, by name: String = "ann") async throws -> DriveOutcome<
    [DriveVersion]
  > {
    let (call, path) = (try program(name), try Self.path(path))
    return try await store.readDrives(for: "") {
      try VersionRules.list(path, for: call, reading: $0)
    }
  }

  public func restoreVersion(_ number: UInt64, of path: String) async throws -> DriveOutcome<
    DriveNode
  > {
    let (call, path, quota) = (try program("ann"), try Self.path(path), quota)
    return try await store.changeDrives(for: "") {
      try VersionRules.restore(number, of: path, quota: quota, for: call, reading: $0)
    }
  }

  public func bin(by name: String = "ann") async throws -> DriveOutcome<[DriveNode]> {
    let call = try program(name)
    return try await store.readDrives(for: "") {
      try BinRules.list(after: nil, limit: 100, for: call, reading: $0)
    }
  }

  public func restore(_ id: DriveNodeID) async throws -> DriveOutcome<DrivePath> {
    let call = try program("ann")
    return try await store.changeDrives(for: "") {
      try BinRules.restore(id, for: call, reading: $0)
    }
  }

  /// Runs sweeps until nothing is left to do.
  /// - Returns: the files that went.
  public func sweep() async throws -> Set<DriveFileID> {
    let now = now
    var files: Set<DriveFileID> = []
    while true {
      let swept = try await store.changeDrives(for: "") {
        try DriveSweep.step(at: now, reading: $0)
      }
      files.formUnion(swept.files)
      if !swept.isMore { return files }
    }
  }

  public func drive(_ name: String = "ann") async throws -> DriveRecord? {
    let account = try CollaborationWorld.account(name)
    return try await store.readDrives(for: "") { try $0.drive(of: account) }
  }
}

extension Result where Failure == DriveRefusal {
  /// nil where it was done.
  public var refusal: DriveRefusal? {
    if case .failure(let refusal) = self { refusal } else { nil }
  }
}
