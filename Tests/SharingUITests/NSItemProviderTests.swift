import Foundation
import SharedWithYouCore
import SharingUI
import Synchronization
import Testing

struct NSItemProviderTests {
  @Test func `metadata registered with a provider is loaded as an equal copy`() async throws {
    let metadata = Samples.metadata()
    let provider = NSItemProvider()
    provider.registerObject(metadata, visibility: .all)
    #expect(provider.registeredTypeIdentifiers == [SWCollaborationMetadataTypeIdentifier])
    #expect(provider.canLoadObject(ofClass: SWCollaborationMetadata.self))
    let loaded = try await Loaded.object(SWCollaborationMetadata.self, from: provider)
    #expect(loaded == metadata)
    #expect(loaded !== metadata)
  }

  @Test func `metadata is written as JSON and never as a keyed archive`() async throws {
    let provider = NSItemProvider(object: Samples.metadata())
    let data = try await Loaded.data(SWCollaborationMetadataTypeIdentifier, from: provider)
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(json["localIdentifier"] as? String == "recipe-1")
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: Samples.metadata(), requiringSecureCoding: true)
    #expect(throws: NSItemProvider.ErrorCode.unavailableCoercionError) {
      try SWCollaborationMetadata.object(
        withItemProviderData: archive, typeIdentifier: SWCollaborationMetadataTypeIdentifier)
    }
  }

  @Test func `a later change of a registered object shows`() async throws {
    let metadata = Samples.metadata()
    let provider = NSItemProvider(object: metadata)
    metadata.title = "Another title"
    let loaded = try await Loaded.object(SWCollaborationMetadata.self, from: provider)
    #expect(loaded.title == "Another title")
  }

  @Test func `a type that is not there is an error with the published code and domain`() async {
    let provider = NSItemProvider()
    #expect(!provider.hasItemConformingToTypeIdentifier("public.data"))
    let error = await #expect(throws: NSItemProvider.ErrorCode.self) {
      try await Loaded.data("public.data", from: provider)
    }
    #expect(error == .itemUnavailableError)
    let plain = NSItemProvider.ErrorCode.itemUnavailableError as NSError
    #expect(plain.domain == NSItemProviderErrorDomain)
    #expect(plain.code == -1000)
  }

  @Test func `a more special type answers for a general one`() async throws {
    let provider = NSItemProvider(object: NSString(string: "flour"))
    #expect(provider.hasItemConformingToTypeIdentifier("public.text"))
    #expect(try await Loaded.data("public.text", from: provider) == Data("flour".utf8))
    #expect(!provider.hasItemConformingToTypeIdentifier("public.image"))
  }

  @Test func `data becomes a file with the suggested name, which is gone afterwards`() async throws
  {
    let provider = NSItemProvider(object: NSString(string: "flour"))
    provider.suggestedName = "Bread/../Rolls"
    let (url, content) = try await Loaded.file("public.plain-text", from: provider)
    #expect(content == Data("flour".utf8))
    #expect(url.lastPathComponent == "Bread-..-Rolls")
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func `a file is given in place where its program allows it, and as a copy otherwise`()
    async throws
  {
    let file = try Samples.file("recipe.txt", "flour")
    let provider = try #require(NSItemProvider(contentsOf: file))
    #expect(
      provider.hasRepresentationConforming(
        toTypeIdentifier: "public.text", fileOptions: .openInPlace))
    let (place, isOriginal) = try await Loaded.inPlace("public.text", from: provider)
    #expect(place == file && isOriginal)
    let (copy, content) = try await Loaded.file("public.text", from: provider)
    #expect(copy != file && content == Data("flour".utf8))
    #expect(NSItemProvider(contentsOf: URL(fileURLWithPath: "/does/not/exist")) == nil)
  }

  @Test func `a handler that calls its completion twice is heard once`() async throws {
    let provider = NSItemProvider()
    provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) {
      $0(Data([1]), nil)
      $0(Data([2]), nil)
      return nil
    }
    let calls = Mutex<[Data?]>([])
    provider.loadDataRepresentation(forTypeIdentifier: "public.data") { data, _ in
      calls.withLock { $0.append(data) }
    }
    #expect(calls.withLock(\.self) == [Data([1])])
  }

  @Test func `a pasteboard item carries metadata and gives it up again`() {
    let item = NSPasteboardItem()
    #expect(item.collaborationMetadata == nil)
    let metadata = Samples.metadata()
    item.collaborationMetadata = metadata
    #expect(item.collaborationMetadata == metadata)
    #expect(item.types == [.collaborationMetadata])
    item.setData(Data("{}".utf8), forType: .collaborationMetadata)
    #expect(item.collaborationMetadata == nil)
    item.collaborationMetadata = nil
    #expect(item.types.isEmpty)
  }
}
