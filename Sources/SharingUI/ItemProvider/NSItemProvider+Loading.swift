public import Foundation

extension NSItemProvider {
  /// Gives the data of a representation, read from its file where it is one.
  ///
  /// The completion is called once, on whatever thread the representation answers on.
  @discardableResult
  public func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    let once = OnceCompletion(completionHandler)
    guard let found = representation(conformingTo: typeIdentifier) else {
      once(nil, nil)
      return Self.finished()
    }
    switch found.loading {
    case .data(let load):
      return load { data, error in
        once(data, error)
      } ?? Self.finished()
    case .file(_, let load):
      return load { url, _, error in
        guard let url else { return once(nil, error) }
        do { once(try Data(contentsOf: url), nil) } catch { once(nil, error) }
      } ?? Self.finished()
    }
  }

  /// As `loadDataRepresentation(forTypeIdentifier:completionHandler:)`.
  @discardableResult
  public func loadDataRepresentation(
    for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    loadDataRepresentation(
      forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
  }

  /// Gives a copy of the content as a file, which is removed when the completion has returned.
  @discardableResult
  public func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    let once = OnceCompletion(completionHandler)
    let name = suggestedName
    guard let found = representation(conformingTo: typeIdentifier) else {
      once(nil, nil)
      return Self.finished()
    }
    switch found.loading {
    case .data(let load):
      return load { data, error in
        guard let data else { return once(nil, error) }
        let ending = UTType(table: found.typeIdentifier).preferredFilenameExtension
        let file = SafeFileName.make(from: name ?? "Untitled", ending: ending)
        TemporaryFile.using(name: file, { try data.write(to: $0) }, once)
      } ?? Self.finished()
    case .file(_, let load):
      return load { url, _, error in
        guard let url else { return once(nil, error) }
        TemporaryFile.using(
          name: url.lastPathComponent, { try FileManager.default.copyItem(at: url, to: $0) }, once)
      } ?? Self.finished()
    }
  }

  /// Gives the file where it is, if its program allows that; the second value says whether it is that
  /// file. Otherwise a copy, as `loadFileRepresentation` does.
  @discardableResult
  public func loadInPlaceFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
  ) -> Progress {
    if let found = representation(conformingTo: typeIdentifier),
      case .file(let options, let load) = found.loading, options.contains(.openInPlace)
    {
      let once = OnceCompletion<InPlaceFile> {
        completionHandler($0?.url, $0?.inPlace ?? false, $1)
      }
      return load { url, inPlace, error in
        once(url.map { InPlaceFile(url: $0, inPlace: inPlace) }, error)
      } ?? Self.finished()
    }
    return loadFileRepresentation(forTypeIdentifier: typeIdentifier) {
      completionHandler($0, false, $1)
    }
  }

  /// Whether the provider has a type that the class reads; what the content is, is not looked at.
  public func canLoadObject(ofClass itemClass: any NSItemProviderReading.Type) -> Bool {
    readable(by: itemClass) != nil
  }

  /// Makes an object from the first type that the class reads and this provider has.
  @discardableResult
  public func loadObject(
    ofClass itemClass: any NSItemProviderReading.Type,
    completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
  ) -> Progress {
    guard let name = readable(by: itemClass) else {
      completionHandler(nil, ErrorCode.itemUnavailableError)
      return Self.finished()
    }
    let handed = UncheckedSendable(itemClass)
    return loadDataRepresentation(forTypeIdentifier: name) { data, error in
      guard let data else {
        return completionHandler(nil, error ?? ErrorCode.itemUnavailableError)
      }
      do {
        completionHandler(
          try handed.value.object(withItemProviderData: data, typeIdentifier: name), nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }

  private func readable(by itemClass: any NSItemProviderReading.Type) -> String? {
    itemClass.readableTypeIdentifiersForItemProvider.first {
      representation(conformingTo: $0) != nil
    }
  }

  static func finished() -> Progress {
    let progress = Progress(totalUnitCount: 1)
    progress.completedUnitCount = 1
    return progress
  }
}

private struct InPlaceFile: Sendable {
  let url: URL
  let inPlace: Bool
}
