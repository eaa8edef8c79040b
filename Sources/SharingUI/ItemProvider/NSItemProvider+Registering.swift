public import Foundation

extension NSItemProvider {
  /// Registers data under a type; it is made when somebody asks. The handler calls its completion.
  public func registerDataRepresentation(
    forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility,
    loadHandler:
      @escaping @Sendable (
        _ completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
      ) -> Progress?
  ) {
    register(
      ItemRepresentation(
        typeIdentifier: typeIdentifier, visibility: visibility, loading: .data(loadHandler)))
  }

  /// As `registerDataRepresentation(forTypeIdentifier:visibility:loadHandler:)`.
  public func registerDataRepresentation(
    for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all,
    loadHandler:
      @escaping @Sendable (
        _ completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
      ) -> Progress?
  ) {
    registerDataRepresentation(
      forTypeIdentifier: contentType.identifier, visibility: visibility, loadHandler: loadHandler)
  }

  /// Registers a file; with one, the share sheet offers to send a copy.
  ///
  /// - Parameter loadHandler: its completion is given the file and whether it may be used in place.
  public func registerFileRepresentation(
    forTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = [],
    visibility: NSItemProviderRepresentationVisibility,
    loadHandler:
      @escaping @Sendable (
        _ completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
      ) -> Progress?
  ) {
    register(
      ItemRepresentation(
        typeIdentifier: typeIdentifier, visibility: visibility,
        loading: .file(fileOptions, loadHandler)))
  }

  /// As `registerFileRepresentation(forTypeIdentifier:fileOptions:visibility:loadHandler:)`.
  public func registerFileRepresentation(
    for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all,
    openInPlace: Bool = false,
    loadHandler:
      @escaping @Sendable (
        _ completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
      ) -> Progress?
  ) {
    registerFileRepresentation(
      forTypeIdentifier: contentType.identifier, fileOptions: openInPlace ? .openInPlace : [],
      visibility: visibility, loadHandler: loadHandler)
  }

  /// Registers every type an object writes. It is written when somebody asks, so later changes of
  /// the object show.
  public func registerObject(
    _ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility
  ) {
    let handed = UncheckedSendable(object)
    for name in object.writableTypeIdentifiersForItemProvider {
      let own = object.itemProviderVisibilityForRepresentation(withTypeIdentifier: name)
      registerDataRepresentation(
        forTypeIdentifier: name, visibility: own == .all ? visibility : own
      ) { completion in
        handed.value.loadData(
          withTypeIdentifier: name, forItemProviderCompletionHandler: completion)
      }
    }
  }

  /// Registers the types of a class; the object is made when somebody asks.
  public func registerObject(
    ofClass itemClass: any NSItemProviderWriting.Type,
    visibility: NSItemProviderRepresentationVisibility,
    loadHandler:
      @escaping @Sendable (
        _ completionHandler:
          @escaping @Sendable ((any NSItemProviderWriting)?, (any Error)?) -> Void
      ) -> Progress?
  ) {
    for name in itemClass.writableTypeIdentifiersForItemProvider {
      registerDataRepresentation(forTypeIdentifier: name, visibility: visibility) { completion in
        loadHandler { object, error in
          guard let object else {
            return completion(nil, error ?? ErrorCode.itemUnavailableError)
          }
          _ = object.loadData(
            withTypeIdentifier: name, forItemProviderCompletionHandler: completion)
        }
      }
    }
  }
}
