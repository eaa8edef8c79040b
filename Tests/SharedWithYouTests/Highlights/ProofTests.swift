import Foundation
import GroveIdentity
import GroveSystem
import SharedWithYou
import SharedWithYouCore
import Testing

struct ProofTests {
  private let system: MemorySystem
  private let center: SWHighlightCenter
  private let highlight: SWCollaborationHighlight
  private let data = Data([1, 2, 3])

  init() throws {
    system = try MemorySystem()
    system.put([try .sample("a")])
    center = SWHighlightCenter(app: try system.app())
    highlight = try center.collaborationHighlight(forIdentifier: "a")
  }

  private func proof(_ byte: UInt8) -> IdentityProof {
    IdentityProof(
      form: .transcript(
        SignedIdentityProof(
          publicKey: [4, byte], publicKeyIndex: 3, inclusionHashes: [[1]], challenge: [7],
          signature: [6])),
      root: RootHash(unchecked: [UInt8](repeating: byte, count: 32)))
  }

  @Test func `a proof is made for the collaboration and the server's data`() async throws {
    system.answer(.success(proof(9)))
    let signed = try await center.signedIdentityProof(for: highlight, using: data)
    #expect(signed.publicKey == Data([4, 9]) && signed.signatureData == Data([6]))
    let listing = try await center.getSignedIdentityProof(for: highlight, using: data)
    #expect(listing == signed)
    #expect(
      system.asked == [
        .init(collaboration: "a", data: [1, 2, 3], refused: []),
        .init(collaboration: "a", data: [1, 2, 3], refused: []),
      ])
  }

  @Test func `the completion form gives the proof on the main queue`() async throws {
    system.answer(.success(proof(9)))
    let signed = await withCheckedContinuation { continuation in
      center.getSignedIdentityProof(for: highlight, using: data) { proof, error in
        dispatchPrecondition(condition: .onQueue(.main))
        #expect(error == nil)
        continuation.resume(returning: proof)
      }
    }
    #expect(signed?.publicKeyIndex == 3)
  }

  @Test func `a refused proof names its identity, so that the next newest is tried`() async throws {
    system.answer(.success(proof(9)))
    let first = try await center.signedIdentityProof(for: highlight, using: data)
    system.answer(.success(proof(8)))
    let second = try await center.signedIdentityProof(
      for: highlight, using: data, refused: [first])
    #expect(second != first)
    #expect(system.asked.last?.refused == [proof(9).root])
  }

  @Test(arguments: [
    ProofRequestRefusal.noInvitation, .deviceNotInIdentity, .rawProofsOff, .accountNotConfirmed,
  ])
  func `a refusal is access denied, with its reason`(refusal: ProofRequestRefusal) async throws {
    system.answer(.failure(refusal))
    do {
      _ = try await center.signedIdentityProof(for: highlight, using: data)
      Issue.record("there is a proof")
    } catch {
      let error = error as NSError
      #expect(error.domain == SWHighlightErrorDomain)
      #expect(error.code == SWHighlightCenterErrorCode.accessDenied.rawValue)
      #expect(error.groveReason == refusal.rawValue)
    }
  }

  @Test func `a messenger that fails is an internal error`() async throws {
    system.break()
    do {
      _ = try await center.signedIdentityProof(for: highlight, using: data)
      Issue.record("there is a proof")
    } catch {
      let error = error as NSError
      #expect(error.code == SWHighlightCenterErrorCode.internalError.rawValue)
      #expect(error.groveReason == "store_unavailable")
    }
  }
}
