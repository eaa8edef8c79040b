import Foundation
import SharedWithYouCore
import SharingUI

enum Samples {
  static func metadata() -> SWCollaborationMetadata {
    let metadata = SWCollaborationMetadata(localIdentifier: .init("recipe-1"))
    metadata.title = "Baking Recipes"
    metadata.initiatorHandle = "devin@docs.example"
    metadata.initiatorNameComponents = try? PersonNameComponents("Dr. Devin \"Dev\" Doe")
    metadata.defaultShareOptions = options()
    return metadata
  }

  static func options() -> SWCollaborationShareOptions {
    let permission = SWCollaborationOptionsPickerGroup(
      identifier: "permission",
      options: [
        SWCollaborationOption(title: "Can make changes", identifier: "write"),
        SWCollaborationOption(title: "Read only", identifier: "read"),
      ])
    permission.title = "Permission"
    let more = SWCollaborationOptionsGroup(
      identifier: "more",
      options: [
        SWCollaborationOption(title: "Allow comments", identifier: "comments", selected: true),
        SWCollaborationOption(
          title: "Allow mentions", identifier: "mentions", subtitle: "In comments",
          requiredOptionsIdentifiers: ["comments"]),
      ])
    more.footer = "The owner can change this later."
    return SWCollaborationShareOptions(optionsGroups: [permission, more])
  }

  static func file(_ name: String, _ text: String) throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("grove-sharing-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file
  }
}

/// What a provider gives, awaited.
enum Loaded {
  static func object<T: NSItemProviderReading & Sendable>(
    _ type: T.Type, from provider: NSItemProvider
  )
    async throws -> T
  {
    try await withCheckedThrowingContinuation { continuation in
      provider.loadObject(ofClass: type) { object, error in
        if let object = object as? T {
          continuation.resume(returning: object)
        } else {
          continuation.resume(throwing: error ?? CocoaError(.coderInvalidValue))
        }
      }
    }
  }

  static func data(_ name: String, from provider: NSItemProvider) async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      provider.loadDataRepresentation(forTypeIdentifier: name) { data, error in
        continuation.resume(with: Result { try value(data, error) })
      }
    }
  }

  static func file(_ name: String, from provider: NSItemProvider) async throws -> (URL, Data) {
    try await withCheckedThrowingContinuation { continuation in
      provider.loadFileRepresentation(forTypeIdentifier: name) { url, error in
        continuation.resume(
          with: Result {
            let url = try value(url, error)
            return (url, try Data(contentsOf: url))
          })
      }
    }
  }

  static func inPlace(_ name: String, from provider: NSItemProvider) async throws -> (URL, Bool) {
    try await withCheckedThrowingContinuation { continuation in
      provider.loadInPlaceFileRepresentation(forTypeIdentifier: name) { url, inPlace, error in
        continuation.resume(with: Result { (try value(url, error), inPlace) })
      }
    }
  }

  static func model<T: Transferable & Sendable>(_ type: T.Type, from provider: NSItemProvider)
    async throws -> T
  {
    try await withCheckedThrowingContinuation { continuation in
      provider.loadTransferable(type: type) { continuation.resume(with: $0) }
    }
  }

  private static func value<T>(_ value: T?, _ error: (any Error)?) throws -> T {
    guard let value else { throw error ?? CocoaError(.coderInvalidValue) }
    return value
  }
}
