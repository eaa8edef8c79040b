import Foundation

extension NSItemProvider {
  /// The data of a representation.
  func data(forTypeIdentifier typeIdentifier: String) async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      loadDataRepresentation(forTypeIdentifier: typeIdentifier) { data, error in
        if let data {
          continuation.resume(returning: data)
        } else {
          continuation.resume(throwing: error ?? ErrorCode.unknownError)
        }
      }
    }
  }

  /// The name and bytes of a file representation; nil for another kind.
  func file(_ representation: ItemRepresentation) async throws -> (name: String, bytes: Data)? {
    guard case .file(_, let load) = representation.loading else { return nil }
    return try await withCheckedThrowingContinuation { continuation in
      let once = OneUse(continuation)
      _ = load { url, _, error in
        guard let continuation = once.take() else { return }
        guard let url else {
          return continuation.resume(throwing: error ?? ErrorCode.itemUnavailableError)
        }
        continuation.resume(
          with: Result { (url.lastPathComponent, try Data(contentsOf: url)) })
      }
    }
  }
}
