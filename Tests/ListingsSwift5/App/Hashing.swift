import Crypto
import SharedWithYou

// The helpers that the listing of 21:20 uses and no framework has. A digest there is made from bytes
// that were received, which the type of this name in swift-crypto cannot be.

struct SHA256Digest: Hashable {
  var bytes: [UInt8]
}

enum HashFunctionName {
  case sha256
}

func concatenate(_ digests: [SHA256Digest]) -> [UInt8] { digests.flatMap(\.bytes) }

func hash(_ bytes: [UInt8], using function: HashFunctionName) -> SHA256Digest {
  SHA256Digest(bytes: Array(SHA256.hash(data: bytes)))
}

/// What a server computes from a proof.
func computedRoot(of proof: SWPerson.IdentityProof) -> Data {
  let root = generateRootHashFromArray(
    localHash: hash(Array(proof.publicKey), using: .sha256),
    inclusionHashes: proof.inclusionHashes.map { SHA256Digest(bytes: Array($0)) },
    publicKeyIndex: proof.publicKeyIndex)
  return Data(root.bytes)
}
