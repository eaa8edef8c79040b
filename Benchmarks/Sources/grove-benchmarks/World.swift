import CollaborationDomain
import Foundation
import GroveIdentity
import StoreSQLite

/// A database on disk, opened as the server opens it, with collaborations of one size in it.
struct World: Sendable {
  let store: SQLiteCollaborationStore
  let collaborations: [SharedDocument]
  /// Identities in each collaboration, the provers' among them.
  let size: Int
  private let folder: URL

  /// One shared document with the people who will prove in it.
  struct SharedDocument: Sendable {
    let id: CollaborationID
    let documentID: DocumentID
    let epoch: UInt64
    let provers: [Prover]
  }

  static let owner = Result { try AccountLabel("owner@bench.example") }
  static let audience = Result { try Origin("https://bench.example") }

  /// - Parameters:
  ///   - size: identities in each collaboration.
  ///   - provers: how many people will prove, in as many collaborations as that takes.
  ///   - now: milliseconds since 1970.
  static func make(size: Int, provers: Int, now: UInt64) async throws -> World {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("grove-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let store = try SQLiteCollaborationStore(
      path: folder.appendingPathComponent("collaboration.sqlite").path)
    let perDocument = min(size, provers)
    var collaborations: [SharedDocument] = []
    for number in 0..<((provers + perDocument - 1) / perDocument) {
      let population = Population(number: number, size: size, provers: perDocument, now: now)
      collaborations.append(try await population.write(to: store))
    }
    return World(store: store, collaborations: collaborations, size: size, folder: folder)
  }

  /// Closes the database and deletes it.
  func discard() async throws {
    try await store.close()
    try FileManager.default.removeItem(at: folder)
  }
}
