import StoreSQL

/// What nodes ask and tell each other.
extension PostgresNodes {
  public func asked(_ node: [UInt8]) async throws -> [(question: [UInt8], text: String)] {
    try await lease.run { connection, _ in
      var asked: [(question: [UInt8], text: String)] = []
      try connection.each(
        "SELECT id, text FROM groveQuestion WHERE node = ? AND NOT isConfirmed", [node]
      ) { row in
        if let id = row.bytes(0), let text = row.text(1) { asked.append((id, text)) }
        return true
      }
      return asked
    }
  }

  public func confirm(_ done: [(question: [UInt8], streams: Int)], by node: [UInt8]) async throws {
    let channel = channel
    try await asking.run { connection, _ in
      for (question, streams) in done {
        try connection.run(
          "UPDATE groveQuestion SET isConfirmed = true, streams = ? WHERE id = ? AND node = ?",
          [Int64(streams), question, node])
        try connection.tell("!" + Self.hex(question), on: channel)
      }
      try connection.settle()
    }
  }

  public func ask(_ question: [UInt8], _ text: String, except node: [UInt8]) async throws -> Int {
    let channel = channel
    return try await asking.run { connection, _ in
      var count = 0
      try connection.each(
        """
        INSERT INTO groveQuestion (id, node, text, at, isConfirmed, streams)
        SELECT ?, id, ?, clock_timestamp(), false, 0 FROM groveNode WHERE \(Self.lives) AND id <> ?
        ON CONFLICT (id, node) DO UPDATE SET at = groveQuestion.at RETURNING 1
        """, [question, text, node]
      ) { _ in
        count += 1
        return true
      }
      // After the rows are there for everybody.
      if count > 0 {
        try connection.tell("?", on: channel)
        try connection.settle()
      }
      return count
    }
  }

  public func answers(to question: [UInt8]) async throws
    -> [(isConfirmed: Bool, lives: Bool, streams: Int)]
  {
    try await asking.run { connection, _ in
      var answers: [(isConfirmed: Bool, lives: Bool, streams: Int)] = []
      try connection.each(
        """
        SELECT isConfirmed, streams, EXISTS (SELECT 1 FROM groveNode
          WHERE groveNode.id = groveQuestion.node AND \(Self.lives))
        FROM groveQuestion WHERE id = ?
        """, [question]
      ) { row in
        answers.append((row.integer(0) == 1, row.integer(2) == 1, Int(row.integer(1) ?? 0)))
        return true
      }
      return answers
    }
  }

  public func forget(_ question: [UInt8]) async throws {
    try await asking.run { connection, _ in
      try connection.run("DELETE FROM groveQuestion WHERE id = ?", [question])
      try connection.settle()
    }
  }

  public func tell(_ words: [String]) async throws {
    let channel = channel
    try await asking.run { connection, _ in
      for word in words { try connection.tell(word, on: channel) }
      try connection.settle()
    }
  }

  public func words() async throws -> [String] {
    try await listening.run { connection, isNew in
      // Nobody knows what was told before it listened.
      isNew ? ["*"] : try connection.notifications(within: 250)
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}

extension PostgresConnection {
  fileprivate func tell(_ word: String, on channel: String) throws {
    try run("SELECT pg_notify(?, ?)", [channel, word])
  }
}
