import SharedWithYou

// Every listing of the session page with its body as published. What had to be added is marked:
// "missing" for a return that a listing leaves out, "open" for what a listing leaves to the reader.

// 4:21 - Configure SWCollaborationMetadata
public func configureMetadata() -> SWCollaborationMetadata {
  let localIdentifier = SWLocalCollaborationIdentifier(rawValue: "identifier")
  let metadata = SWCollaborationMetadata(localIdentifier: localIdentifier)
  metadata.title = "Content Title"
  metadata.initiatorHandle = "user@example.com"

  let formatter = PersonNameComponentsFormatter()
  if let components = formatter.personNameComponents(from: "Devin") {
    metadata.initiatorNameComponents = components
  }
  metadata.defaultShareOptions = configureShareOptions(of: metadata)  // open
  return metadata  // open
}

// 6:34 - Configure SWCollaborationShareOptions
func configureShareOptions(of metadata: SWCollaborationMetadata) -> SWCollaborationShareOptions? {
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
  return metadata.defaultShareOptions  // open
}

// 7:58 - SWCollaborationMetadata SwiftUI TransferRepresentation
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

// 8:16 - Using a collaboration metadata TransferRepresentation with ShareLink
struct ContentView: View {
  var body: some View {
    ShareLink(item: CustomCollaboration(name: "Example"), preview: .init("Example"))
  }
}

// 9:08 - iOS Share Sheet
public class ViewController: UIViewController {
  public func presentActivityViewController(metadata: SWCollaborationMetadata) {
    let itemProvider = NSItemProvider()
    itemProvider.registerObject(metadata, visibility: .all)
    let activityConfig = UIActivityItemsConfiguration(itemProviders: [itemProvider])
    let shareSheet = UIActivityViewController(activityItemsConfiguration: activityConfig)
    present(shareSheet, animated: true)
  }
}

// 9:42 - iOS Drag and Drop
public func createDragItem(metadata: SWCollaborationMetadata) -> UIDragItem {
  let itemProvider = NSItemProvider()
  itemProvider.registerObject(metadata, visibility: .all)
  return UIDragItem(itemProvider: itemProvider)
}

// 9:58 - macOS Sharing Popover
@MainActor  // open: where the function stands, which decides this, is not shown
public func showSharingServicePicker(view: NSView, metadata: SWCollaborationMetadata) {
  let itemProvider = NSItemProvider()
  itemProvider.registerObject(metadata, visibility: .all)
  let picker = NSSharingServicePicker(items: [itemProvider])
  picker.show(relativeTo: view.bounds, of: view, preferredEdge: .minY)
}

// 10:18 - macOS Drag and Drop NSPasteboardItem extension
public func createPasteboardItem(metadata: SWCollaborationMetadata) -> NSPasteboardItem {
  let pasteboardItem = NSPasteboardItem()
  pasteboardItem.collaborationMetadata = metadata
  return pasteboardItem
}

// 21:20 - Example code for root hash generation
func generateRootHashFromArray(
  localHash: SHA256Digest, inclusionHashes: [SHA256Digest], publicKeyIndex: Int
) -> SHA256Digest {
  guard let firstHash = inclusionHashes.first else { return localHash }

  // Check if the node is the left or the right child
  let isLeft = publicKeyIndex.isMultiple(of: 2)

  // Calculate the combined hash
  var rootHash: SHA256Digest
  if isLeft {
    rootHash = hash(concatenate([localHash, firstHash]), using: .sha256)
  } else {
    rootHash = hash(concatenate([firstHash, localHash]), using: .sha256)
  }

  // Recursively pass in elements and move up the Merkle tree
  let newInclusionHashes = inclusionHashes.dropFirst()
  rootHash = generateRootHashFromArray(
    localHash: rootHash, inclusionHashes: Array(newInclusionHashes),
    publicKeyIndex: (publicKeyIndex / 2)
  )
  return rootHash
}
