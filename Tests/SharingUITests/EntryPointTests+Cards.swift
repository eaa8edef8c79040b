import Foundation
import GroveIdentity
import GroveMessage
import GroveSystem
import SharedWithYouCore
import Testing

@testable import SharingUI

/// What the card in the conversation shows, whichever way an app says it.
extension EntryPointTests {
  /// A PNG as its header says: nothing draws it here.
  static func png(_ side: UInt8, _ bytes: Int = 60) -> Data {
    let header: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0, side, 0, 0, 0, side]
    return Data(header + [UInt8](repeating: side, count: bytes - header.count))
  }

  var card: DocumentCard? {
    let id = RequestID(unchecked: [UInt8](repeating: 1, count: 16))
    return presenter.sheets.last?.draft(draftID: id, createdAt: 1).metadata?.card
  }

  static func icon(_ data: Data) -> Base64URLBytes { Base64URLBytes(Array(data)) }

  @MainActor
  @Test func `a card has the app's name, the first lines it gives and the first small picture`()
    async throws
  {
    let metadata = Samples.metadata()
    metadata.groveFirstLines = "\n  Flour\n\nWater\nSalt\nYeast\n"
    let link = LPLinkMetadata()
    let (large, small) = (Self.png(48, 5000), Self.png(32))
    link.imageProvider = UIImage(data: large).map(NSItemProvider.init(object:))
    link.iconProvider = UIImage(data: small).map(NSItemProvider.init(object:))
    let controller = UIActivityViewController(
      activityItems: [metadata, link], applicationActivities: nil)
    controller.groveApp = app
    _ = await controller.presented()
    #expect(
      card
        == DocumentCard(
          appName: "Recipes", icon: Self.icon(small), firstLines: "Flour\nWater\nSalt"))
    // The sheet shows the other one all the same.
    #expect(presenter.sheets.last?.header.image == Array(large))
    #expect(presenter.sheets.last?.pictureProblem == nil)
  }

  @MainActor
  @Test func `a picture that is not shown everywhere is said so, once, and nothing else is lost`()
    async throws
  {
    let jpeg = Data([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 3000))
    let cases: [(image: Data, icon: Data?, problem: String?, isInHeader: Bool)] = [
      (Self.png(40), nil, nil, true), (jpeg, Self.png(40), nil, true),
      (jpeg, nil, SharePictures.notOnCard, true),
      (Self.png(48, 5000), jpeg, SharePictures.notOnCard, true),
      (Data(count: (1 << 20) + 1), nil, SharePictures.tooLarge, false),
      (Data(count: (1 << 20) + 1), Self.png(40), SharePictures.tooLarge, false),
    ]
    for one in cases {
      let link = LPLinkMetadata()
      link.imageProvider = UIImage(data: one.image).map(NSItemProvider.init(object:))
      link.iconProvider = one.icon.flatMap(UIImage.init).map(NSItemProvider.init(object:))
      let controller = UIActivityViewController(
        activityItems: [Samples.metadata(), link], applicationActivities: nil)
      controller.groveApp = app
      _ = await controller.presented()
      let sheet = try #require(presenter.sheets.last)
      #expect(sheet.pictureProblem == one.problem)
      #expect((sheet.header.image == Array(one.image)) == one.isInHeader)
      #expect(sheet.modes == [.collaborate])
    }
    let link = LPLinkMetadata()
    link.imageProvider = NSItemProvider(object: NSString(string: "no picture"))
    let controller = UIActivityViewController(
      activityItems: [Samples.metadata(), link], applicationActivities: nil)
    controller.groveApp = app
    _ = await controller.presented()
    #expect(presenter.sheets.last?.pictureProblem == SharePictures.unreadable)
  }

  @MainActor
  @Test func `without anything but metadata a card says which app it is`() async throws {
    let controller = UIActivityViewController(
      activityItems: [Samples.metadata()], applicationActivities: nil)
    controller.groveApp = app
    _ = await controller.presented()
    #expect(card == DocumentCard(appName: "Recipes"))
  }

  @MainActor
  @Test func `the desktop's picker gives a card its picture, else its icon`() async throws {
    let (picture, icon, none) = (Self.png(40), Self.png(24), Data([0x89, 0x50, 0x4E, 0x47, 9]))
    for (given, shown) in [(picture, picture), (none, icon)] {
      let item = NSPreviewRepresentingActivityItem(
        item: NSItemProvider(object: Samples.metadata()), title: nil, image: NSImage(data: given),
        icon: NSImage(data: icon))
      let picker = NSSharingServicePicker(items: [item])
      picker.groveApp = app
      _ = await picker.presented()
      #expect(card?.icon == Self.icon(shown))
    }
  }

  @MainActor
  @Test func `a share link's preview gives a card its picture, else its icon`() async throws {
    let (picture, icon) = (Self.png(40), Self.png(24))
    let large = Pixels(data: Self.png(200, 9000))
    let link = ShareLink(
      item: Recipe(name: "Bread"),
      preview: SharePreview("Bread", image: large, icon: Pixels(data: icon)))
    _ = await link.share(from: app)
    #expect(card?.icon == Self.icon(icon))
    let other = ShareLink(
      item: Recipe(name: "Bread"), preview: SharePreview("Bread", image: Pixels(data: picture)))
    _ = await other.share(from: app)
    #expect(card?.icon == Self.icon(picture))
  }

  @Test func `metadata keeps its first lines in copies, archives and item providers`() async throws
  {
    let metadata = Samples.metadata()
    metadata.groveFirstLines = "Flour"
    let copy = try #require(metadata.copy() as? SWCollaborationMetadata)
    #expect(copy.groveFirstLines == "Flour" && copy.isEqual(metadata))
    copy.groveFirstLines = "Rye"
    #expect(!copy.isEqual(metadata) && metadata.groveFirstLines == "Flour")
    let loaded = try await Loaded.object(
      SWCollaborationMetadata.self, from: NSItemProvider(object: metadata))
    #expect(loaded.isEqual(metadata))
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: metadata, requiringSecureCoding: true)
    let restored = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: SWCollaborationMetadata.self, from: archive)
    #expect(restored?.groveFirstLines == "Flour")
  }
}

/// A picture as a model of its own.
private struct Pixels: Transferable {
  var data: Data

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: .png) { $0.data }
  }
}
