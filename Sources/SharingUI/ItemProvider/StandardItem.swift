import Foundation

/// What the item of `init(item:typeIdentifier:)` is by itself.
struct StandardItem: Sendable {
  let typeIdentifier: String
  let data: Data

  init?(_ item: any NSSecureCoding) {
    switch item {
    case let url as NSURL:
      typeIdentifier = url.isFileURL ? UTType.fileURL.identifier : UTType.url.identifier
      data = Data(url.absoluteString.utf8)
    case let text as NSString:
      typeIdentifier = UTType.utf8PlainText.identifier
      data = Data(text.description.utf8)
    case let bytes as NSData:
      typeIdentifier = UTType.data.identifier
      data = bytes as Data
    default:
      return nil
    }
  }
}
