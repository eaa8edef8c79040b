// The listings of session 10093 from 4:21 to 10:18, with their bodies as published.
import SharedWithYou
import Testing

// 4:21, 6:34
func configuredMetadata() -> SWCollaborationMetadata {
  let localIdentifier = SWLocalCollaborationIdentifier(rawValue: "identifier")
  let metadata = SWCollaborationMetadata(localIdentifier: localIdentifier)
  metadata.title = "Content Title"
  metadata.initiatorHandle = "user@example.com"
  let formatter = PersonNameComponentsFormatter()
  if let components = formatter.personNameComponents(from: "Devin") {
    metadata.initiatorNameComponents = components
  }

  let permission = SWCollaborationOptionsPickerGroup(
    identifier: UUID().uuidString,
    options: [
      SWCollaborationOption(title: "Can make changes", identifier: UUID().uuidString),
      SWCollaborationOption(title: "Read only", identifier: UUID().uuidString),
    ])
  permission.options[0].isSelected = true
  permission.title = "Permission"
  let additionalOptions = SWCollaborationOptionsGroup(
    identifier: UUID().uuidString,
    options: [
      SWCollaborationOption(title: "Allow mentions", identifier: UUID().uuidString),
      SWCollaborationOption(title: "Allow comments", identifier: UUID().uuidString),
    ])
  additionalOptions.title = "Additional Settings"
  let optionsGroups = [permission, additionalOptions]
  metadata.defaultShareOptions = SWCollaborationShareOptions(optionsGroups: optionsGroups)
  return metadata
}

// 7:58
struct CustomCollaboration: Transferable {
  var name: String
  static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation { customCollaboration in
      SWCollaborationMetadata(
        localIdentifier: .init(rawValue: "com.example.customcollaboration"),
        title: customCollaboration.name,
        defaultShareOptions: nil,
        initiatorHandle: "johnappleseed@apple.com",
        initiatorNameComponents: nil
      )
    }
  }
}

// 8:16
struct ContentView: View {
  var body: some View {
    ShareLink(item: CustomCollaboration(name: "Example"), preview: .init("Example"))
  }
}

// 9:08, 9:42
final class DocumentViewController: UIViewController {
  func presentActivityViewController(metadata: SWCollaborationMetadata) {
    let itemProvider = NSItemProvider()
    itemProvider.registerObject(metadata, visibility: .all)
    let activityConfig = UIActivityItemsConfiguration(itemProviders: [itemProvider])
    let shareSheet = UIActivityViewController(activityItemsConfiguration: activityConfig)
    present(shareSheet, animated: true)
  }

  func createDragItem(metadata: SWCollaborationMetadata) -> UIDragItem {
    let itemProvider = NSItemProvider()
    itemProvider.registerObject(metadata, visibility: .all)
    return UIDragItem(itemProvider: itemProvider)
  }
}

// 9:58
@MainActor
func showSharingServicePicker(view: NSView, metadata: SWCollaborationMetadata) {
  let itemProvider = NSItemProvider()
  itemProvider.registerObject(metadata, visibility: .all)
  let picker = NSSharingServicePicker(items: [itemProvider])
  picker.show(relativeTo: view.bounds, of: view, preferredEdge: .minY)
}

// 10:18
func createPasteboardItem(metadata: SWCollaborationMetadata) -> NSPasteboardItem {
  let pasteboardItem = NSPasteboardItem()
  pasteboardItem.collaborationMetadata = metadata
  return pasteboardItem
}

/// A type position, which is ambiguous where a file imports Foundation beside this framework.
func fullName(_ formatter: PersonNameComponentsFormatter, _ name: PersonNameComponents) -> String {
  formatter.string(from: name)
}

struct SharingListingTests {
  @Test func `the metadata of 4:21 has title, handle, name and the options of 6:34`() {
    let metadata = configuredMetadata()
    #expect(metadata.title == "Content Title")
    #expect(metadata.initiatorHandle == "user@example.com")
    #expect(metadata.initiatorNameComponents?.givenName == "Devin")
    let options = metadata.defaultShareOptions?.optionsGroups.flatMap(\.options) ?? []
    #expect(options.map(\.isSelected) == [true, false, false, false])
    let formatter = PersonNameComponentsFormatter()
    #expect(metadata.initiatorNameComponents.map { fullName(formatter, $0) } == "Devin")
  }

  @MainActor
  @Test func `the share link of 8:16 is in the view and can be pressed`() {
    #expect(ContentView().shareLinks.count == 1)
  }

  @MainActor
  @Test func `what is dragged at 9:42 and put on the pasteboard at 10:18 is the metadata`() throws {
    let metadata = configuredMetadata()
    let item = DocumentViewController().createDragItem(metadata: metadata)
    #expect(item.itemProvider.canLoadObject(ofClass: SWCollaborationMetadata.self))
    #expect(createPasteboardItem(metadata: metadata).collaborationMetadata == metadata)
  }
}
