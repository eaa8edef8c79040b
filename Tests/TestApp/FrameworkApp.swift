import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import SharedWithYou
import Synchronization

/// The same app as one writes it against the framework: `TestApp FOLDER framework`.
///
/// With a file `share` in its folder (a document's identifier, a line feed, a title), it shows a share
/// sheet once, whose person sends to `bob`; what became of that is an event.
final class FrameworkApp: NSObject, SWCollaborationActionHandler, GroveShareCancellationHandler,
  SWHighlightCenterDelegate, Sendable
{
  private let folder: Folder
  private let origin: Origin
  private let client: CollaborationClient
  private let isEnding = Mutex(false)
  private let stuck = Mutex<SWAction?>(nil)

  init(session: Folder.Session, folder: Folder) {
    self.folder = folder
    origin = session.origin
    client = CollaborationClient(
      origin: session.origin, credentials: FixedCredentials.bearer(session.token),
      transport: HTTPClientTransport())
  }

  func run() async throws {
    let executable = URL(fileURLWithPath: CommandLine.arguments[0]).path
    try GroveApp.configure(
      origin: origin.text, name: "Test", command: [executable, folder.path, "framework"])
    SWCollaborationCoordinator.shared.actionHandler = self
    let center = SWHighlightCenter()
    center.delegate = self
    if let order = folder.takesOrder() { try await share(order) }
    try await Task.sleep(for: .seconds(300))
    withExtendedLifetime(center) {}
  }

  @MainActor private func share(_ order: [String]) async throws {
    GroveSharing.presenter = SendsToBob()
    let metadata = SWCollaborationMetadata(localIdentifier: .init(order[0]))
    metadata.title = order[1]
    let itemProvider = NSItemProvider()
    itemProvider.registerObject(metadata, visibility: .all)
    let sheet = UIActivityViewController(
      activityItemsConfiguration: UIActivityItemsConfiguration(itemProviders: [itemProvider]))
    switch await sheet.presented() {
    case .sent: folder.note("shared")
    case .failed(let reason, let draft):
      folder.note("not-shared \(draft == nil ? "without" : "with")-draft \(reason)")
    case .cancelled, .waiting, .staged: folder.note("not-decided")
    }
  }

  // MARK: Actions

  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator, handle action: SWStartCollaborationAction
  ) {
    folder.note("start \(action.uuid)")
    Task {
      do {
        let prepared = try await client.prepareCollaboration(
          PrepareCollaboration(
            requestID: RequestID(action.uuid),
            options: ShareOptions(access: .readWrite, allowsComments: true, allowsMentions: true)),
          of: action.collaborationMetadata.localIdentifier.rawValue)
        folder.note("prepared \(prepared.collaborationID)")
        if folder.takes("dies-in-start") { kill(getpid(), SIGKILL) }
        guard let link = URL(string: prepared.link) else { return action.fail() }
        let dies = folder.takes("dies-after-start")
        isEnding.withLock { $0 = dies }
        action.fulfill(
          using: link, collaborationIdentifier: .init(prepared.collaborationID.text))
        if dies {
          DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { kill(getpid(), SIGKILL) }
        }
      } catch {
        action.fail(reason: "\(error)")
      }
    }
  }

  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator,
    handle action: SWUpdateCollaborationParticipantsAction
  ) {
    // It is on its way out: what still arrives is not looked at.
    guard !isEnding.withLock(\.self) else { return stuck.withLock { $0 = action } }
    folder.note("update +\(action.addedIdentities.count) -\(action.removedIdentities.count)")
    Task {
      do {
        _ = try await client.updateIdentities(
          UpdateIdentities(
            requestID: RequestID(action.uuid),
            add: try action.addedIdentities.map {
              UpdateIdentities.Added(root: try RootHash(Array($0.rootHash)), depth: 5)
            },
            remove: try action.removedIdentities.map { try RootHash(Array($0.rootHash)) },
            replace: []),
          of: try CollaborationID(action.collaborationMetadata.collaborationIdentifier.rawValue))
        if folder.takes("stalls-in-update") {
          folder.note("stalls")
          while !folder.has("go") { try await Task.sleep(for: .milliseconds(20)) }
        }
        if folder.takes("dies-in-update") { kill(getpid(), SIGKILL) }
        action.fulfill()
      } catch {
        action.fail(reason: "\(error)")
      }
    }
  }

  func collaborationCoordinator(
    _ coordinator: SWCollaborationCoordinator, handle action: GroveShareCancellationAction
  ) {
    folder.note("cancelled")
    Task {
      let text = action.collaborationMetadata.collaborationIdentifier.rawValue
      guard let id = try? CollaborationID(text) else { return action.fulfill() }
      do {
        _ = try await client.endCollaboration(id, ifUnused: true)
        action.fulfill()
      } catch let error as ClientError {
        error.problemCode == .notFound ? action.fulfill() : action.fail(reason: "\(error)")
      } catch {
        action.fail(reason: "\(error)")
      }
    }
  }

  func highlightCenterHighlightsDidChange(_ highlightCenter: SWHighlightCenter) {
    folder.note("highlights \(highlightCenter.highlights.count)")
  }
}

/// A person who always means bob.
private struct SendsToBob: SharePresenter {
  func present(_ sheet: ShareSheet, for person: any PersonSystem) async -> ShareResult {
    var draft: Draft?
    do {
      var sheet = sheet
      sheet.add(try await person.recipient(handle: "bob").account)
      let staged = try await person.stage(sheet)
      draft = staged
      switch try await person.send(staged.draftID) {
      case .sent: return .sent
      case .waiting: return .waiting
      case .failed(let failure):
        return .failed(reason: failure.sentence, draft: staged.draftID)
      }
    } catch {
      return .failed(reason: error.code.rawValue, draft: draft?.draftID)
    }
  }
}

extension Folder {
  /// What is to be shared; it is taken out.
  fileprivate func takesOrder() -> [String]? {
    guard let text = try? String(contentsOfFile: path + "/share", encoding: .utf8),
      takesFile("share")
    else { return nil }
    let lines = text.split(separator: "\n").map(String.init)
    return lines.count == 2 ? lines : nil
  }

  private func takesFile(_ name: String) -> Bool { unlink(path + "/" + name) == 0 }
}

extension RequestID {
  /// An action's identifier is the messenger's sixteen bytes.
  fileprivate init(_ uuid: UUID) throws(IdentityError) {
    try self.init(withUnsafeBytes(of: uuid.uuid) { Array($0) })
  }
}
