import Foundation
import GroveIdentity
package import GroveSystem

extension SWSignedPersonIdentityProof {
  /// - Throws: only where the proof cannot be written as JSON, which no proof reaches.
  package convenience init(_ proof: IdentityProof) throws {
    let (key, index, hashes, signature) =
      switch proof.form {
      case .transcript(let form):
        (form.publicKey, form.publicKeyIndex, form.inclusionHashes, form.signature)
      case .raw(let form):
        (form.publicKey, form.publicKeyIndex, form.inclusionHashes, form.signature)
      }
    self.init(
      personIdentityProof: SWPersonIdentityProof(
        inclusionHashes: hashes.map { Data($0) }, publicKey: Data(key), publicKeyIndex: index),
      signatureData: Data(signature), groveProof: try proof.json(), root: proof.root)
  }
}
