import Foundation
import GroveClient
import GroveIdentity
import GroveWire

/// Everything somebody without access can ask about an identifier.
enum StrangerQuestion: String, CaseIterable, Sendable {
  case knock, knockWhereItHasEnded, challenge, challengeWhereItHasEnded, prove
  case linkPage, collaboration, participants, knocks, leave, endCollaboration, updateIdentities
  case attestNotice, document, documentEvents

  var status: Int {
    switch self {
    case .knock, .knockWhereItHasEnded: 202
    case .challenge, .challengeWhereItHasEnded, .linkPage: 200
    case .prove: 403
    default: 404
    }
  }

  /// Fewer where a sample costs two requests and a signature.
  var pairsInRound: Int { self == .prove ? 150 : 300 }

  /// - Parameter challenge: asked for first where the question is a proof.
  func request(about id: String, as account: String, at origin: Origin, challenge: [UInt8]) throws
    -> (method: String, path: String, body: [UInt8]?)
  {
    let path = Self.path(route, id)
    guard self == .prove else { return (route.method.rawValue, path, try body()) }
    return (route.method.rawValue, path, try Self.proof(id, account, origin, challenge))
  }

  static func path(_ route: RouteDescription, _ id: String) -> String {
    route.path.replacing("{collaborationID}", with: id).replacing("{documentID}", with: id)
  }

  private var route: RouteDescription {
    typealias Routes = CollaborationRoutes
    return switch self {
    case .knock, .knockWhereItHasEnded: Routes.knock.description
    case .challenge, .challengeWhereItHasEnded: Routes.challenge.description
    case .prove: Routes.prove.description
    case .linkPage: Routes.linkPage.description
    case .collaboration: Routes.collaboration.description
    case .participants: Routes.participants.description
    case .knocks: Routes.knocks.description
    case .leave: Routes.leave.description
    case .endCollaboration: Routes.endCollaboration.description
    case .updateIdentities: Routes.updateIdentities.description
    case .attestNotice: Routes.attestNotice.description
    case .document: Routes.document.description
    case .documentEvents: Routes.documentEvents.description
    }
  }

  private func body() throws -> [UInt8]? {
    switch self {
    case .knock, .knockWhereItHasEnded: return Array("{}".utf8)
    case .updateIdentities:
      return try StrictJSON.encode(
        UpdateIdentities(requestID: .random(), remove: [RootHash.zero]))
    case .attestNotice:
      let now = UInt64(Date().timeIntervalSince1970 * 1000)
      return try StrictJSON.encode(
        AttestNotice(noticeID: .zero, event: 1, trigger: 1, at: DecimalUInt64(now)))
    default: return nil
    }
  }

  /// A proof that is right in itself, for an identity nobody has added.
  private static func proof(
    _ id: String, _ account: String, _ audience: Origin, _ challenge: [UInt8]
  ) throws -> [UInt8] {
    let collaborationID = try CollaborationID(id)
    let seed = IdentitySeed.random()
    let context = IdentityContext(
      audience: audience, collaborationID: collaborationID, recipient: .zero)
    let base = DiversificationBaseKey()
    let tree = try IdentityTree(bases: [base.publicKey], seed: seed, context: context)
    let key = try base.diversified(seed: seed, context: context)
    return try SignedIdentityProof(
      signing: challenge, for: AccountLabel(account), with: key, in: tree, audience: audience,
      collaborationID: collaborationID
    ).json()
  }
}
