import Foundation
import Logging
import StoreSQL
import Testing

@testable import StorePostgres

/// Tables that rows are copied into, and the servers that want to work on them.
@Suite(.needsPostgres) struct PostgresTablesTests {
  /// A database of its own: what is copied has schemas of fixed names.
  private struct Target {
    let cluster: PostgresCluster
    let name = PostgresScratch.name()

    init() throws {
      cluster = try PostgresCluster.shared.get()
      try cluster.execute("CREATE DATABASE \(name)")
    }

    func end() { try? cluster.execute("DROP DATABASE \(name) WITH (FORCE)") }

    func tables() throws -> PostgresTables {
      try PostgresTables(cluster.address(name), of: .relay, Logger(label: "test"))
    }

    func server(isNode: Bool = false) throws -> PostgresRelayStore {
      var options = PostgresOptions(schema: "relay")
      (options.isAlone, options.isNode) = (!isNode, isNode)
      return try PostgresRelayStore(cluster.address(name), options)
    }

    /// Tries again for a while: PostgreSQL lets go of a session's locks soon after it has ended.
    func eventually<Value>(_ body: () throws -> Value) async throws -> Value {
      for _ in 0..<100 {
        do {
          return try body()
        } catch let failure as PostgresFailure where failure.description.contains("works on") {
          try await Task.sleep(for: .milliseconds(50))
        }
      }
      return try body()
    }

    func nodes() -> PostgresNodes {
      var options = PostgresOptions(schema: "relay")
      options.isNode = true
      return PostgresNodes(cluster.address(name), options, folder: [1], lease: 60_000)
    }
  }

  @Test(arguments: [false, true])
  func `nothing is copied beside a server, though its tables are empty`(_ isNode: Bool)
    async throws
  {
    let target = try Target()
    defer { target.end() }
    let server = try target.server(isNode: isNode)
    let failure = #expect(throws: PostgresFailure.self) { try target.tables() }
    #expect(failure?.description.contains("another server works on the schema") == true)
    // It has left nothing behind that would keep the server off later.
    try await server.close()
    try await target.eventually { try target.server(isNode: isNode) }.close()
    #expect(try await !target.eventually { try target.tables().isOccupied })
  }

  @Test func `nothing is copied while the lease of a node lives that has just gone`() async throws {
    let target = try Target()
    defer { target.end() }
    try await (try target.server(isNode: true)).close()
    let nodes = target.nodes()
    #expect(try await nodes.register([7], before: nil))
    await nodes.close()
    let failure = await #expect(throws: PostgresFailure.self) {
      try await target.eventually { try target.tables() }
    }
    #expect(failure?.description.contains("until a moment ago") == true)
  }

  @Test(arguments: [false, true])
  func `no server starts while there is a copy, nor after one that has not ended`(_ isNode: Bool)
    async throws
  {
    let target = try Target()
    defer { target.end() }
    do {
      let tables = try target.tables()
      #expect(throws: PostgresFailure.self) { try target.server(isNode: isNode) }
      withExtendedLifetime(tables) {}
    }
    let failure = #expect(throws: PostgresFailure.self) { try target.server(isNode: isNode) }
    #expect(failure?.description.contains("has not ended") == true)
    do {
      let tables = try await target.eventually { try target.tables() }
      try tables.finish()
      // What else is to be copied is not done yet.
      #expect(throws: PostgresFailure.self) { try target.server(isNode: isNode) }
      withExtendedLifetime(tables) {}
    }
    try await target.eventually { try target.server(isNode: isNode) }.close()
  }

  @Test func `two copies into one schema are one too many`() throws {
    let target = try Target()
    defer { target.end() }
    let first = try target.tables()
    #expect(throws: PostgresFailure.self) { try target.tables() }
    try first.finish()
  }
}
