public import Foundation

extension NSItemProvider {
  /// Registers every representation of a model. The model is made here once, for the conditions of
  /// its representations; what they give is made when somebody asks.
  public func register<T: Transferable>(
    _ transferable: @autoclosure @escaping @Sendable () -> T
  ) {
    register(item: UncheckedSendable(transferable()))
  }

  func register<T: Transferable>(item: UncheckedSendable<T>) {
    for entry in T.entries {
      guard let export = entry.export, entry.condition?(item) ?? true else { continue }
      if suggestedName == nil, let name = entry.suggestedName?(item) { suggestedName = name }
      let name = entry.contentType.identifier
      if entry.isFile {
        registerFileRepresentation(forTypeIdentifier: name, visibility: entry.visibility) {
          Self.giveFile(export, item, $0)
        }
      } else {
        registerDataRepresentation(forTypeIdentifier: name, visibility: entry.visibility) {
          Self.giveData(export, item, $0)
        }
      }
    }
  }

  private static func giveData<T: Transferable>(
    _ export: @escaping @Sendable (UncheckedSendable<T>) async throws -> ExportedRepresentation,
    _ item: UncheckedSendable<T>, _ completion: @escaping ItemRepresentation.DataCompletion
  ) -> Progress? {
    FrameworkJobs.run {
      do {
        switch try await export(item) {
        case .data(let data): completion(data, nil)
        case .file(let url, _): completion(try Data(contentsOf: url), nil)
        }
      } catch {
        completion(nil, error)
      }
    } otherwise: {
      completion(nil, ErrorCode.itemUnavailableError)
    }
    return nil
  }

  private static func giveFile<T: Transferable>(
    _ export: @escaping @Sendable (UncheckedSendable<T>) async throws -> ExportedRepresentation,
    _ item: UncheckedSendable<T>, _ completion: @escaping ItemRepresentation.FileCompletion
  ) -> Progress? {
    FrameworkJobs.run {
      do {
        guard case .file(let url, let inPlace) = try await export(item) else {
          return completion(nil, false, ErrorCode.unavailableCoercionError)
        }
        completion(url, inPlace, nil)
      } catch {
        completion(nil, false, error)
      }
    } otherwise: {
      completion(nil, false, ErrorCode.itemUnavailableError)
    }
    return nil
  }

  /// Makes a model from the first of its representations that this provider has.
  @discardableResult
  public func loadTransferable<T: Transferable>(
    type: T.Type, completionHandler: @escaping @Sendable (Result<T, any Error>) -> Void
  ) -> Progress {
    for entry in T.entries {
      guard let imported = entry.imported else { continue }
      guard let found = representation(conformingTo: entry.contentType.identifier) else { continue }
      FrameworkJobs.run {
        do {
          completionHandler(.success(try await self.read(imported, found).value))
        } catch {
          completionHandler(.failure(error))
        }
      } otherwise: {
        completionHandler(.failure(ErrorCode.itemUnavailableError))
      }
      return Self.finished()
    }
    completionHandler(.failure(ErrorCode.itemUnavailableError))
    return Self.finished()
  }

  private func read<T: Transferable>(
    _ imported: TransferEntry<T>.Imported, _ found: ItemRepresentation
  ) async throws -> UncheckedSendable<T> {
    switch imported {
    case .data(let read):
      return try await read(try await data(forTypeIdentifier: found.typeIdentifier))
    case .file(let read):
      return try await withFile(of: found) { try await read($0) }
    }
  }

  /// The content as a file that is there while the body runs.
  private func withFile<Result>(
    of found: ItemRepresentation, _ body: (ReceivedTransferredFile) async throws -> Result
  ) async throws -> Result {
    let ending = UTType(table: found.typeIdentifier).preferredFilenameExtension
    let given = try await file(found)
    let bytes: Data
    if let given {
      bytes = given.bytes
    } else {
      bytes = try await data(forTypeIdentifier: found.typeIdentifier)
    }
    let name = given?.name ?? SafeFileName.make(from: suggestedName ?? "Untitled", ending: ending)
    let folder = try TemporaryFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try bytes.write(to: file)
    return try await body(ReceivedTransferredFile(file: file, isOriginalFile: false))
  }
}
