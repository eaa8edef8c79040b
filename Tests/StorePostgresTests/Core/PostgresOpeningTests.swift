import Foundation
import Logging
import StoreSQL
import Synchronization
import Testing

@testable import StorePostgres

@Suite(.needsPostgres) struct PostgresOpeningTests {
  @Test func `ten nodes that begin at once make the tables once`() async throws {
    let scratch = try PostgresScratch.lasting()
    let nodes = try await withThrowingTaskGroup(of: PostgresCollaborationStore.self) { group in
      for _ in 0..<10 { group.addTask { try scratch.collaborations() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let names = try scratch.cluster.texts("SELECT name FROM \(scratch.schema).groveMigration")
    #expect(names == PostgresCollaborationSchema.migrations.map(\.name))
    for node in nodes { try await node.close() }
  }

  @Test func `a later step is added to what is there, and an earlier program refuses then`()
    async throws
  {
    let scratch = try PostgresScratch.lasting()
    let first = try scratch.open()
    try await first.insert(1)
    let later =
      PostgresScratch.migrations + [
        PostgresMigration(
          "second",
          """
          ALTER TABLE item ADD COLUMN more bigint NOT NULL DEFAULT 7;
          -- A comment; with a semicolon.
          CREATE INDEX item_more ON item (more);
          """)
      ]
    // The earlier one goes on meanwhile: nodes are replaced one after the other.
    let second = try scratch.open(later)
    try await first.insert(2)
    #expect(try scratch.cluster.numbers("SELECT sum(more) FROM \(scratch.schema).item") == [14])
    await first.close()
    await second.close()
    let failure = #expect(throws: PostgresFailure.self) { try scratch.open() }
    #expect(failure?.code == .superseded)
  }

  @Test func `an earlier program starts on a schema with a later step that bears it`() async throws
  {
    let scratch = try PostgresScratch.lasting()
    let later = PostgresMigration(
      "second", "ALTER TABLE item ADD COLUMN more bigint NOT NULL DEFAULT 7;\n", bearsOlder: true)
    let node = try scratch.open { $0.isNode = true }
    await (try scratch.open(PostgresScratch.migrations + [later]) { $0.isNode = true }).close()
    try await node.insert(1)
    // Beside it, and after all of them have gone.
    let earlier = try scratch.open { $0.isNode = true }
    try await earlier.insert(2)
    await earlier.close()
    await node.close()
    await (try scratch.open()).close()
    #expect(try scratch.cluster.numbers("SELECT sum(more) FROM \(scratch.schema).item") == [14])
    let names = try scratch.cluster.texts("SELECT name FROM \(scratch.schema).groveMigration")
    #expect(Set(names) == ["first", "second+"])
  }

  @Test func `a step that earlier servers do not bear waits until none works on the schema`()
    async throws
  {
    let scratch = try PostgresScratch.lasting()
    let later =
      PostgresScratch.migrations + [
        PostgresMigration("second", "ALTER TABLE item ADD COLUMN more bigint NOT NULL;\n")
      ]
    for isAlone in [true, false] {
      let server = try scratch.open { ($0.isAlone, $0.isNode) = (isAlone, !isAlone) }
      let failure = #expect(throws: PostgresFailure.self) {
        try scratch.open(later) { $0.isNode = true }
      }
      #expect(failure?.code == .refused)
      #expect(failure?.description.contains("end all of those first") == true)
      try await server.insert(isAlone ? 1 : 2)
      await server.close()
    }
    try scratch.cluster.execute("DELETE FROM \(scratch.schema).item")
    await (try scratch.open(later) { $0.isNode = true }).close()
  }

  @Test func `a step that fails leaves nothing of it`() async throws {
    let scratch = try PostgresScratch.lasting()
    let broken = PostgresMigration(
      "broken", "CREATE TABLE half (id bigint);\nCREATE TABLE half (id bigint);\n")
    #expect(throws: PostgresFailure.self) {
      try scratch.open(PostgresScratch.migrations + [broken])
    }
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = '\(scratch.schema)'"
    #expect(try scratch.cluster.numbers(tables) == [0])
    await (try scratch.open()).close()
  }

  @Test func `a wrong password is refused in words, and is not among them`() throws {
    let cluster = try PostgresCluster(isOnLoopback: true)
    func open(_ password: String) throws -> PostgresConnection {
      try PostgresConnection(
        PostgresAddress("postgresql://grove:\(password)@127.0.0.1:\(cluster.port)/postgres"),
        PostgresOptions(schema: "public"))
    }
    _ = try open("right")
    let failure = #expect(throws: PostgresFailure.self) { try open("opensesame") }
    #expect(failure?.code == .refused)
    #expect(failure?.description.contains("password authentication failed") == true)
    #expect(failure?.description.contains("opensesame") == false)
  }

  @Test(arguments: ["postgresql://grove:opensesame@[::1", "hunter2", "password='opensesame"])
  func `an address that is none is refused without being repeated`(_ text: String) throws {
    let address = PostgresAddress(text)
    let failure = #expect(throws: PostgresFailure.self) {
      try PostgresConnection(address, PostgresOptions(schema: "public"))
    }
    #expect(failure?.code == .refused)
    #expect(failure?.description.contains("opensesame") == false)
    for said in ["\(address)", String(reflecting: address)] {
      #expect(!said.contains("opensesame"))
    }
    var dumped = ""
    dump(address, to: &dumped)
    #expect(!dumped.contains("opensesame"))
  }

