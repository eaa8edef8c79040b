public import Foundation
package import GroveIdentity

/// `SWPerson.SignedIdentityProof`: a proof and this device's signature, to be sent to the app's
/// server.
// Every property is a constant of a type that is Sendable.
public class SWSignedPersonIdentityProof: SWPersonIdentityProof, @unchecked Sendable {
  /// ECDSA over P-256 with SHA-256, 64 bytes `r || s`. What it covers depends on the data the proof
  /// was asked with: data of a Grove server means the transcript of protocol 8.2, anything else
  /// means the data itself (protocol 8.8).
  public let signatureData: Data

  /// The body for a Grove server's proof route: JSON of protocol 8.4, as UTF-8. Nil for a proof
  /// that the app has put together itself.
  public let groveProof: [UInt8]?

  /// The identity the proof is about, to be named when the server has refused it; nil for a proof
  /// that the app has put together itself.
  package let root: RootHash?

  /// For an app that puts a proof together from parts it received. Nothing is verified here: that
  /// is the server's work.
  public init(personIdentityProof: SWPersonIdentityProof, signatureData data: Data) {
    signatureData = data
    groveProof = nil
    root = nil
    super.init(
      inclusionHashes: personIdentityProof.inclusionHashes,
      publicKey: personIdentityProof.publicKey, publicKeyIndex: personIdentityProof.publicKeyIndex)
  }

  package init(
    personIdentityProof: SWPersonIdentityProof, signatureData: Data, groveProof: [UInt8],
    root: RootHash
  ) {
    self.signatureData = signatureData
    self.groveProof = groveProof
    self.root = root
    super.init(
      inclusionHashes: personIdentityProof.inclusionHashes,
      publicKey: personIdentityProof.publicKey, publicKeyIndex: personIdentityProof.publicKeyIndex)
  }

  /// Equal where the proofs and the signatures are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWSignedPersonIdentityProof else { return false }
    return super.isEqual(object) && signatureData == other.signatureData
      && groveProof == other.groveProof && root == other.root
  }

  public override var hash: Int { signatureData.hashValue }

  /// Reads the app's own archive; nil without signature or key.
  public required init?(coder: NSCoder) {
    guard let signature = coder.data("signatureData") else { return nil }
    signatureData = signature
    groveProof = coder.data("groveProof").map { Array($0) }
    root = coder.data("root").flatMap { try? RootHash(Array($0)) }
    super.init(coder: coder)
  }

  /// The proof with its signature, and what a Grove server is sent.
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.put(signatureData, "signatureData")
    coder.put(groveProof.map { Data($0) }, "groveProof")
    coder.put(root.map { Data($0.bytes) }, "root")
  }
}
