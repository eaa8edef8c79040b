import Foundation
import GroveSystem
import SharedWithYouCore

/// What an app hands to the share sheet, however it does: item providers and what to show above them.
struct ShareRequest: Sendable {
  var providers: [NSItemProvider] = []
  /// For the header, where the metadata itself has none.
  var title: String?
  var image: NSItemProvider?
  /// Of the program, for the card in the conversation where it can show no picture of the content.
  var icon: NSItemProvider?
  /// Goes into the text field.
  var text = ""
  var restrictions: [ModeRestriction] = []

  /// A mode that the app does not want for this content.
  struct ModeRestriction: Sendable {
    var disabledMode: UIActivityCollaborationMode
    /// What the person is told; without it the mode is just not there.
    var explanation: String?
  }

  /// Takes the items of Apple's `[Any]` parameters; what is none of the known kinds is left out.
  mutating func add(_ item: Any) {
    switch item {
    case let provider as NSItemProvider: providers.append(provider)
    case let preview as any NSPreviewRepresentableActivityItem:
      add(preview.item)
      title = preview.title ?? title
      image = preview.imageProvider ?? image
      icon = preview.iconProvider ?? icon
    case let url as URL: providers.append(Self.provider(url))
    case let url as NSURL: providers.append(Self.provider(url as URL))
    case let text as String: providers.append(NSItemProvider(object: NSString(string: text)))
    case let metadata as LPLinkMetadata: take(metadata)
    case let object as any NSItemProviderWriting: providers.append(NSItemProvider(object: object))
    default: break
    }
  }

  mutating func take(_ metadata: LPLinkMetadata) {
    title = metadata.title ?? title
    image = metadata.imageProvider ?? metadata.iconProvider ?? image
    icon = metadata.iconProvider ?? icon
  }

  static func provider(_ url: URL) -> NSItemProvider {
    if let file = NSItemProvider(contentsOf: url) { return file }
    return NSItemProvider(item: url as NSURL, typeIdentifier: nil)
  }
}

/// Why nothing can be shared. Each is a sentence for the person.
struct ShareContentProblem: Error, Hashable, Sendable {
  let sentence: String

  static let nothing = ShareContentProblem(sentence: "There is nothing here that can be shared.")
}
