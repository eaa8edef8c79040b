import SharedWithYou

extension RecipeApp {
  /// Shows the share sheet and returns when it is decided.
  @MainActor
  func share(_ title: String) async throws {
    let itemProvider = try await itemProvider(for: try await recipe(title))
    try await grove.register()
    let activityConfig = UIActivityItemsConfiguration(itemProviders: [itemProvider])
    let shareSheet = UIActivityViewController(activityItemsConfiguration: activityConfig)
    shareSheet.groveApp = grove
    switch await shareSheet.presented() {
    case .sent: try await join(highlight(of: try await recipe(title)))  // as everybody who is invited
    case .waiting, .staged, .cancelled: break  // the sheet has said so
    case .failed(let reason, _): throw RecipeError(reason)
    }
  }

  /// The recipe to work on together, and as a file for those who only want a copy.
  func itemProvider(for recipe: RecipeServer.Recipe) async throws -> NSItemProvider {
    let metadata = SWCollaborationMetadata(localIdentifier: .init(rawValue: recipe.documentID))
    metadata.title = recipe.title
    metadata.initiatorHandle = account
    metadata.initiatorNameComponents = PersonNameComponentsFormatter()
      .personNameComponents(from: name)
    metadata.defaultShareOptions = ShareChoices.offered()
    metadata.groveFirstLines = try await firstLines(of: recipe)

    let itemProvider = NSItemProvider()
    itemProvider.registerObject(metadata, visibility: .all)
    let text = try await text(of: recipe)
    itemProvider.suggestedName = recipe.title + ".md"
    itemProvider.registerFileRepresentation(
      forTypeIdentifier: "net.daringfireball.markdown", visibility: .all
    ) { completion in
      let file = SavedSession.folder.appendingPathComponent("copy.md")
      do {
        try Data(text.utf8).write(to: file, options: .atomic)
        completion(file, false, nil)
      } catch {
        completion(nil, false, error)
      }
      return nil
    }
    return itemProvider
  }
}

/// What the sharing person may choose, and what the server is told of it.
enum ShareChoices {
  static func offered() -> SWCollaborationShareOptions {
    let permission = SWCollaborationOptionsPickerGroup(
      identifier: "access",
      options: [
        SWCollaborationOption(title: "Can make changes", identifier: "readWrite"),
        SWCollaborationOption(title: "Read only", identifier: "readOnly"),
      ])
    permission.options[0].isSelected = true
    permission.title = "Permission"
    let additionalOptions = SWCollaborationOptionsGroup(
      identifier: "additional",
      options: [
        SWCollaborationOption(title: "Allow comments", identifier: "comments", selected: true),
        SWCollaborationOption(
          title: "Allow mentions", identifier: "mentions", selected: true,
          requiredOptionsIdentifiers: ["comments"]),
      ])
    additionalOptions.title = "Additional Settings"
    return SWCollaborationShareOptions(
      optionsGroups: [permission, additionalOptions], summary: "Everyone invited can edit")
  }

  static func chosen(_ options: SWCollaborationShareOptions?) -> [String: Any] {
    let selected = Set((options ?? offered()).selectedOptionsIdentifiers)
    return [
      "access": selected.contains("readOnly") ? "readOnly" : "readWrite",
      "allowsComments": selected.contains("comments"),
      "allowsMentions": selected.contains("mentions"),
    ]
  }
}
