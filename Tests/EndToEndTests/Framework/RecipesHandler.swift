import Foundation
import GroveClient
import GroveIdentity
import GroveWire
import SharedWithYouCore
import Synchronization

/// An app's action handler, which misbehaves where a test says so.
final class RecipesHandler: NSObject, GroveShareCancellationHandler, Sendable {
  enum Behaviour: Sendable {
    case works
    case failsStart
    /// Keeps the start action and says nothing.
    case silentAtStart
    /// Keeps the participants action and says nothing, having stored the identities.
    case silentAfterStoring
    /// The server has stored the identities, and the app was not told.
    case losesAnswer
    /// The app lets go of the participants action.
    case dropsParticipants
  }

  let client: CollaborationClient
  let behaviour = Mutex(Behaviour.works)
  /// Called with each participants action before anything is done for it.
  let beforeParticipants = Mutex<(@Sendable () async -> Void)?>(nil)
  /// Called when a start action was fulfilled.
  let afterStart = Mutex<(@Sendable () async -> Void)?>(nil)
  /// Called when the identities are stored, before the action is fulfilled.
  let afterStoring = Mutex<(@Sendable () async -> Void)?>(nil)
  private let kept = Mutex<[SWAction]>([])
  /// Roots this app was ever handed.
  var handedRoots: Set<Data> { roots.withLock(\.self) }
  private let roots = Mutex<Set<Data>>([])

  init(_ client: CollaborationClient) { self.client = client }

  var isHolding: Bool { kept.withLock { !$0.isEmpty } }
  func letGo() { kept.withLock { $0 = [] } }
  func behave(_ how: Behaviour) { behaviour.withLock { $0 = how } }

  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator, handle action: SWStartCollaborationAction
  ) {
    let how = behaviour.withLock(\.self)
    if case .silentAtStart = how { return kept.withLock { $0.append(action) } }
    if case .failsStart = how { return action.fail(reason: "the recipe is empty") }
    Task {
      do {
        let selected = action.collaborationMetadata.userSelectedShareOptions
        let canWrite = selected?.selectedOptionsIdentifiers.contains("read") != true
        let prepared = try await client.prepareCollaboration(
          PrepareCollaboration(
            requestID: .random(),
            options: ShareOptions(
              access: canWrite ? .readWrite : .readOnly, allowsComments: true,
              allowsMentions: true)),
          of: action.collaborationMetadata.localIdentifier.rawValue)
        guard let url = URL(string: prepared.link) else { return action.fail() }
        action.fulfill(
          using: url, collaborationIdentifier: .init(prepared.collaborationID.text))
        await afterStart.withLock(\.self)?()
      } catch {
        action.fail(reason: "the server did not answer")
      }
    }
  }

  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator,
    handle action: SWUpdateCollaborationParticipantsAction
  ) {
    roots.withLock { $0.formUnion(action.addedIdentities.map(\.rootHash)) }
    let isAdding = !action.addedIdentities.isEmpty
    let how = isAdding ? behaviour.withLock(\.self) : .works
    if case .dropsParticipants = how { return }
    Task {
      do {
        if isAdding { await beforeParticipants.withLock(\.self)?() }
        try await store(action)
        if isAdding { await afterStoring.withLock(\.self)?() }
        switch how {
        case .silentAfterStoring: kept.withLock { $0.append(action) }
        case .losesAnswer: action.fail(reason: "the answer was lost")
        default: action.fulfill()
        }
      } catch {
        action.fail(reason: "the server did not answer")
      }
    }
  }

  private func store(_ action: SWUpdateCollaborationParticipantsAction) async throws {
    func roots(_ identities: [SWPerson.Identity]) throws -> [RootHash] {
      try identities.map { try RootHash(Array($0.rootHash)) }
    }
    _ = try await client.updateIdentities(
      UpdateIdentities(
        requestID: .random(),
        add: try roots(action.addedIdentities).map { .init(root: $0, depth: 5) },
        remove: try roots(action.removedIdentities)),
      of: try CollaborationID(action.collaborationMetadata.collaborationIdentifier.rawValue))
  }

  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator, handle action: GroveShareCancellationAction
  ) {
    let identifier = action.collaborationMetadata.collaborationIdentifier.rawValue
    guard let id = try? CollaborationID(identifier) else { return action.fulfill() }
    Task {
      do {
        _ = try await client.endCollaboration(id, ifUnused: true)
        action.fulfill()
      } catch let error as ClientError where error.problemCode == .notFound {
        action.fulfill()
      } catch {
        action.fail()
      }
    }
  }
}
