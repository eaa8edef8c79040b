package import Foundation
package import GroveIdentity
package import GroveSystem
import Synchronization

/// Answers about files that the system shares, by where they lie: their URL is all that an app hands over (decision 0030).
package protocol SystemFileHandler: SystemActionHandler {
  /// What the share sheet is told of a file or folder.
  ///
  /// - Returns: nil where it is of no kind that the system shares: then it is sent as a copy, as any other.
  /// - Throws: why it cannot be shared, though it is of such a kind.
  func metadata(ofFile url: URL) async throws(SystemFileRefusal) -> CollaborationMetadata?

  /// The collaboration on a file, or on a folder that it is in, as far as that is known without asking anybody.
  func knownCollaboration(ofFile url: URL) -> CollaborationID?

  /// The same, asking whoever knows; nil also where they cannot be asked.
  func collaboration(ofFile url: URL) async -> CollaborationID?
}

/// Why a file cannot be shared for collaboration.
package struct SystemFileRefusal: Error, Hashable, Sendable {
  /// One sentence for the person.
  package let sentence: String
  /// What it is shared as all the same, by somebody else; nil where it is not.
  package let shared: CollaborationMetadata?

  package init(_ sentence: String, shared: CollaborationMetadata? = nil) {
    self.sentence = sentence
    self.shared = shared
  }
}

extension SWCollaborationCoordinator {
  private var fileHandlers: [any SystemFileHandler] {
    state.withLock(\.systemHandlers).compactMap { $0 as? any SystemFileHandler }
  }

  /// Whether anything is to be asked about a file.
  package var sharesFiles: Bool { !fileHandlers.isEmpty }

  /// What the share sheet is told of a file; nil where the system shares nothing of its kind.
  package func metadata(ofFile url: URL) async throws(SystemFileRefusal) -> CollaborationMetadata? {
    for handler in fileHandlers {
      if let found = try await handler.metadata(ofFile: url) { return found }
    }
    return nil
  }

  /// The collaboration on a file, as far as that is known without asking anybody.
  package func knownCollaboration(ofFile url: URL) -> CollaborationID? {
    fileHandlers.lazy.compactMap { $0.knownCollaboration(ofFile: url) }.first
  }

  /// The same, asking whoever knows.
  package func collaboration(ofFile url: URL) async -> CollaborationID? {
    for handler in fileHandlers {
      if let found = await handler.collaboration(ofFile: url) { return found }
    }
    return nil
  }
}
