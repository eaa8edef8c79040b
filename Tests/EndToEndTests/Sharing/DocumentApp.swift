import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger
import Synchronization

/// An app that keeps documents on a collaboration server, and fails where a test says so.
final class DocumentApp: CollaborationApp {
  let client: CollaborationClient
  let name = "Recipes"
  /// Roots this app was ever handed.
  let roots = Mutex<Set<RootHash>>([])
  /// Adding people fails after the server has stored them, as a lost answer does.
  let losesAnswers = Mutex(false)

  /// Adding people is stored by the server, and then nothing more is heard.
  let stalls = Mutex(false)
  let isStalled = Mutex(false)

  init(_ client: CollaborationClient) { self.client = client }

  var origin: Origin { client.origin }

  func start(_ action: StartCollaborationAction) async -> StartCollaborationAnswer {
    do {
      let prepared = try await client.prepareCollaboration(
        PrepareCollaboration(
          requestID: action.actionID,
          options: ShareOptions(access: .readWrite, allowsComments: true, allowsMentions: true)),
        of: action.metadata.localIdentifier)
      return .fulfilled(
        link: prepared.link, collaborationID: prepared.collaborationID,
        epoch: prepared.epoch.value)
    } catch {
      return .failed(reason: "\(error)")
    }
  }

  func updateParticipants(_ action: UpdateParticipantsAction) async -> CollaborationActionAnswer {
    roots.withLock { $0.formUnion(action.addedRoots + action.replacedRoots.map(\.new)) }
    do {
      let updated = try await client.updateIdentities(
        UpdateIdentities(
          requestID: action.actionID,
          add: action.addedRoots.map { UpdateIdentities.Added(root: $0, depth: 5) },
          remove: action.removedRoots,
          replace: action.replacedRoots.map { .init(old: $0.old, new: $0.new) }),
        of: action.collaborationID)
      if stalls.withLock(\.self), !action.addedRoots.isEmpty {
        isStalled.withLock { $0 = true }
        try? await Task.sleep(for: .seconds(60))
        return .failed(reason: "stalled")
      }
      if losesAnswers.withLock(\.self), !action.addedRoots.isEmpty {
        return .failed(reason: "the answer was lost")
      }
      return .fulfilled(epoch: updated.epoch.value)
    } catch {
      return .failed(reason: "\(error)")
    }
  }

  func shareCancelled(_ cancellation: ShareCancellation) async -> CollaborationActionAnswer {
    guard let id = cancellation.collaborationID else { return .fulfilled() }
    do {
      _ = try await client.endCollaboration(id, ifUnused: true)
      return .fulfilled()
    } catch {
      return error.problemCode == .notFound ? .fulfilled() : .failed(reason: "\(error)")
    }
  }
}
