import Foundation
import GroveSystem
import SharedWithYouCore

/// The pictures that an app gives of what it shares, and what does not become of them: nothing here converts any.
struct SharePictures: Sendable {
  /// The header's; empty where there is none.
  var image: [UInt8] = []
  /// The program's; empty where there is none.
  var icon: [UInt8] = []
  /// Why a picture is not shown where it would be: one sentence for the person.
  var problem: String?

  /// For the header of the sheet, and for its way to the messenger.
  static let maximumBytes = 1 << 20
  static let tooLarge = "The app's picture has more than 1 MiB and is not shown."
  static let unreadable = "The app's picture could not be loaded."
  static let notOnCard =
    "The conversation shows no picture of it: one has to be a PNG of at most 4 KiB and 256 × 256 points."

  /// What the request gives; without an image of its own what the content has.
  init(_ request: ShareRequest) async {
    if let provider = request.image {
      image = await load(provider)
    } else if let content = request.providers.first(where: { $0.previewImageHandler != nil }),
      // Content may have no picture.
      let data = try? await content.previewImage()
    {
      image = taken(data)
    }
    if let provider = request.icon { icon = await load(provider) }
  }

  /// Puts the first that fits on the card in the conversation, and says where none that the app gave does.
  /// - Parameter own: what the content itself is, where it is a picture; it stands in for an image.
  mutating func show(on metadata: inout CollaborationMetadata?, else own: [UInt8]?) {
    let isGiven = !image.isEmpty || !icon.isEmpty
    if image.isEmpty { image = own ?? [] }
    guard var shown = metadata else { return }
    shown.show(pictures: [image, icon])
    if isGiven, !shown.showsPicture { problem = problem ?? Self.notOnCard }
    metadata = shown
  }

  private mutating func load(_ provider: NSItemProvider) async -> [UInt8] {
    guard
      let name = provider.registeredTypeIdentifiers.first(where: {
        UTType(table: $0).conforms(to: .image)
      }), let data = try? await provider.data(forTypeIdentifier: name)
    else {
      problem = problem ?? Self.unreadable
      return []
    }
    return taken(data)
  }

  private mutating func taken(_ data: Data) -> [UInt8] {
    guard data.count <= Self.maximumBytes else {
      problem = problem ?? Self.tooLarge
      return []
    }
    return Array(data)
  }
}
