/// The database in which the nodes of one server meet (decision 0033). No node knows another by address.
///
/// Each call is one statement, committed alone. Identifiers are 16 random bytes.
package protocol NodeRegister: Sendable {
  /// Gives a node its first lease, and takes back the one that it had.
  /// - Returns: false where nodes live that work with another folder of keys and files.
  func register(_ node: [UInt8], before: [UInt8]?) async throws -> Bool

  /// Renews a lease that lives, where everything is confirmed that was asked a while ago.
  /// - Returns: whether it did; whether the lease lives; whether something is asked; and how many nodes live.
  func renew(_ node: [UInt8]) async throws -> (
    isRenewed: Bool, lives: Bool, isAsked: Bool, alive: Int
  )

  /// Gives the lease back: nobody waits for this node any more.
  func giveBack(_ node: [UInt8]) async throws

  /// What this node is asked and has not confirmed.
  func asked(_ node: [UInt8]) async throws -> [(question: [UInt8], text: String)]

  /// Says that what was asked is done.
  func confirm(_ done: [(question: [UInt8], streams: Int)], by node: [UInt8]) async throws

  /// Asks every node whose lease lives, but one.
  /// - Returns: how many that is.
  func ask(_ question: [UInt8], _ text: String, except node: [UInt8]) async throws -> Int

  /// What each node that was asked has said, and whether its lease lives.
  func answers(to question: [UInt8]) async throws -> [(
    isConfirmed: Bool, lives: Bool, streams: Int
  )]

  func forget(_ question: [UInt8]) async throws

  /// Sends words to all nodes that listen, this one too.
  func tell(_ words: [String]) async throws

  /// What was told since, waiting for a while where nothing was. `NodeWord.everything` where something may have been missed.
  func words() async throws -> [String]

  /// Lets its connections go.
  func close() async
}

/// What nodes tell each other by the way: it only hastens what each would find out by itself.
package enum NodeWord {
  /// Look at everything: nobody knows what was missed.
  package static let everything = "*"
  /// Something is asked.
  package static let asked = "?"
  /// A question's number in hex follows: somebody has confirmed.
  package static let confirmed = "!"
  /// The sender in hex and the groups of streams that have something new follow, each in a line.
  package static let moved = "+"
  /// The sender in hex and what the server itself has to tell follow, each in a line.
  package static let told = "="
}
