package import GroveIdentity
package import GroveWire

extension CollaborationClient {
  /// Proves that this person's device was invited, with one identity after the other until the server takes one: whoever
  /// was invited anew has several.
  ///
  /// - Parameter sign: makes the proof's JSON form (protocol 8.3, 8.4) for a challenge's `data`, with another identity than
  ///   those that the server has refused; throws where there is none, which ends this.
  package func prove(
    for id: CollaborationID,
    by sign: (_ data: [UInt8], _ refused: Set<RootHash>) async throws -> (
      root: RootHash, json: [UInt8]
    )
  ) async throws -> AccessGranted {
    var refused: Set<RootHash> = []
    while true {
      let proof = try await sign(try await challenge(for: id).data.bytes, refused)
      do {
        return try await prove(proof.json, for: id)
      } catch {
        guard error.problemCode == .notVerified else { throw error }
        refused.insert(proof.root)
      }
    }
  }
}