  @Test func `where nobody listens it is unavailable`() throws {
    let failure = #expect(throws: PostgresFailure.self) {
      try PostgresConnection(
        PostgresAddress("host=/tmp/grove-nobody dbname=postgres"), PostgresOptions(schema: "public")
      )
    }
    #expect(failure?.code == .unavailable)
  }

  @Test func `without the client library it is said what to install`() throws {
    let failure = #expect(throws: PostgresFailure.self) {
      try PostgresClient(library: "libpq.so.5000")
    }
    #expect(failure?.code == .noClient)
    #expect(failure?.description.contains("apt-get install libpq5") == true)
    let other = #expect(throws: PostgresFailure.self) { try PostgresClient(library: "libc.so.6") }
    #expect(other?.description.contains("older than 14") == true)
  }

  @Test(arguments: ["", "A", "1a", "a b", "a\"; DROP SCHEMA public; --"])
  func `a schema that is no plain name is refused`(_ schema: String) throws {
    let cluster = try PostgresCluster.shared.get()
    let failure = #expect(throws: PostgresFailure.self) {
      try PostgresConnection(cluster.address(), PostgresOptions(schema: schema))
    }
    #expect(failure?.code == .refused)
  }

  @Test(arguments: [
    "fsync=off", "full_page_writes=off", "synchronous_commit=off", "synchronous_commit=local",
  ])
  func `a server that would lose what it acknowledged is refused`(_ setting: String) throws {
    let scratch = try PostgresScratch(PostgresCluster(settings: [setting]))
    let failure = #expect(throws: PostgresFailure.self) { try scratch.open() }
    #expect(failure?.code == .notDurable)
    #expect(failure?.description.contains(setting.split(separator: "=")[0]) == true)
  }

  @Test func `an account or database that is less durable than its server is refused`() async throws
  {
    let scratch = try PostgresScratch.lasting()
    let name = scratch.schema
    try scratch.cluster.execute("CREATE ROLE \(name) SUPERUSER LOGIN")
    try scratch.cluster.execute("ALTER ROLE \(name) SET synchronous_commit = off")
    let failure = #expect(throws: PostgresFailure.self) {
      try PostgresDatabase(
        scratch.cluster.address(user: name), migrations: [], options: scratch.options)
    }
    #expect(failure?.code == .notDurable)
  }

  @Test func `an account with a schema of its own and no other right is enough`() async throws {
    let scratch = try PostgresScratch.lasting()
    let name = scratch.schema
    try scratch.cluster.execute("CREATE ROLE \(name) LOGIN")
    try scratch.cluster.execute("CREATE SCHEMA \(name) AUTHORIZATION \(name)")
    let database = try PostgresDatabase(
      scratch.cluster.address(user: name), migrations: PostgresScratch.migrations,
      options: scratch.options)
    try await database.insert(1)
    #expect(try await database.ids() == [1])
    await database.close()
  }

  @Test func `a database in another encoding is refused`() throws {
    let cluster = try PostgresCluster.shared.get()
    let name = PostgresScratch.name()
    try cluster.execute("CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'SQL_ASCII'")
    let failure = #expect(throws: PostgresFailure.self) {
      try PostgresDatabase(
        cluster.address(name), migrations: [], options: PostgresOptions(schema: name))
    }
    #expect(failure?.code == .unsupported)
    try cluster.execute("DROP DATABASE \(name)")
  }

  @Test func `a database that does not exist is refused`() throws {
    let cluster = try PostgresCluster.shared.get()
    let failure = #expect(throws: PostgresFailure.self) {
      try PostgresConnection(cluster.address("nowhere"), PostgresOptions(schema: "public"))
    }
    #expect(failure?.code == .refused)
  }

  @Test func `each session is set to what was promised`() throws {
    let cluster = try PostgresCluster.shared.get()
    var options = PostgresOptions(schema: "public")
    (options.statementTimeout, options.lockTimeout, options.idleTimeout) = (7000, 3000, 9000)
    options.applicationName = "a node"
    let connection = try PostgresConnection(cluster.address(), options)
    let wanted = [
      "search_path": #""public", pg_temp"#, "default_transaction_isolation": "serializable",
      "statement_timeout": "7s", "lock_timeout": "3s",
      "idle_in_transaction_session_timeout": "9s", "application_name": "a node",
      "client_encoding": "UTF8",
    ]
    for (name, value) in wanted {
      try connection.each("SELECT current_setting(?)", [name]) { row in
        #expect(row.text(0) == value, "\(name)")
        return true
      }
    }
  }
}

extension PostgresScratch {
  static func name() -> String {
    "test_" + UUID().uuidString.lowercased().filter { $0 != "-" }
  }
}
