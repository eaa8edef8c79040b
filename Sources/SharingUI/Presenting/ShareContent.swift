import Foundation
import GroveSystem
import SharedWithYouCore

/// Loads what a request's providers give into what the messenger's share sheet is made of.
enum ShareContent {
  /// - Parameter app: whose system answers for files.
  static func load(_ request: ShareRequest, from app: GroveApp) async throws(ShareContentProblem)
    -> SharedContent
  {
    let disabled = Set(request.restrictions.map(\.disabledMode))
    var together = Together(metadata: try await metadata(request))
    if together.metadata == nil, !disabled.contains(.collaborate) {
      together = await file(request, of: app)
    }
    var file =
      together.isFile && !together.isCopyable
      ? nil : try await file(request, isOnlyForm: together.metadata == nil)
    if disabled.contains(.collaborate) { together = Together() }
    if disabled.contains(.sendCopy) { file = nil }
    guard together.metadata != nil || file != nil else {
      throw together.problem.map(ShareContentProblem.init)
        ?? request.restrictions.lazy.compactMap(\.explanation).first
        .map(ShareContentProblem.init) ?? .nothing
    }
    var pictures = await SharePictures(request)
    pictures.show(on: &together.metadata, else: together.isFile ? file?.picture : nil)
    var content = SharedContent(metadata: together.metadata, file: file, image: pictures.image)
    content.collaborationProblem = together.problem
    content.pictureProblem = pictures.problem
    return content
  }

  /// What people can work on together, or why they cannot.
  private struct Together {
    var metadata: CollaborationMetadata?
    var problem: String?
    /// Whether it is a file that the system knows, and whether that can be sent as a copy.
    var isFile = false
    var isCopyable = true
  }

  /// The first file that the system shares.
  private static func file(_ request: ShareRequest, of app: GroveApp) async -> Together {
    guard app.coordinator.sharesFiles else { return Together() }
    for provider in request.providers {
      guard let url = await provider.originalFile() else { continue }
      let isCopyable = isCopyable(url)
      do throws(SystemFileRefusal) {
        guard let found = try await app.coordinator.metadata(ofFile: url) else { continue }
        return Together(metadata: found, isFile: true, isCopyable: isCopyable)
      } catch {
        return Together(problem: error.sentence, isFile: true, isCopyable: isCopyable)
      }
    }
    return Together()
  }

  /// A folder is no copy, and what is too large is not read for nothing.
  private static func isCopyable(_ url: URL) -> Bool {
    let known = try? FileManager.default.attributesOfItem(
      atPath: url.resolvingSymlinksInPath().path)
    let size = (known?[.size] as? NSNumber)?.intValue ?? 0
    return known?[.type] as? FileAttributeType != .typeDirectory
      && size <= ShareSheet.FileRepresentation.maximumBytes
  }

  private static func metadata(_ request: ShareRequest) async throws(ShareContentProblem)
    -> CollaborationMetadata?
  {
    let name = SWCollaborationMetadataTypeIdentifier
    guard let provider = request.providers.first(where: { $0.isShared(as: name) }) else {
      return nil
    }
    do {
      let object = try MetadataRepresentation.decode(
        try await provider.data(forTypeIdentifier: name))
      if object.title?.isEmpty ?? true { object.title = request.title ?? provider.suggestedName }
      return try object.systemMetadata()
    } catch let problem as CollaborationOptionsProblem {
      throw ShareContentProblem(
        sentence: "The app's share options cannot be shown: \(problem.clause).")
    } catch {
      throw ShareContentProblem(sentence: "The app could not prepare this for collaboration.")
    }
  }

  /// A file representation; where there is no other form at all, data of any kind as a file.
  private static func file(_ request: ShareRequest, isOnlyForm: Bool)
    async throws(ShareContentProblem) -> ShareSheet.FileRepresentation?
  {
    do {
      for provider in request.providers {
        for representation in provider.representations where representation.isShared {
          guard let file = try await provider.file(representation) else { continue }
          return ShareSheet.FileRepresentation(
            name: provider.suggestedName ?? file.name,
            mediaType: mediaType(representation.typeIdentifier), bytes: Array(file.bytes))
        }
      }
      return isOnlyForm ? try await data(request) : nil
    } catch {
      throw ShareContentProblem(sentence: "The app could not make a copy of this.")
    }
  }

  private static func data(_ request: ShareRequest) async throws -> ShareSheet.FileRepresentation? {
    for provider in request.providers {
      for representation in provider.representations
      where representation.isShared && representation.conforms(to: UTType.data.identifier) {
        let bytes = try await provider.data(forTypeIdentifier: representation.typeIdentifier)
        let ending = UTType(table: representation.typeIdentifier).preferredFilenameExtension
        return ShareSheet.FileRepresentation(
          name: SafeFileName.make(
            from: provider.suggestedName ?? request.title ?? "Untitled", ending: ending ?? "txt"),
          mediaType: mediaType(representation.typeIdentifier), bytes: Array(bytes))
      }
    }
    return nil
  }

  private static func mediaType(_ typeIdentifier: String) -> String {
    let type = UTType(table: typeIdentifier)
    if let own = type.preferredMIMEType { return own }
    return type.conforms(to: .text) ? "text/plain" : "application/octet-stream"
  }
}

extension ShareSheet.FileRepresentation {
  /// A file that is shared where it lies is its own picture, where it is one.
  fileprivate var picture: [UInt8]? {
    let type = UTType(filenameExtension: (name as NSString).pathExtension)
    guard type?.conforms(to: .image) == true, bytes.count <= SharePictures.maximumBytes else {
      return nil
    }
    return bytes
  }
}

extension ItemRepresentation {
  /// Whether it may leave the process.
  var isShared: Bool { visibility != .ownProcess }
}

extension NSItemProvider {
  func isShared(as name: String) -> Bool {
    representations.contains { $0.typeIdentifier == name && $0.isShared }
  }
}

extension CollaborationOptionsProblem {
  /// The end of a sentence.
  fileprivate var clause: String {
    switch self {
    case .emptyIdentifier: "one of them has no identifier"
    case .duplicateIdentifier(let id): "two of them have the identifier “\(id)”"
    case .emptyPicker(let id): "there is nothing to choose in “\(id)”"
    case .unknownRequirement(let id): "“\(id)” requires one that is not there"
    case .circularRequirement(let id): "“\(id)” requires itself"
    }
  }
}
