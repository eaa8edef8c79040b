/// The tables that belong to no server's rows: which steps were made, whose commits are known, which nodes live. Each is
/// made where it is missing.
enum PostgresOwnTables {
  static let all: [(name: String, statements: [String])] = [
    (
      "groveMigration",
      [
        """
        CREATE TABLE groveMigration (
          name text COLLATE "C" PRIMARY KEY,
          at timestamptz NOT NULL
        )
        """
      ]
    ),
    (
      "groveWriter",
      [
        """
        CREATE TABLE groveWriter (
          id bytea PRIMARY KEY,
          batch bigint NOT NULL,
          isClosed boolean NOT NULL,
          at timestamptz NOT NULL
        ) WITH (fillfactor = 50)
        """
      ]
    ),
    (
      "groveNode",
      [
        """
        CREATE TABLE groveNode (
          id bytea PRIMARY KEY,
          folder bytea NOT NULL,
          expiresAt timestamptz NOT NULL
        ) WITH (fillfactor = 50)
        """
      ]
    ),
    (
      "groveQuestion",
      [
        """
        CREATE TABLE groveQuestion (
          id bytea NOT NULL,
          node bytea NOT NULL,
          text text COLLATE "C" NOT NULL,
          at timestamptz NOT NULL,
          isConfirmed boolean NOT NULL,
          streams bigint NOT NULL,
          PRIMARY KEY (id, node)
        )
        """,
        "CREATE INDEX groveQuestion_open ON groveQuestion (node) WHERE NOT isConfirmed",
      ]
    ),
  ]
}
