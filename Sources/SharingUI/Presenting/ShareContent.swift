import Foundation
import GroveSystem
import SharedWithYouCore

/// Loads what a request's providers give into what the messenger's share sheet is made of.
enum ShareContent {
  /// More than this is not sent as a copy (protocol 18.5 limits attachments; the relay is asked later).
  static let maximumImage = 1 << 20

  static func load(_ request: ShareRequest) async throws(ShareContentProblem) -> SharedContent {
    let disabled = Set(request.restrictions.map(\.disabledMode))
    var metadata = try await metadata(request)
    var file = try await file(request, isOnlyForm: metadata == nil)
    if disabled.contains(.collaborate) { metadata = nil }
    if disabled.contains(.sendCopy) { file = nil }
    guard metadata != nil || file != nil else {
      throw request.restrictions.lazy.compactMap(\.explanation).first
        .map(ShareContentProblem.init) ?? .nothing
    }
    let image = await image(request)
    metadata?.show(pictures: [image, await icon(request)])
    return SharedContent(metadata: metadata, file: file, image: image)
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

  /// The header's picture; without it the sheet is shown all the same.
  private static func image(_ request: ShareRequest) async -> [UInt8] {
    guard let provider = request.image else {
      // What the content itself has.
      let preview = request.providers.first { $0.previewImageHandler != nil }
      guard let data = try? await preview?.previewImage(), data.count <= maximumImage else {
        return []
      }
      return Array(data)
    }
    return await picture(provider)
  }

  private static func icon(_ request: ShareRequest) async -> [UInt8] {
    guard let provider = request.icon else { return [] }
    return await picture(provider)
  }

  /// Empty where there is none, or it is too large.
  private static func picture(_ provider: NSItemProvider) async -> [UInt8] {
    guard
      let name = provider.registeredTypeIdentifiers.first(where: {
        UTType(table: $0).conforms(to: .image)
      }),
      let data = try? await provider.data(forTypeIdentifier: name), data.count <= maximumImage
    else { return [] }
    return Array(data)
  }

  private static func mediaType(_ typeIdentifier: String) -> String {
    let type = UTType(table: typeIdentifier)
    if let own = type.preferredMIMEType { return own }
    return type.conforms(to: .text) ? "text/plain" : "application/octet-stream"
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
