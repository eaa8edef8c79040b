import CollaborationDomain
import GroveIdentity
import StoreSQLite

/// Fills one collaboration: people who will prove, and the rest, every one of them bound already.
struct Population {
  let number: Int
  let size: Int
  let provers: Int
  let now: UInt64

  private static let rowsPerTransaction = 10_000

  func write(to store: SQLiteCollaborationStore) async throws -> World.SharedDocument {
    var generator = SeededGenerator(seed: UInt64(number) &+ UInt64(size))
    let document = World.SharedDocument(
      id: try CollaborationID("bench-\(number)"),
      documentID: DocumentID(unchecked: generator.bytes(16)),
      epoch: UInt64(UInt32.random(in: 1...1_000_000, using: &generator)),
      provers: try people())
    try await apply(try foundation(of: document), to: store)
    for start in stride(from: provers, to: size, by: Self.rowsPerTransaction) {
      let end = min(size, start + Self.rowsPerTransaction)
      var rows: [CollaborationChange] = []
      for other in start..<end { rows += try bound(other, in: document, using: &generator) }
      try await apply(rows, to: store)
    }
    return document
  }

  private func people() throws -> [Prover] {
    let audience = try World.audience.get()
    let id = try CollaborationID("bench-\(number)")
    return try (0..<provers).map {
      try Prover(number: number * provers + $0, audience: audience, collaborationID: id)
    }
  }

  private func foundation(of document: World.SharedDocument) throws -> [CollaborationChange] {
    let owner = try World.owner.get()
    let options = SelectedShareOptions(
      access: .readWrite, allowsComments: true, allowsMentions: true)
    return [
      .putAccount(account(owner)),
      .putDocument(
        DocumentRecord(
          id: document.documentID, owner: owner, title: "Benchmark", location: "",
          createdAt: now, collaborationID: document.id)),
      .putCollaboration(
        CollaborationRecord(
          id: document.id, documentID: document.documentID, epoch: document.epoch,
          options: options, preparedAt: now, wasUsed: true)),
    ]
      + (try document.provers.flatMap { prover in
        [.putAccount(account(prover.account)), try identity(prover.root, in: document)]
      })
  }

  private func bound(
    _ other: Int, in document: World.SharedDocument, using generator: inout SeededGenerator
  ) throws -> [CollaborationChange] {
    let label = try AccountLabel("other-\(number)-\(other)@bench.example")
    let root = RootHash(unchecked: generator.bytes(32))
    return [
      .putAccount(account(label)),
      try identity(root, in: document),
      .putBinding(
        BindingRecord(
          collaborationID: document.id, root: root, account: label, epoch: document.epoch,
          boundAt: now)),
    ]
  }

  private func account(_ label: AccountLabel) -> AccountRecord {
    AccountRecord(account: label, displayName: label.text, password: nil, createdAt: now)
  }

  private func identity(_ root: RootHash, in document: World.SharedDocument) throws
    -> CollaborationChange
  {
    .insertIdentity(
      IdentityRecord(
        collaborationID: document.id, root: root, activationEpoch: document.epoch,
        addedBy: try World.owner.get(), addedAt: now))
  }

  private func apply(_ changes: [CollaborationChange], to store: SQLiteCollaborationStore)
    async throws
  {
    try await store.change { _ in Decision((), changes: changes) }
  }
}
