public import CollaborationDomain
import Testing

/// What stores promise that are opened more than once, after each other or at the same time.
extension CollaborationStoreContract {
  /// A store, and how to close it.
  public typealias Opened = (
    store: any CollaborationStore, close: @Sendable () async throws -> Void
  )

  /// What was acknowledged is there after closing and opening.
  public static func lasts(_ open: () throws -> Opened) async throws {
    let first = try open()
    try await CollaborationWorld(first.store).share([1])
    _ = try await CollaborationWorld(first.store).grant(1, to: "bob", nonce: 1).get()
    try await first.close()
    let second = try open()
    let world = CollaborationWorld(second.store)
    #expect(try await world.access(of: "bob") == .readWrite)
    #expect(try await world.grant(1, to: "eve", nonce: 2).refusal == .alreadyBound)
    #expect(try await !world.grant(1, to: "bob", nonce: 1).get().isNew)
    try await second.close()
  }

  /// Two nodes on one database decide alike.
  public static func nodesDecideAlike(_ open: () throws -> Opened) async throws {
    let nodes = [try open(), try open()]
    let worlds = nodes.map { CollaborationWorld($0.store) }
    try await worlds[0].share([1])
    let grants = try await withThrowingTaskGroup(of: CollaborationRefusal?.self) { group in
      for number in 1...10 {
        group.addTask {
          try await worlds[number % 2].grant(1, to: "bob\(number)", nonce: number).refusal
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(grants.count { $0 == nil } == 1)
    _ = try await worlds[1].update(remove: [1], request: 1).get()
    for number in 1...10 { #expect(try await worlds[0].access(of: "bob\(number)") == nil) }
    for node in nodes { try await node.close() }
  }
}
