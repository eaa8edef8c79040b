public import Foundation
import GroveIdentity
import GroveSystem
public import SharedWithYouCore

extension SWHighlightCenter {
  /// This device's proof that it belongs to an identity in the collaboration, signed together with
  /// the server's data (protocol 8.8).
  ///
  /// Before a device signs for an app account the first time, its person is asked. The answer may
  /// take as long as they think.
  /// - Parameter data: what the app's server returned as `data` with its challenge.
  /// - Throws: `accessDenied` with the reason `account_not_confirmed` where the person says no;
  ///   with `no_invitation` or `device_not_in_identity` where this device cannot prove; with
  ///   `raw_proofs_off` for other data than a Grove server's.
  public func signedIdentityProof(
    for collaborationHighlight: SWCollaborationHighlight, using data: Data
  ) async throws -> SWPerson.SignedIdentityProof {
    try await signedIdentityProof(for: collaborationHighlight, using: data, refused: [])
  }

  /// The same when the server has answered `not_verified` to earlier proofs: somebody invited twice
  /// has two identities, of which one may not be valid any more. The next newest is tried. Not in
  /// the platform's framework.
  public func signedIdentityProof(
    for collaborationHighlight: SWCollaborationHighlight, using data: Data,
    refused: [SWPerson.SignedIdentityProof]
  ) async throws -> SWPerson.SignedIdentityProof {
    do {
      let connection = try app.connected()
      guard let id = collaborationHighlight.collaborationID else {
        throw HighlightFailure.noHighlight
      }
      let answer = try await connection.system.signedIdentityProof(
        for: id, using: Array(data), of: connection.origin,
        refused: Set(refused.compactMap(\.root)))
      switch answer {
      case .success(let proof): return try SWPerson.SignedIdentityProof(proof)
      case .failure(let refusal): throw HighlightFailure.proof(refusal)
      }
    } catch {
      throw HighlightFailure.error(error)
    }
  }

  /// Where the app's server may tell this person by itself what others do, whether the app runs or not: a
  /// Web Push subscription at the person's relay, for this collaboration alone. To be handed to the
  /// server once it has taken their proof. Not in the platform's framework.
  ///
  /// - Parameter pushKey: the 65 bytes of the key that the server pushes with (VAPID); a Grove server
  ///   publishes it as `pushKey` in `/.well-known/collab-keys.json`.
  /// - Returns: `{"endpoint":…,"p256dh":…,"auth":…}`, the body that a Grove server takes; nil where the
  ///   person does not want it, or has not confirmed an account of this app.
  /// - Throws: an error of the highlight centre where the messenger cannot be asked.
  public func noticeAddress(for highlight: SWCollaborationHighlight, pushKey: Data) async throws
    -> Data?
  {
    do {
      let connection = try app.connected()
      guard let id = highlight.collaborationID else { throw HighlightFailure.noHighlight }
      let address = try await connection.system.noticeAddress(
        for: id, of: connection.origin, pushKey: try PublicKey(Array(pushKey)))
      return try address.map { Data(try StrictJSON.encode($0)) }
    } catch {
      throw HighlightFailure.error(error)
    }
  }

  /// The spelling of the published listings.
  public func getSignedIdentityProof(
    for collaborationHighlight: SWCollaborationHighlight, using data: Data
  ) async throws -> SWPerson.SignedIdentityProof {
    try await signedIdentityProof(for: collaborationHighlight, using: data)
  }

  /// As `signedIdentityProof(for:using:)`; the handler is called once, on the main queue, with a proof
  /// or with an error.
  public func getSignedIdentityProof(
    for collaborationHighlight: SWCollaborationHighlight, using data: Data,
    completionHandler:
      @escaping @Sendable (SWPerson.SignedIdentityProof?, (any Error)?) -> Void
  ) {
    answer(completionHandler) {
      try await $0.signedIdentityProof(for: collaborationHighlight, using: data)
    }
  }
}
