import Dispatch
import Foundation

extension NSItemProvider {
  /// How long an app may take to give its content; whoever waits is told that there is none then.
  static let loadingSeconds = 60

  /// The data of a representation.
  func data(forTypeIdentifier typeIdentifier: String, within seconds: Int = loadingSeconds)
    async throws -> Data
  {
    try await Self.limited(seconds) { done in
      self.loadDataRepresentation(forTypeIdentifier: typeIdentifier) { data, error in
        done(data.map { .success($0) } ?? .failure(error ?? ErrorCode.unknownError))
      }
    }
  }

  /// The picture that `previewImageHandler` gives.
  func previewImage(within seconds: Int = loadingSeconds) async throws -> Data {
    try await Self.limited(seconds) { done in
      guard let handler = previewImageHandler else {
        return done(.failure(ErrorCode.itemUnavailableError))
      }
      handler { data, error in
        done(data.map { .success($0) } ?? .failure(error ?? ErrorCode.unknownError))
      }
    }
  }

  /// The name and bytes of a file representation; nil for another kind.
  func file(_ representation: ItemRepresentation, within seconds: Int = loadingSeconds)
    async throws -> LoadedFile?
  {
    guard case .file(_, let load) = representation.loading else { return nil }
    return try await Self.limited(seconds) { done in
      _ = load { url, _, error in
        guard let url else { return done(.failure(error ?? ErrorCode.itemUnavailableError)) }
        done(Result { LoadedFile(name: url.lastPathComponent, bytes: try Data(contentsOf: url)) })
      }
    }
  }

  /// Where the file of a representation is, where it may be used there; nil for another kind.
  func place(_ representation: ItemRepresentation, within seconds: Int = loadingSeconds)
    async throws -> URL?
  {
    guard case .file(_, let load) = representation.loading else { return nil }
    return try await Self.limited(seconds) { done in
      _ = load { url, isOriginal, error in
        guard let url else { return done(.failure(error ?? ErrorCode.itemUnavailableError)) }
        done(.success(isOriginal ? url : nil))
      }
    }
  }

  struct LoadedFile: Sendable {
    let name: String
    let bytes: Data
  }

  /// An app's handler may never call back, or twice.
  private static func limited<Value: Sendable>(
    _ seconds: Int, _ begin: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let once = SingleUseValue(continuation)
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) {
        once.take()?.resume(throwing: ErrorCode.itemUnavailableError)
      }
      begin { once.take()?.resume(with: $0) }
    }
  }
}
