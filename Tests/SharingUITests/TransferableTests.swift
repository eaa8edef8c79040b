import Foundation
import SharedWithYouCore
import SharingUI
import Testing

struct Recipe: Transferable, Codable, Hashable {
  var name: String
  var isSecret = false

  static let type = UTType(exportedAs: "org.example.recipe-model", conformingTo: .json)

  static var transferRepresentation: some TransferRepresentation {
    CodableRepresentation(contentType: type)
    ProxyRepresentation { recipe in
      SWCollaborationMetadata(
        localIdentifier: .init(rawValue: recipe.name), title: recipe.name,
        defaultShareOptions: nil, initiatorHandle: nil, initiatorNameComponents: nil)
    }
    .exportingCondition { !$0.isSecret }
    FileRepresentation(exportedContentType: .plainText) { recipe in
      SentTransferredFile(try Samples.file("recipe.txt", recipe.name))
    }
    .suggestedFileName { $0.name + ".txt" }
    ProxyRepresentation(exporting: \.name)
      .visibility(.ownProcess)
  }
}

struct AsyncRecipe: Transferable {
  var name: String
  static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation(
      exporting: { (recipe: AsyncRecipe) async throws -> String in
        try await Task.sleep(for: .milliseconds(1))
        return recipe.name
      },
      importing: { (name: String) async throws -> AsyncRecipe in AsyncRecipe(name: name) })
  }
}

struct TransferableTests {
  @Test func `a model is registered in all its representations, in their order`() {
    let provider = NSItemProvider()
    provider.register(Recipe(name: "Bread"))
    #expect(
      provider.registeredTypeIdentifiers == [
        "org.example.recipe-model", SWCollaborationMetadataTypeIdentifier, "public.plain-text",
        "public.utf8-plain-text",
      ])
    #expect(provider.suggestedName == "Bread.txt")
  }

  @Test func `a representation whose condition does not hold is not offered`() {
    let provider = NSItemProvider()
    provider.register(Recipe(name: "Bread", isSecret: true))
    #expect(!provider.registeredTypeIdentifiers.contains(SWCollaborationMetadataTypeIdentifier))
  }

  @Test func `a proxy hands over its metadata`() async throws {
    let provider = NSItemProvider()
    provider.register(Recipe(name: "Bread"))
    let metadata = try await Loaded.object(SWCollaborationMetadata.self, from: provider)
    #expect(metadata.title == "Bread")
    #expect(try await Loaded.model(SWCollaborationMetadata.self, from: provider) == metadata)
  }

  @Test func `a model survives the way through a provider`() async throws {
    let provider = NSItemProvider()
    provider.register(Recipe(name: "Bread"))
    #expect(try await Loaded.model(Recipe.self, from: provider) == Recipe(name: "Bread"))
  }

  @Test func `a proxy may take its time both ways`() async throws {
    let provider = NSItemProvider()
    provider.register(AsyncRecipe(name: "Rolls"))
    #expect(try await Loaded.model(String.self, from: provider) == "Rolls")
    #expect(try await Loaded.model(AsyncRecipe.self, from: provider).name == "Rolls")
  }

  @Test func `a model that cannot be read from what is there is an error`() async {
    let provider = NSItemProvider(object: NSString(string: "flour"))
    await #expect(throws: NSItemProvider.ErrorCode.itemUnavailableError) {
      _ = try await Loaded.model(Recipe.self, from: provider)
    }
  }

  @Test func `a file URL is handed over as its file and a web address as a URL`() async throws {
    let file = try Samples.file("recipe.txt", "flour")
    let provider = NSItemProvider()
    provider.register(file)
    #expect(try await Loaded.file("public.data", from: provider).1 == Data("flour".utf8))
    let link = NSItemProvider()
    link.register(URL(filePath: "/").appending(path: "x"))
    let web = NSItemProvider()
    if let url = URL(string: "https://docs.example/c/1") { web.register(url) }
    #expect(web.registeredTypeIdentifiers == ["public.url"])
  }
}
